"""Bounds on rounding: runs of both sides never differ by more, and a bound that is too small would be seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.verify.pairs import pairs
from egraph_opt.interpret.element_types import Array, fit
from egraph_opt.verifier.decision.verification import verify
from egraph_opt.verifier.proof.rounding.error_terms import (
    Errors,
    add,
    add_rounding,
    choose,
    divide,
    exact,
    exponential,
    extremum,
    logarithm,
    multiply,
    root,
    sum_rows,
)
from egraph_opt.verifier.proof.rounding.rounding_bound import INPUTS, rounding_bound, side_errors
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.side_execution import Work, run_side
from egraph_opt.verifier.side import Question
from tests.verifier.proof.pairs import question
from tests.verifier.questions import double

pytestmark = pytest.mark.long
KINDS = ("elementwise", "softmax", "losses", "reductions", "products")


def contents(asked: Question, seed: int) -> dict[str, Array]:
    """Return contents in the range of the bound, of which some are at its ends."""
    random = np.random.default_rng(seed)
    found: dict[str, Array] = {}
    for name, spec in asked.arrays.items():
        if spec.dtype[0] in "fb":
            values = random.uniform(-INPUTS, INPUTS, spec.shape)
            found[name] = fit(np.where(random.random(spec.shape) < 0.2, np.sign(values), values), spec.dtype)
        else:
            found[name] = random.integers(spec.low or 0, spec.high or 2, spec.shape)
    return found


def test_runs_differ_by_no_more_than_the_bound() -> None:
    bounded = 0
    for pair in pairs():
        if not pair.same or None in pair.sizes.values() or not pair.name.startswith(KINDS):
            continue
        asked = QuestionBuilder(pair.problem()).question()
        bound = rounding_bound(asked, 400_000)
        if bound is None:
            continue
        bounded += 1
        for seed in range(2):
            given = contents(asked, seed)
            old, new = (run_side(asked, side, given, Work(1 << 40)) for side in (asked.old, asked.new))
            for result, most in bound.differences.items():
                apart = np.abs(old.arrays[result].astype(np.float64) - new.arrays[result].astype(np.float64))
                assert np.max(apart[old.written[result]]) <= most, (pair.name, result)
    assert bounded >= 25


def sample(x: Errors, random: np.random.Generator) -> tuple[Array, Array]:
    """Return real values in a range, and computed ones within their error."""
    real = random.uniform(x.low, x.high)
    return real, real + random.uniform(-1, 1, real.shape) * (x.absolute + x.relative * np.abs(real))


OPERATIONS: dict[str, tuple[Any, Any, int]] = {
    "sum": (add, np.add, 2),
    "product": (lambda a, b: multiply(a, b, np.zeros(a.low.shape, bool)), np.multiply, 2),
    "quotient": (divide, np.divide, 2),
    "maximum": (lambda a, b: extremum(a, b, True), np.maximum, 2),
    "minimum": (lambda a, b: extremum(a, b, False), np.minimum, 2),
    "exponential": (lambda a: exponential(a, False), np.exp, 1),
    "power of two": (lambda a: exponential(a, True), np.exp2, 1),
    "logarithm": (lambda a: logarithm(a, False), np.log, 1),
    "root": (lambda a: root(a, False), np.sqrt, 1),
    "reciprocal root": (lambda a: root(a, True), lambda a: 1 / np.sqrt(a), 1),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_results_lie_in_their_range_and_error(name: str) -> None:
    operation, function, arity = OPERATIONS[name]
    random, seen = np.random.default_rng(7), 0
    for _ in range(60):
        ends = np.sort(random.uniform(-3, 3, (arity, 2, 64)), axis=1)
        given = [Errors(low, high, *(random.choice([0.0, 1e-6, 1e-3], (2, 64)))) for low, high in ends]
        with np.errstate(all="ignore"):
            found = operation(*given)
        pairs = [sample(x, random) for x in given]
        with np.errstate(all="ignore"):
            real, computed = function(*(p[0] for p in pairs)), function(*(p[1] for p in pairs))
            known = np.isfinite(found.low + found.high + found.absolute + found.relative)
            seen += int(known.sum())
            inside = (real >= found.low - 1e-12) & (real <= found.high + 1e-12)
            near = np.abs(computed - real) <= (found.absolute + found.relative * np.abs(real)) * (1 + 1e-9) + 1e-13
        assert np.all((inside & near)[known])
    assert seen > 500


def test_selection_that_rounding_may_flip_has_the_distance_as_its_error() -> None:
    a, b = exact(np.asarray([1.0]), np.asarray([2.0])), exact(np.asarray([-3.0]), np.asarray([0.0]))
    assert choose(a, b, np.asarray([True])).absolute == 5 and choose(a, b, np.asarray([False])).absolute == 0


@pytest.mark.parametrize(("element", "dtype", "count"), [("f32", np.float32, 200), ("f16", np.float16, 700)])
def test_sum_of_rows_covers_every_order(element: str, dtype: Any, count: int) -> None:
    values = np.random.default_rng(3).uniform(0, 1, (8, count)).astype(dtype)
    wide = values.astype(np.float64)
    found = sum_rows(exact(wide, wide), element)
    for order in (values, np.sort(values, axis=-1), np.sort(values, axis=-1)[:, ::-1]):
        total = np.zeros(8, dtype)
        for k in range(count):
            total = total + order[:, k]
        assert np.all(np.abs(total.astype(np.float64) - wide.sum(-1)) <= found.error)


def test_sum_of_too_many_narrow_floats_has_no_bound() -> None:
    ones = np.ones((1, 5000))
    assert np.isnan(sum_rows(exact(ones, ones), "f16").error).all()


def test_value_that_may_overflow_has_no_bound() -> None:
    assert np.isnan(add_rounding(exact(np.asarray([0.0]), np.asarray([70000.0])), "f16").high)
    assert not np.isnan(add_rounding(exact(np.asarray([0.0]), np.asarray([60000.0])), "f16").high)


def test_error_of_a_softmax_is_small() -> None:
    asked = question("softmax online")
    errors = side_errors(asked, asked.new, 100_000)["o"]
    assert 0 < errors.error < 1e-4 < errors.size


def test_verdict_tells_the_bound() -> None:
    arrays = {"x": "f32[N]", "y": "f32[N]"}
    new = double(8, ("arith.mulf %v, %two", "arith.addf %v, %v"))
    found = verify(double(8), new, grid="cdiv(N, 8)", args={**arrays, "n": "N"}, sizes={"N": 21})
    assert found.rounding is not None and "rounding: for finite float inputs of at most 1 in size" in str(found)
    assert 0 < found.to_json()["rounding"]["differences"]["y"] < 1e-6
