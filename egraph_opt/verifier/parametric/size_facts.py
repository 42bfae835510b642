"""What is known of symbols, and questions about it to z3: whether conditions hold for all numbers that meet the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.errors import EgraphOptError
from egraph_opt.prover import ask_for_solver
from egraph_opt.verifier.parametric.index_condition import Condition, at_least, less
from egraph_opt.verifier.parametric.index_polynomial import (
    IndexAtom,
    Polynomial,
    atoms_of,
    quotient,
    split_multiple,
    symbol,
    symbols_of_atom,
)

STEPS = 400_000
"""Limit of one question to z3, as a count of its steps."""
QUESTIONS = 6_000
"""Largest number of questions of one proof."""


class NotDecided(EgraphOptError):
    """Error raised where there is no proof for all sizes: the reason, and the operation's place."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place


@dataclass(slots=True)
class Facts:
    """Facts about symbols and loaded integers.

    Attributes:
        always: conditions on sizes.
        about: conditions by symbol: its range, which may depend on other symbols.
        ranges: bounds of the integers that arrays hold, the upper one excluded.
    """

    always: list[Condition] = field(default_factory=list)
    about: dict[str, tuple[Condition, ...]] = field(default_factory=dict)
    ranges: dict[str, tuple[Polynomial, Polynomial]] = field(default_factory=dict)
    indices: set[str] = field(default_factory=set)
    """Names of the arrays of integers whose range is given."""
    implied: set[Condition] = field(default_factory=set)
    """Facts that follow from others."""
    answers: dict[tuple[str, ...], bool] = field(default_factory=dict)
    questions: int = 0
    fresh: int = 0

    def new_symbol(self, letter: str) -> str:
        """Return the name of a symbol that is not in use."""
        self.fresh += 1
        return f"{letter}.{self.fresh}"

    def tile_axis(self, position: int, extent: int) -> Polynomial:
        """Return the index along an axis of tiles, which has a name for its position and extent."""
        name = f"l{position}:{extent}"
        found = symbol(name)
        self.about.setdefault(name, (at_least(found), less(found, extent)))
        return found

    def holds(self, condition: Condition, given: Iterable[Condition] = ()) -> bool:
        """Return whether a condition is known to hold wherever some others do."""
        known = condition.truth
        return known if known is not None else self.excludes((*given, condition.opposite()))

    def excludes(self, given: Sequence[Condition]) -> bool:
        """Return whether some conditions are known never to hold together."""
        rest = [each for each in given if not each.truth]
        if any(each.truth is False for each in rest):
            return True
        if not rest:
            return False
        key = tuple(sorted({each.text for each in rest}))
        found = self.answers.get(key)
        if found is None:
            found = self.answers[key] = self.ask(rest)
        return found

    def closure(self, conditions: Sequence[Condition]) -> tuple[list[Condition], dict[str, IndexAtom]]:
        """Return conditions with all facts about what they depend on, and all atoms in them."""
        found = list(dict.fromkeys((*conditions, *self.always)))
        atoms: dict[str, IndexAtom] = {}
        position = 0
        while position < len(found):
            for text, atom in atoms_of((found[position].polynomial,)).items():
                if text not in atoms:
                    atoms[text] = atom
                    found += [each for each in self.facts_of(atom) if each not in found]
            position += 1
        return found, atoms

    def facts_of(self, atom: IndexAtom) -> tuple[Condition, ...]:
        """Return what is known of an atom beside its definition."""
        if atom.kind == "symbol":
            return self.about.get(atom.text, ())
        here = Polynomial({(atom,): 1})
        if atom.kind == "element" and atom.key[0] in self.ranges:
            low, high = self.ranges[str(atom.key[0])]
            return at_least(here, low), less(here, high)
        return ()

    def ask(self, conditions: Sequence[Condition]) -> bool:
        """Return whether z3 says that conditions exclude each other: products are unknowns first, and products then."""
        ask_for_solver()
        self.questions += 1
        if self.questions > QUESTIONS:
            raise NotDecided("there are more questions about indices than the limit allows")
        found, atoms = self.closure(conditions)
        products = any(len(m) > 1 for each in found for m, _ in each.polynomial.terms)
        return is_contradiction(found, atoms, False) or (products and is_contradiction(found, atoms, True))

    def divide(self, p: Polynomial, divisor: Polynomial, given: Sequence[Condition] = ()) -> Polynomial:
        """Return the floor of a quotient, without what is known to lie below the divisor."""
        if divisor.constant is None and not self.holds(at_least(divisor, 1)):
            raise NotDecided("a divisor that may not be positive")
        whole_part, rest = split_multiple(p, divisor)
        if rest.constant is None and self.holds(at_least(rest), given) and self.holds(less(rest, divisor), given):
            return whole_part
        if rest.constant is None and self.holds(at_least(rest, divisor), given) and self.holds(less(rest, divisor * 2), given):
            return whole_part + 1
        return quotient(p, divisor)


def is_contradiction(conditions: Sequence[Condition], atoms: Mapping[str, IndexAtom], products: bool) -> bool:
    """Return whether z3 refutes that conditions hold together.

    Args:
        products: whether a product of atoms is one for z3, too; else it is an unknown number.
    """
    import z3

    numbers: dict[str, Any] = {}

    def value(p: Polynomial) -> Any:
        total = z3.IntVal(0)
        for m, c in p.terms:
            if len(m) > 1 and not products:
                name = "*".join(atom.text for atom in m)
                term = numbers.setdefault(name, z3.Int(name))
            else:
                term = z3.IntVal(1)
                for atom in m:
                    term = numbers[atom.text] if len(m) == 1 else term * numbers[atom.text]
            total = total + c * term
        return total

    for text, atom in atoms.items():  # operands come first
        below = atom.operands[1].constant if atom.kind == "quotient" else None
        numbers[text] = value(atom.operands[0]) / below if below is not None and below > 0 else z3.Int(text)
    rules = []
    for atom in atoms.values():
        if atom.kind == "quotient" and atom.operands[1].constant is None:
            (a, b), here = atom.operands, Polynomial({(atom,): 1})
            rest = a - b * here
            for atom_of_product in atoms_of((rest,)).values():
                numbers.setdefault(atom_of_product.text, z3.Int(atom_of_product.text))
            rules.append(z3.Implies(value(b) >= 1, z3.And(value(rest) >= 0, value(rest - b) < 0)))
    solver = z3.Solver()
    solver.add(*rules)
    solver.set("rlimit", STEPS if not products else STEPS // 2)
    for each in conditions:
        p = value(each.polynomial)
        solver.add(p >= 0 if each.kind == ">=" else p == 0 if each.kind == "==" else p != 0)
    return bool(solver.check() == z3.unsat)


__all__ = ["Facts", "NotDecided", "symbols_of_atom"]
