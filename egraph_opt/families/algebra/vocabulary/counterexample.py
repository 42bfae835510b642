"""Counterexamples of tensor algebra as text: small shapes and elements, and the operand indices of movements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import numbers
from egraph_opt.prover.counterexample_text import text, unknowns_in

SHAPES = (1, 2, 4)
"""Bounds on the numbers of shapes, movements and forms, tried in order."""
ELEMENTS = (2, 8)
"""Bounds on element values, tried in order."""
_APART = ("origin", "taken", "given", "here")
"""Uninterpreted functions and constants about movements and element indices, whose values are no elements."""


def bounds(rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield lists of z3 bounds on shapes, elements and operations, tightest first."""
    import z3

    unknown = [term for term in unknowns_in(goals) if z3.is_bv(term)]
    operations = [known[name] for name in _of_sort(rule, Integer)]
    few = [t for t in unknown if (t.num_args() == 0 or _name(t) in _APART) and not any(t.eq(f) for f in operations)]
    elements = [t for t in unknown if t.num_args() and _name(t) not in _APART]
    for shapes in SHAPES:
        for most in ELEMENTS:
            limits = [z3.ULT(t, shapes) for t in few]
            limits += [z3.ULT(t, most) for t in elements if most < 1 << t.size()]
            yield [*limits, *(f == int(numbers.OTHERS) for f in operations)]
            yield [*limits, *(z3.Or(*(f == int(n) for n in numbers.Operation)) for f in operations)]


def describe_counterexample(model: Any, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> str:
    reads = _Reads(model, goals)
    said = [f"{name} = {_operation_name(reads.value(known[name]))}" for name in _of_sort(rule, Integer)]
    shapes: list[tuple[str, str]] = []
    for name, value in known.items():
        sort = rule.variables[name].__name__
        if sort == "Tensor":
            elements = [f"{found}{reads.where(places[0])}" for places, found in reads.of(name)]
            said += [f"{name} = {', '.join(elements)}"] if elements else []
            shapes.append((f"{name} is of", reads.value(value.shape)))
        elif sort == "Shape":
            shapes.append((f"{name} is", reads.value(value)))
        elif sort == "Movement":
            number = reads.value(value)
            said += [f"{name} takes {place[1]} from {found}" for place, found in reads.of("origin") if place[0] == number]
            ends = [(end, found) for end in ("taken", "given") for at, found in reads.of(end) if at[0] == number]
            shapes += [(f"{name} takes" if end == "taken" else f"{name} gives", found) for end, found in ends]
    for name in sorted(reads.found):
        if name.startswith("apply"):
            said += [
                f"{_operation_name(f)}({', '.join(x)}) = {found}"
                for (f, _, *x), found in reads.of(name)
                if _is_unknown(f, len(x))
            ]
    alike = len({shape for _, shape in shapes}) == 1
    said += ["all shapes are equal"] if alike else [f"{what} shape {shape}" for what, shape in shapes]
    return "; ".join(said)


def describe_side(model: Any, side: Any, here: Any) -> str:
    """Return one side's element at the compared index in a z3 model, as text."""
    import z3

    typed = all(z3.is_true(model.eval(each, model_completion=True)) for each in side.typed)
    element = side.at(here)
    bits = "1 bit" if element.size() == 1 else f"{element.size()} bits"
    there = f"{_text(model, element)} at place 0 of shape {_text(model, side.shape)} (elements of {bits})"
    return there if typed else f"{there}, not well typed"


class _Reads:
    """Values of uninterpreted functions in a z3 model, at those arguments that occur in the proof's goals."""

    def __init__(self, model: Any, goals: Iterable[Any]) -> None:
        self.model = model
        self.places: dict[str, str] = {}
        self.found: dict[str, dict[tuple[str, ...], str]] = {}
        numbered = count()
        terms = sorted(unknowns_in(goals), key=lambda term: (_name(term) != "here", len(term.sexpr()), term.sexpr()))
        for term in terms:
            for part in (*term.children(), term):
                if str(part.sort()) == "Place":
                    self.places.setdefault(_text(model, part), "")
        for place in self.places:
            self.places[place] = f"place {next(numbered)}"
        for term in terms:
            self.found.setdefault(_name(term), {})[tuple(map(self.value, term.children()))] = self.value(term)

    def of(self, name: str) -> list[tuple[tuple[str, ...], str]]:
        return sorted(self.found.get(name, {}).items())

    def where(self, place: str) -> str:
        return f" at {place}" if len(self.places) > 1 else ""

    def value(self, term: Any) -> str:
        """Return the value of a term in the model as text. Element indices are numbered: they become `place 0`, `place 1` and so on."""
        found = _text(self.model, term)
        return self.places.get(found, found)


def _of_sort(rule: Rule, sort: type) -> list[str]:
    return [name for name, its in rule.variables.items() if its is sort]


def _name(term: Any) -> str:
    return str(term.decl().name())


def _text(model: Any, term: Any) -> str:
    """Return a value as text: bit vectors as signed numbers, single bits as 0 or 1."""
    import z3

    value = model.eval(term, model_completion=True)
    return str(value.as_long()) if z3.is_bv_value(value) and value.size() == 1 else text(value)


def _operation_name(number: str) -> str:
    names = {str(int(each)): each.name for each in numbers.Operation}
    return names.get(number, f"operation {number}")


def _is_unknown(number: str, operands: int) -> bool:
    """Return whether the meaning of an operation has an uninterpreted part."""
    known = {str(int(each)): count for each, count in numbers.OPERANDS.items() if each is not numbers.OFFSET}
    return known.get(number) != operands
