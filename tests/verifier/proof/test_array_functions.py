"""Functions of NumPy on arrays of expressions: what they give has the values of the functions on numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from egraph_opt.verifier import erf
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.proof.reals.evaluation import Evaluation
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.reference.reference_lifting import array_of
from egraph_opt.verifier.side import ArraySpec, row_major

SHAPE = (3, 4)
ARRAYS = {
    "x": ArraySpec("x", "f32", SHAPE, row_major(SHAPE)),
    "y": ArraySpec("y", "f32", SHAPE, row_major(SHAPE)),
    "i": ArraySpec("i", "i64", SHAPE, row_major(SHAPE), low=0, high=4),
    "b": ArraySpec("b", "i1", SHAPE, row_major(SHAPE)),
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "cumulative product": lambda x: np.cumprod(x, axis=1),
    "cumulative sum of everything": lambda x: np.cumsum(x),
    "product": lambda x: np.prod(x, axis=(0, 1)) + x.prod(axis=0),
    "norm": lambda x: np.linalg.norm(x),
    "norm of rows": lambda x: np.linalg.norm(x, axis=1, keepdims=True),
    "norm of order 1": lambda x: np.linalg.norm(x, 1, axis=0),
    "norm of order 3": lambda x: np.linalg.norm(x, 3, axis=0),
    "largest size": lambda x: np.linalg.norm(x, np.inf, axis=-1),
    "border of zeros": lambda x: np.pad(x, ((0, 1), (2, 0))),
    "border of a number": lambda x: np.pad(x, 1, constant_values=-1.5),
    "border of the edge": lambda x: np.pad(x, 1, mode="edge"),
    "windows": lambda x: sliding_window_view(x, (2, 3)).max(axis=(-2, -1)),
    "windows with steps": lambda x: sliding_window_view(x, 2, axis=1)[:, ::2].mean(axis=-1),
    "argmax": lambda x: np.argmax(x, axis=1),
    "argmin, kept": lambda x: x.argmin(axis=0, keepdims=True),
    "argmax of everything": lambda x: np.argmax(x),
    "along an axis": lambda x, i: np.take_along_axis(x, i, axis=1),
    "along the first axis": lambda x, i: np.take_along_axis(x, np.minimum(i, 2), axis=0),
    "along an axis, known": lambda x: np.take_along_axis(x, np.array([[3], [0], [-1]]), axis=1),
    "any": lambda x, b: np.where(np.any(b, axis=1, keepdims=True), x, 0),
    "all": lambda x, y: np.where(np.all(x > y, axis=0), 1.0, x),
    "error function": lambda x: erf(x),
    "sign": lambda x: np.sign(x) + np.sign(x * 0),
    "sum of exponentials": lambda x, y: np.logaddexp(x, y),
    "masks as numbers": lambda x, b: np.cumsum(x * b, axis=1),
    "number of elements": lambda x, b: np.where(b.sum(axis=1, keepdims=True) > 2, x, -x),
    "outer": lambda x, y: np.outer(x, y),
    "inner": lambda x, y: np.inner(x, y) + np.vdot(x, y),
    "trace": lambda x: np.trace(x @ x.T),
    "diagonal": lambda x: np.diag(x[:, :3]),
    "long constants": lambda x: x * 1.6732632423543772 + x / 3,
}


def arguments(function: Callable[..., Any]) -> tuple[str, ...]:
    return function.__code__.co_varnames[: function.__code__.co_argcount]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_has_the_values_of_numpy(name: str) -> None:
    function = FUNCTIONS[name]
    ring = Ring(expand=20_000)
    domain = Reals(ring, tuple(ARRAYS.values()))
    found = function(*(array_of(domain, ARRAYS[each]) for each in arguments(function)))
    random = np.random.default_rng(3)
    for _ in range(3):
        numbers = {
            "x": random.normal(size=SHAPE),
            "y": random.normal(size=SHAPE),
            "i": random.integers(0, 4, SHAPE),
            "b": random.integers(0, 2, SHAPE).astype(bool),
        }
        expected = np.asarray(function(*(numbers[each] for each in arguments(function))), np.float64)
        evaluation = Evaluation(ring, {key: value.reshape(-1).astype(np.float64) for key, value in numbers.items()})
        values = np.asarray([evaluation.polynomial(p) for p in found.numbers.reshape(-1).tolist()]).reshape(found.shape)
        assert values.shape == expected.shape
        np.testing.assert_allclose(values, expected, rtol=1e-6, atol=1e-9)


REFUSED: dict[str, Callable[..., Any]] = {
    "index that may be outside": lambda x, i: np.take_along_axis(x, i + 1, axis=1),
    "take at elements": lambda x, i: np.take(x, i),
    "any of numbers": lambda x: np.any(x),
    "reflection that computes": lambda x: np.pad(x, 1, mode="reflect", reflect_type="odd"),
    "mean border": lambda x: np.pad(x, 1, mode="mean"),
    "norm of a matrix": lambda x: np.linalg.norm(x, 2),
    "function of the user's": lambda x: np.frompyfunc(lambda v: v + 1, 1, 1)(x),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_known_is_refused(name: str) -> None:
    domain = Reals(Ring(), tuple(ARRAYS.values()))
    with pytest.raises(Unliftable):
        REFUSED[name](*(array_of(domain, ARRAYS[each]) for each in arguments(REFUSED[name])))
