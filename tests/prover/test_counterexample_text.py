"""Counterexamples say what a reader needs: each value that a side reads, and what is not well typed."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from egraph_opt import rule
from egraph_opt.core.rule import Equation, Rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import OR, SELECT, Form, Movement, Shape, Tensor, apply2, apply3, move
from egraph_opt.families.numerics.vocabulary import Axis, Real, multiply, power, subtract, total
from egraph_opt.families.pointer.vocabulary.meaning import Dimension, Num, inside, integer, less, step, times, uniform
from egraph_opt.families.region.vocabulary import term as region
from egraph_opt.prover import NoAnswer, Unsound, prove, user_rules
from egraph_opt.prover.counterexample_text import values


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
    assert all(re.search(rf"[ ]{name} = [01][;\n]", said) for name in "ckxyz"), said


@rule
def meets_at_another_place(m: Movement, a: Movement, x: Tensor) -> Equation:
    """Wrong: movements do not change places."""
    return move(m, move(a, x)), move(a, move(m, x))


@rule
def either_order(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """Wrong: not all operations commute."""
    return apply2(f, e, s, x, y), apply2(f, e, s, y, x)


def test_tensors_are_told_in_the_words_of_the_rule() -> None:
    said = refuted(select_under_or)
    assert "apply2(OR, a, s, c, k)" in said and "apply3(SELECT, e, s," in said and "all shapes are equal" in said
    assert re.search(r"\n  before: [01] at place 0 of shape 0 \(elements of 1 bit\)\n  after:  [01] at place 0 of shape 0 ", said)
    values = dict(each.split(" = ") for each in said.splitlines()[1].removeprefix("  with ").split("; ") if " = " in each)
    c, k, x, y, z = (values[name] == "1" for name in "ckxyz")
    sides = [re.search(rf"{side}: +([01]) at", said) for side in ("before", "after")]
    before, after = ((x if c else y) if c or k else z), (x if c or k else z)
    assert [found and found[1] == "1" for found in sides] == [before, after], "the values are a counterexample"
    moved = refuted(meets_at_another_place)
    assert re.search(r"m takes place 0 from place \d", moved) and "origin" not in moved and "val" not in moved
    assert "f = OTHERS; x = 0; y = 1; OTHERS(0, 1) = " in refuted(either_order) or "f = OTHERS; x = 1; y = 0;" in refuted(
        either_order
    )


@rule
def product_of_sums(a: Axis, x: Real, y: Real) -> Equation:
    """Wrong: a sum of products is no product of sums."""
    return total(a, multiply(x, y)), multiply(total(a, x), total(a, y))


@rule
def difference_of_powers(x: Real, y: Real) -> Equation:
    """Wrong: the exponential of a difference is a quotient."""
    return power(0, subtract(x, y)), subtract(power(0, x), power(0, y))


def test_numbers_of_bounded_rules_are_small_and_whole() -> None:
    said = refuted(product_of_sums)
    rows = [
        [int(found) for found in re.findall(r"(\d) at \([01], 0, 0\)", part)] for part in said.splitlines()[1].split("; ")[1:]
    ]
    rows = [row or [1, 1] for row in rows]
    sides = [int(found) for found in re.findall(r"(?:before|after): +(\d+) at \(0, 0, 0\)", said)]
    assert sides == [sum(x * y for x, y in zip(*rows, strict=True)), sum(rows[0]) * sum(rows[1])], said
    said = refuted(difference_of_powers)
    x, y = (Fraction(found) for found in re.findall(r"the exponential of [xy] = (\d+)", said))
    assert [Fraction(found) for found in re.findall(r"(?:before|after): +(\S+)", said)] == [x / y, x - y]


def test_what_is_not_well_typed_is_named() -> None:
    said = refuted(wrong_part)
    assert said.endswith("not well typed: with_tensor(y, slice_all(a, xs))") and "\n  with a = " in said


def test_a_rule_that_failed_has_no_guides(capsys: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from egraph_opt.prover import rule_proofs

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    record = rule_proofs.record(wrong_part, "here")
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
    m, index = int(values["m"]), int(next(line for line in said if "with" in line).rpartition(" = ")[2])
    doubled = (2 * m + (1 << 63)) % (1 << 64) - (1 << 63)
    assert said[2:] == [f"  before: {2 * index < doubled}", f"  after:  {index < m}"]
    assert "!val!" not in refuted(select_under_or) + refuted(wrong_part)


@pytest.mark.parametrize(("second", "said"), [(0, "x = 3, y = 3"), (1, "x(0) = 3, y(1) = 3")])
def test_places_are_named_where_there_are_several(second: int, said: str) -> None:
    z3 = pytest.importorskip("z3")
    x, y = (z3.Function(name, z3.BitVecSort(8), z3.BitVecSort(8)) for name in "xy")
    goals = [x(z3.BitVecVal(0, 8)), y(z3.BitVecVal(second, 8))]
    solver = z3.Solver()
    solver.add(*(goal == 3 for goal in goals))
    assert solver.check() == z3.sat and values(solver.model(), goals, ["x", "y"]) == said


def test_a_limit_is_named_and_kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit counts steps, so another run would end the same way."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(NoAnswer, match=r"within 10 steps of the solver \(products .* hard: try") as error:
        prove(halved_bound, 10)
    calls: list[Rule] = []

    def out_of_steps(given: Rule) -> None:
        calls.append(given)
        raise NoAnswer(given, error.value.why)

    monkeypatch.setattr(user_rules, "prove", out_of_steps)
    for said in ("hard: try", r"\(kept from an earlier run\)"):
        user_rules.admit.cache_clear()
        with pytest.raises(NoAnswer, match=said):
            user_rules.admit(halved_bound)
    assert calls == [halved_bound]
