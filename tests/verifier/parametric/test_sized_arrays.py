"""References in NumPy beside kernels, for all sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.proof.side_equality import Proof
from tests.verifier.parametric.questions import proof_of

pytest.importorskip("triton")
KERNELS = "benchmarks/verify/kernels"
ROWS = {"x": "f32[M, N]", "y": "f32[M, N]", "stride_x": "N", "stride_y": "N", "stride": "N", "m": "M", "n": "N"}
NORM = {**ROWS, "w": "f32[N]", "b": "f32[N]", "eps": 1e-5}
TILE = {"BM": 16, "BN": 16, "BK": 16}
TILES = "cdiv(M, 16), cdiv(N, 16)"
PRODUCT = {"a": "f32[M, K]", "b": "f32[K, N]", "c": "f32[M, N]", "m": "M", "n": "N", "k": "K"}
VECTOR = {"x": "f32[N]", "y": "f32[N]", "n": "N"}


def proof_beside(reference: Callable[..., Any], kernel: str, grid: str, args: dict[str, Any], assume: tuple[str, ...] = (),
                 **constants: Any) -> Proof:  # fmt: skip
    """Return the proof that a kernel does what a function does, for all positive sizes."""
    arrays = {name: text for name, text in args.items() if isinstance(text, str) and "[" in text}
    sizes = [name for name in "MNK" if any(name in str(text) for text in args.values())]
    given = {name: name if name in arrays else value for name, value in args.items()}
    call = Call(f"{KERNELS}/{kernel}", grid, given, constants or {"BLOCK": 32})
    positive = tuple(f"{name} > 0" for name in sizes)
    return proof_of(
        make_problem(reference, call, constexprs={}, arrays=arrays, sizes=dict.fromkeys(sizes), assume=(*positive, *assume))
    )


def softmax(x: Any, axis: int = 1) -> Any:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def rms_norm(x: Any, w: Any, N: Any) -> Any:
    return x / np.sqrt((x * x).sum(axis=1)[:, None] / N + 1e-5) * w


def layer_norm(x: Any, w: Any, b: Any) -> Any:
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(np.var(x, axis=-1, keepdims=True) + 1e-5) * w + b


RIGHT: dict[str, tuple[Any, ...]] = {
    "softmax": (softmax, "softmax.py:online", "M", ROWS, {}),
    "rms norm": (rms_norm, "norms.py:rms_norm_loop", "M", NORM, {}),
    "layer norm": (layer_norm, "norms.py:layer_norm_tutorial", "M", NORM, {}),
    "product": (lambda a, b: a @ b, "products.py:tiles", TILES, PRODUCT, TILE),
    "product of transposed": (lambda a, b: (b.T @ a.T).T, "products.py:tiles", TILES, PRODUCT, TILE),
    "product by a sum": (
        lambda a, b: (a[:, :, None] * b[None]).sum(axis=1), "products.py:tiles", TILES, PRODUCT, TILE,
    ),
    "relu": (lambda x: np.where(x > 0, x, 0.0), "elementwise.py:relu_maximum", "cdiv(N, 32)", VECTOR, {}),
    "whole sum": (lambda x: x.sum(keepdims=True), "reductions.py:sum_one", "1", {**VECTOR, "y": "f32[1]"}, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_kernel_is_proved_beside_its_reference(name: str) -> None:
    reference, kernel, grid, args, constants = RIGHT[name]
    proof = proof_beside(reference, kernel, grid, args, **constants)
    assert proof.verdict == "reals" and proof.all_sizes, proof


def test_tile_of_a_row_is_proved_beside_its_reference() -> None:
    args = {**ROWS, "y": "f32[M]"}
    proof = proof_beside(lambda x: x.sum(axis=1), "reductions.py:row_sum", "M", args, ("N <= 16",), BLOCK="next_power_of_2(N)")
    assert proof.verdict == "reals" and "5 cases" in proof.reason, proof


WRONG: dict[str, tuple[Any, ...]] = {
    "softmax along the other axis": (lambda x: softmax(x, 0), "softmax.py:online", "M", ROWS, {}),
    "epsilon outside of the root": (
        lambda x, w, N: x / (np.sqrt((x * x).sum(axis=1)[:, None] / N) + 1e-5) * w, "norms.py:rms_norm_loop", "M", NORM, {},
    ),
    "mean over one element less": (
        lambda x, w, N: x / np.sqrt((x * x).sum(axis=1)[:, None] / (N - 1) + 1e-5) * w, "norms.py:rms_norm_loop", "M", NORM, {},
    ),
    "weights along the other axis": (lambda x, w, M: x * w[None], "norms.py:rms_norm_loop", "M", NORM, {}),
    "twice the product": (lambda a, b: (a + a) @ b, "products.py:tiles", TILES, PRODUCT, TILE),
    "a slope below zero": (lambda x: np.where(x > 0, x, 0.01 * x), "elementwise.py:relu_maximum", "cdiv(N, 32)", VECTOR, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_kernel_is_not_proved_beside_another_reference(name: str) -> None:
    reference, kernel, grid, args, constants = WRONG[name]
    proof = proof_beside(reference, kernel, grid, args, **constants)
    assert proof.verdict == "undecided" and proof.reason == "no law makes both expressions the same", proof


UNKNOWN = {
    "np.sort": lambda x: np.sort(x),
    "takes only some elements": lambda x: x[1:],
    "depends on an element": lambda x: x if x > 0 else -x,
    "as floats of its shape": lambda x: x[:, None],
    "elements along one axis": lambda x, N: x + np.zeros(3),
    "cannot be called": lambda x: x.unknown,
}


@pytest.mark.parametrize("reason", UNKNOWN)
def test_what_has_no_form_is_said(reason: str) -> None:
    proof = proof_beside(UNKNOWN[reason], "elementwise.py:relu_maximum", "cdiv(N, 32)", VECTOR)
    assert proof.verdict == "undecided" and (reason in proof.reason or "has no form" in proof.reason), proof
