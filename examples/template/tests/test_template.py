"""Tests that a package like this should have: its rules are proved, and each part of it changes a program as it should."""

from pathlib import Path

import pytest
from my_egraph_opt import rules
from my_egraph_opt.logic import rules as logic

import egraph_opt
from egraph_opt.core.rule import Rule

HERE = Path(__file__).parents[1]
RULES = [each for module in (rules, logic) for each in vars(module).values() if isinstance(each, Rule)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rules_are_proved(rule: object) -> None:
    assert egraph_opt.prove(rule).strength


def test_the_rule_fires() -> None:
    plain, own = (egraph_opt.optimize(HERE / "kernel.mlir", rules=names).ir for names in ("layout", "layout,my-rules"))
    assert "= scf.if" in plain and "= scf.if" not in own


def test_the_cost_model_decides() -> None:
    result = egraph_opt.optimize(HERE / "kernel.mlir", cost="energy:picojoules=2")
    assert result.unit == "pJ" and result.cost_before > 0 == result.cost_after


def test_the_family_optimises_bits() -> None:
    result = egraph_opt.optimize(HERE / "bits.mlir", rules="logic")
    assert result.ir.count("arith.") == 1 and "arith.ori %a, %b" in result.ir
    assert (result.cost_before, result.cost_after, result.optimal) == (4, 1, True)
