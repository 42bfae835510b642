"""Terms, each once, and what the evaluation of a value found beside its term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.ir.module import Value


@dataclass(slots=True)
class Terms:
    """Terms in the order in which they came first."""

    each: dict[int, Any] = field(default_factory=dict)
    """By their identities."""

    def append(self, term: Any) -> None:
        self.each[term.get_id()] = term

    def __iadd__(self, terms: Iterable[Any]) -> Terms:
        if isinstance(terms, Terms):
            self.each.update(terms.each)
        else:
            self.each.update((term.get_id(), term) for term in terms)
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each.values())

    def __len__(self) -> int:
        return len(self.each)

    def clear(self) -> None:
        self.each.clear()


@dataclass(slots=True)
class Found:
    """Facts and uses that belong to some terms."""

    known: Terms = field(default_factory=Terms)
    """Facts about their unknowns."""
    remote: dict[tuple[int, int], tuple[Any, Any, Any]] = field(default_factory=dict)
    """Of what there are further facts, for a solver that fails without them (see `lanes.monotone`): numbers, each with the last one and a
    factor, by the identities of the number and the factor.
    """
    exact: Terms = field(default_factory=Terms)
    """Conditions under which operations on 64 bits mean what they say."""
    turned: dict[int, tuple[Any, Any, int]] = field(default_factory=dict)
    """By what is taken off a number in turns, until it is in its width: that, the number, and the width."""
    used: dict[object, Value] = field(default_factory=dict)
    """Values that were taken as unknowns, by the key they share with the other program: to be proved equal by other means."""
    steps: dict[tuple[int, tuple[str, str]], Value] = field(default_factory=dict)
    """Steps of loops that were taken as unknowns, by the loop's number, and name and type."""

    def join(self, other: Found) -> None:
        """Take in what belongs to other terms, too."""
        self.known += other.known
        self.remote.update(other.remote)
        self.exact += other.exact
        self.turned.update(other.turned)
        self.used.update(other.used)
        self.steps.update(other.steps)
