"""Counterexamples say what a reader needs: each value that a side reads, and what is not well typed."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt import rule
from egraph_opt.core.rule import Equation, Rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import OR, SELECT, Form, Shape, Tensor, apply2, apply3
from egraph_opt.families.pointer.vocabulary.meaning import Dimension, Num, inside, integer, less, step, times, uniform
from egraph_opt.families.region.vocabulary import term as region
from egraph_opt.prover import NoAnswer, Unsound, admission, prove


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


@rule
def halved_bound(d: Dimension, m: Num) -> Equation:
    """Wrong: twice a number may overflow."""
    return less(step(d, integer(2), uniform(integer(0))), uniform(times(integer(2), m))), inside(d, m)


def test_numbers_have_signs_and_elements_have_plain_names() -> None:
    said = refuted(halved_bound).splitlines()
    values = dict(
        pair.split(" = ") for pair in said[1].strip().removeprefix("with ").replace("; given", ",").split(", ") if "=" in pair
    )
    m, index = int(values["m(iteration 0)"]), int(next(line for line in said if "with" in line).rpartition(" = ")[2])
    doubled = (2 * m + (1 << 63)) % (1 << 64) - (1 << 63)
    assert said[2:] == [f"  before: {2 * index < doubled}", f"  after:  {index < m}"]
    assert "!val!" not in refuted(select_under_or) + refuted(wrong_part)


def test_a_limit_is_named_and_kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit counts steps, so another run would end the same way."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(NoAnswer, match=r"within 10 steps of the solver \(products .* hard: try") as error:
        prove(halved_bound, 10)
    calls: list[Rule] = []

    def out_of_steps(given: Rule) -> None:
        calls.append(given)
        raise NoAnswer(given, error.value.why)

    monkeypatch.setattr(admission, "prove", out_of_steps)
    for said in ("hard: try", r"\(kept from an earlier run\)"):
        admission.admit.cache_clear()
        with pytest.raises(NoAnswer, match=said):
            admission.admit(halved_bound)
    assert calls == [halved_bound]
