"""Rules with one thing wrong: a variable for another, two arguments exchanged. What the prover lets pass must be equal to the rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import egglog
import pytest
from egglog.conversion import ConvertError

from egraph_opt.prove import LAYOUTS, Unsound, prove
from egraph_opt.rule import Rule
from egraph_opt.rules import NAMES, book

RULES = [rule for name in NAMES for rule in book(name)]

EQUIVALENT = {
    "detour_conversion": ["convert_layout(convert_layout(x, layout), layout)"],
    "add_uniform": ["uniform(plus(b, a))"],
    "multiply_uniform": ["uniform(times(b, a))"],
    "add_commutes": ["add(x, y)"],
    "multiply_commutes": ["multiply(x, y)"],
    "add_step": ["step(d, s, add(uniform(b), x))"],
    "add_same_dimension": ["step(d, plus(t, s), add(x, y))", "step(d, plus(s, t), add(y, x))"],
    "add_dimensions": ["step(d, s, add(step(e, t, y), x))"],
    "multiply_step": ["step(d, times(t, s), multiply(x, uniform(t)))", "step(d, times(s, t), multiply(uniform(t), x))"],
    "carried_pointer": ["add(x, multiply(s, uniform(count(loop))))", "add(multiply(uniform(count(loop)), s), x)"],
    "carried_offset": ["plus(a, times(s, count(loop)))", "plus(times(count(loop), s), a)"],
    "count_iterations": ["plus(lower, times(s, count(loop)))", "plus(times(count(loop), s), lower)"],
    "bound_above": ["inside(d, plus(n, times(o, integer(-1))))", "inside(d, plus(times(integer(-1), o), n))"],
    "bound_below": [
        "beyond(d, plus(plus(integer(1), n), times(integer(-1), o)))",
        "beyond(d, plus(plus(n, integer(1)), times(o, integer(-1))))",
        "beyond(d, plus(times(integer(-1), o), plus(n, integer(1))))",
    ],
    "below_is_between": ["both(less(x, y), less(uniform(integer(-1)), x))"],
    "hide_beside_insert": ["insert(w, y, hide(area, d))"],
    "view_both": ["both(view_mask(f, n), view_mask(f, m))"],
}
"""Mutants that hold: a conversion may be done twice; sums, products and conjunctions commute; less may be hidden than could be."""


def terms(term: Any, sorts: dict[str, Any]) -> Iterator[Any]:
    """Every term that differs from `term` in one variable, or by exchanging two arguments of one sort."""
    name = egglog.get_var_name(term)
    if name is not None:
        alike = [v for v, sort in sorts.items() if sort is sorts[name] and (v in LAYOUTS) == (name in LAYOUTS)]
        yield from (egglog.var(v, sorts[v]) for v in alike if v != name)
        return
    arguments = list(egglog.get_callable_args(term) or ())
    function = egglog.get_callable_fn(term)
    for i, argument in enumerate(arguments):
        for other in terms(argument, sorts):
            yield function(*arguments[:i], other, *arguments[i + 1 :])
    for i, left in enumerate(arguments):
        for j, right in enumerate(arguments[i + 1 :], i + 1):
            if str(left) != str(right) and (str(left) in LAYOUTS) == (str(right) in LAYOUTS):
                with suppress(ConvertError):  # two arguments of different sorts
                    yield function(*(right if n == i else left if n == j else a for n, a in enumerate(arguments)))


def mutants(rule: Rule) -> list[Rule]:
    distinct = {str(after): after for after in terms(rule.after, rule.variables) if str(after) != str(rule.after)}
    return [replace(rule, after=after) for after in distinct.values()]


def test_mutants_are_many() -> None:
    assert sum(len(mutants(rule)) for rule in RULES) >= 48


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_mutant_is_refuted(rule: Rule) -> None:
    passed = []
    for mutant in mutants(rule):
        try:
            prove(mutant)
            passed.append(" ".join(str(mutant.after).split()))
        except Unsound:
            pass
    assert passed == EQUIVALENT.get(rule.name, [])
