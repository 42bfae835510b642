"""Counterexamples say what a reader needs: each value that a side reads, and what is not well typed."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt import rule
from egraph_opt.core.rule import Equation, Rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import OR, SELECT, Form, Shape, Tensor, apply2, apply3
from egraph_opt.families.region.vocabulary import term as region
from egraph_opt.prover import Unsound, prove


@rule
def select_under_or(a: Form, d: Form, e: Form, s: Shape, c: Tensor, k: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Wrong: one of the masks holds."""
    both = apply2(Integer(OR), a, s, c, k)
    return apply3(Integer(SELECT), e, s, both, apply3(Integer(SELECT), d, s, c, x, y), z), apply3(
        Integer(SELECT), e, s, both, x, z
    )


@rule
def wrong_part(
    a: region.Window, b: region.Window, f: region.Computation, x: region.Tensor, y: region.Tensor, xs: region.Tensors
) -> Equation:
    """Wrong: the second part is computed with the operands of the first."""
    left, right = (region.elementwise(f, region.with_tensor(part, region.slice_all(a, xs))) for part in (x, y))
    whole = region.elementwise(f, region.with_tensor(region.concat(a, b, x, y), xs))
    return whole, region.concat(a, b, left, right), region.partition(a, b)


def refuted(wrong: Rule) -> str:
    with pytest.raises(Unsound) as error:
        prove(wrong)
    return str(error.value)


def test_each_variable_that_a_side_reads_has_a_value() -> None:
    said = refuted(select_under_or)
    assert all(f"{name}(" in said for name in "ckxyz"), said


def test_what_is_not_well_typed_is_named() -> None:
    said = refuted(wrong_part)
    assert said.endswith("not well typed: with_tensor(y, slice_all(a, xs))") and "\n  with a = " in said


def test_a_rule_that_failed_has_no_guides(capsys: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from egraph_opt.prover import report

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    record = report.record(wrong_part, "here")
    assert record.failure and not record.conditions[0].needed
