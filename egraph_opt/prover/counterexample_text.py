"""Text of z3's counterexamples to rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.prover import mean

_ELEMENT = re.compile(r"(\w+)!val!(\d+)")
"""Pattern of an element of an uninterpreted sort, as z3 prints it."""
_WORD = re.compile(r"\w+")
MAX_VALUES_SHOWN = 40
"""Largest number of values in a message."""


def text(value: Any) -> str:
    """Return the text of a value in a z3 model: a bit vector as a signed integer, an element of an uninterpreted sort by its index."""
    import z3

    if z3.is_bv_value(value):
        return str(value.as_signed_long())
    return _ELEMENT.sub(lambda found: f"{_sort(found[1])} {found[2]}", str(value))


def values(model: Any, goals: Iterable[Any], variables: Collection[str]) -> str:
    """Return, as text such as `x(index 1) = 0`, the values in a z3 model of the constants and functions in `goals`.

    A rule's variables come first, then the uninterpreted functions that stand for operations. If all variables are applied to
    the same index, it is omitted: `x = 0`.
    """
    goals = list(goals)
    found: dict[str, tuple[bool, bool, str]] = {}
    alone = _at_one_place(model, goals, variables)
    for term in unknowns_in(goals):
        arguments = ", ".join(text(model.eval(child, model_completion=True)) for child in term.children())
        own, name = str(term.decl().name()), str(term.decl().name())
        if term.num_args() == 0 and own == str(term.sort()).lower():  # the step or index at which both sides are compared
            name = _sort(str(term.sort()))
        value = text(model.eval(term, model_completion=True))
        if name == value.rpartition(" ")[0]:
            continue  # the name already says the value
        inside = not _is_own(own, variables)
        found[f"{name}({arguments})" if arguments and (inside or not alone) else name] = (inside, bool(arguments), value)
    lines = sorted((inside, applied, name, value) for name, (inside, applied, value) in found.items())
    said = [[f"{name} = {value}" for inside, _, name, value in lines[:MAX_VALUES_SHOWN] if inside == of] for of in (False, True)]
    more = f", and {len(lines) - MAX_VALUES_SHOWN} more" if len(lines) > MAX_VALUES_SHOWN else ""
    return "; given ".join(", ".join(part) for part in said if part) + more


def _is_own(name: str, variables: Collection[str]) -> bool:
    """Return whether the name of a z3 constant belongs to one of a rule's variables."""
    return any(each in variables for each in _WORD.findall(name))


def _at_one_place(model: Any, goals: Iterable[Any], variables: Collection[str]) -> bool:
    """Return whether a rule's variables, which are z3 functions, are always applied to equal arguments of each sort."""
    places: dict[str, set[str]] = {}
    for term in unknowns_in(goals):
        for child in term.children() if _is_own(str(term.decl().name()), variables) else ():
            places.setdefault(str(child.sort()), set()).add(text(model.eval(child, model_completion=True)))
    return all(len(found) == 1 for found in places.values())


def unknowns_in(goals: Iterable[Any]) -> Iterator[Any]:
    """Yield the uninterpreted constants and function applications in expressions, without duplicates."""
    import z3

    seen: set[int] = set()
    todo = list(goals)
    while todo:
        term = todo.pop()
        if term.get_id() in seen or not z3.is_app(term):
            continue  # a term under a quantifier has no single value
        seen.add(term.get_id())
        todo += term.children()
        if term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield term


def smallest(solver: Any, bounds: Iterable[Sequence[Any]]) -> Any:
    """Return a model of the solver's assertions that meets the first satisfiable set of `bounds`, or any model."""
    import z3

    model = solver.model()
    for each in bounds:
        solver.push()
        solver.add(*each)
        if solver.check() == z3.sat:
            return solver.model()
        solver.pop()
    return model


def _sort(name: str) -> str:
    return "iteration" if name == "Step" else name.lower()


def find_ill_typed(rule: Rule, known: dict[str, Any], world: Any, model: Any) -> str:
    """Return the innermost subterm of a rule's right side that is ill-typed in a model; empty if all are well-typed."""
    import z3

    def search(term: Term) -> str:
        if term.word is None:
            return ""
        if inner := next(filter(None, map(search, term.arguments)), ""):
            return inner
        typed = getattr(mean(term, known, world), "typed", ())
        return "" if all(z3.is_true(model.eval(each, model_completion=True)) for each in typed) else str(term)

    return search(rule.after)
