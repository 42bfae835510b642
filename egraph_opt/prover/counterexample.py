"""Counterexamples of z3 in words: a value for each variable that a rule's sides read, and the part of a side that is ill-typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.prover import mean

MOST = 40
"""Largest number of values in a message."""


def values(model: Any, goals: Iterable[Any]) -> str:
    """Return the values of the unknowns in some expressions under a model, and of functions at their arguments: `x(Place 1) = 0`."""
    import z3

    found: dict[str, str] = {}
    seen: set[int] = set()
    todo = list(goals)
    while todo:
        term = todo.pop()
        if term.get_id() in seen or not z3.is_app(term):
            continue  # a term under a quantifier has no single value
        seen.add(term.get_id())
        todo += term.children()
        if term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            arguments = ", ".join(str(model.eval(child, model_completion=True)) for child in term.children())
            name = f"{term.decl().name()}({arguments})" if arguments else str(term.decl().name())
            found[name] = str(model.eval(term, model_completion=True))
    lines = sorted(found.items(), key=lambda item: ("(" in item[0], item[0]))
    more = f", and {len(lines) - MOST} more" if len(lines) > MOST else ""
    return ", ".join(f"{name} = {value}" for name, value in lines[:MOST]) + more


def ill_typed(rule: Rule, known: dict[str, Any], world: Any, model: Any) -> str:
    """Return the innermost part of a rule's right side that is ill-typed in a model; empty if there is none."""
    import z3

    def search(term: Term) -> str:
        if term.word is None:
            return ""
        if inner := next(filter(None, map(search, term.arguments)), ""):
            return inner
        typed = getattr(mean(term, known, world), "typed", ())
        return "" if all(z3.is_true(model.eval(each, model_completion=True)) for each in typed) else str(term)

    return search(rule.after)
