"""Rules with one thing wrong: what the prover lets pass must be equal to the rule."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.trust.mutants.rules import Mutant, equivalent, judged, mutants, normal
from egraph_opt.core.rule import Rule
from egraph_opt.rules import book, names

RULES = [rule for name in names() for rule in book(name)]


def test_mutants_are_many() -> None:
    kinds = Counter(mutant.kind for rule in RULES for mutant in mutants(rule))
    assert kinds["variable"] > 200 and kinds["exchange"] > 50 and kinds["condition"] > 80 and kinds["number"] > 10, kinds


MANY = 25
"""Mutants of a rule that are too many for every run."""


FEW = [rule for rule in RULES if len(mutants(rule)) <= MANY]


@pytest.mark.parametrize(
    "rule",
    [pytest.param(rule, marks=pytest.mark.slow) if n % 3 else rule for n, rule in enumerate(FEW)],
    ids=[r.name for r in FEW],
)
def test_every_mutant_is_refuted(rule: Rule) -> None:
    """Of every third rule; those of the others are slow."""
    assert judged(rule).wrong == []


def test_only_what_commutes_is_put_in_order() -> None:
    by_name = {rule.name: rule for rule in RULES}
    assert all(normal(rule.before) != normal(rule.after) for rule in RULES if not rule.name.endswith("_commutes"))
    choose = by_name["convert_choose"]
    (swapped,) = (m for m in mutants(choose) if m.kind == "exchange" and m.shown.startswith("choose(f, convert_layout(other"))
    assert not equivalent(choose, Mutant(swapped.kind, swapped.rule, swapped.shown))
