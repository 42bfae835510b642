"""Counterexamples of rules over the real numbers as text: small numbers with their indices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.prover.counterexample_text import text, unknowns_in

POWER = "2^"
"""Prefix of the names of unknown exponentials; the name of the value follows."""
NUMBERS = (2, 4)
"""Bounds n, tried in order: variables have values from 0 to n - 1."""


def bounds(goals: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield lists of z3 bounds, tightest first.

    Values are small integers. The exponential of `n` is 2^n or, in looser lists, any small power of two.
    """
    import z3

    reals = {_name(term): term for term in unknowns_in(goals) if z3.is_real(term) and term.num_args() == 0}
    values = {name: term for name, term in reals.items() if not name.startswith(POWER)}
    powers = {name.removeprefix(POWER): term for name, term in reals.items() if name.startswith(POWER)}
    for most in NUMBERS:
        small = [z3.Or(*(term == n for n in range(most))) for term in values.values()]
        some = [z3.Or(*(term == 2**n for n in range(most))) for term in powers.values()]
        own = [
            z3.And(*(z3.Implies(values[of] == n, term == 2**n) for n in range(most)))
            for of, term in powers.items()
            if of in values
        ]
        yield [*small, *some, *own]
        yield [*small, *some]


def describe_counterexample(model: Any, rule: Rule, axes: Mapping[str, int], extent: int, goals: Sequence[Any]) -> str:
    """Return the values of a rule's variables in a z3 model, as text, with indices if they occur. `axes` maps the rule's axis names to
    axis numbers.
    """
    read = {_name(term): text(model.eval(term, model_completion=True)) for term in unknowns_in(goals) if term.num_args() == 0}
    places = list(product(range(extent), repeat=3))
    said = [f"{name} = axis {axis}" for name, axis in axes.items()] if extent > 1 else []
    for name in rule.variables:
        said += _values(name, {place: read[f"{name}{place}"] for place in places if f"{name}{place}" in read}, extent)
        powers = {place: read[f"{POWER}{name}{place}"] for place in places if f"{POWER}{name}{place}" in read}
        said += _values(f"the exponential of {name}", powers, extent)
    for term in unknowns_in(goals):
        if term.num_args():
            x, value = (text(model.eval(each, model_completion=True)) for each in (term.children()[0], term))
            said += [f"the exponential of {x} = {value}"] if f"the exponential of {x} = {value}" not in said else []
    return "; ".join(said) or "any values"


def _values(what: str, found: Mapping[tuple[int, ...], str], extent: int) -> list[str]:
    if not found:
        return []
    one: Collection[str] = set(found.values())
    if extent == 1 or (len(one) == 1 and len(found) > 1):
        return [f"{what} = {next(iter(one))}{'' if extent == 1 else ' everywhere'}"]
    return [f"{what} = {', '.join(f'{value} at {place}' for place, value in found.items())}"]


def _name(term: Any) -> str:
    return str(term.decl().name())
