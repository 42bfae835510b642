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

EQUIVALENT = {"detour_conversion": ["convert_layout(convert_layout(x, layout), layout)"]}
"""Mutants that hold: a conversion may be done twice."""


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
