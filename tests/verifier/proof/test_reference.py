"""Kernels are proved against functions of NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.proof import Proof, prove
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.user_question import Call
from tests.verifier.proof.pairs import (
    ATTENTION,
    ATTENTION_ARGS,
    LAYER,
    LAYER_ARGS,
    MATRIX,
    PRODUCT,
    PRODUCT_ARGS,
    ROWS,
    SMALL,
    TOKENS,
    Launch,
    attention,
    kernel_place,
    row,
    tiles,
    vector,
)

pytestmark = pytest.mark.long


def proof(reference: Callable[..., Any], kernel: Launch, arrays: Mapping[str, str], sizes: Mapping[str, int]) -> Proof:
    """Return the proof of a kernel against a function."""
    name, grid, args, constants = kernel
    call = Call(kernel_place(name), grid, args, constants)
    problem = make_problem(reference, [call], constexprs={}, arrays=arrays, sizes=sizes, results=())
    return prove(QuestionBuilder(problem).question())


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def layer_norm(x: Any, w: Any, b: Any) -> Any:
    return (x - np.mean(x, -1, keepdims=True)) / np.sqrt(np.var(x, axis=-1, keepdims=True) + 1e-5) * w + b


def scaled_attention(q: Any, k: Any, v: Any) -> Any:
    scores = np.where(np.tril(np.ones((len(q), len(k)), bool)), q @ k.T * 0.25, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / np.sum(weights, -1, keepdims=True) @ v


def gelu(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


BLOCKS = ("attn1", "cdiv(T,BM)", ATTENTION_ARGS, attention(16, 16, True))
KERNELS: dict[str, tuple[Callable[..., Any], Launch, Mapping[str, str], Mapping[str, int]]] = {
    "softmax": (softmax, row("softmax2", 8), ROWS, SMALL),
    "layer norm": (layer_norm, row("ln3", 8, LAYER_ARGS), LAYER, SMALL),
    "product": (lambda a, b: a @ b, ("mm1", "cdiv(M,BM),cdiv(N,BN)", PRODUCT_ARGS, tiles(16, 16, 16)), PRODUCT, MATRIX),
    "sum of products": (
        lambda a, b: np.einsum("mk,kn->mn", a, b),
        ("mm1", "cdiv(M,BM),cdiv(N,BN)", PRODUCT_ARGS, tiles(16, 16, 16)),
        PRODUCT,
        {"M": 5, "N": 6, "K": 7},
    ),
    "attention": (scaled_attention, BLOCKS, ATTENTION, TOKENS),
    "gelu": (
        gelu,
        vector("gelu1", 16, {"a": "x", "o": "o", "n": "N"}),
        {"x": "f32[N]", "o": "f32[N]"},
        {"N": 21},
    ),
    "sums": (lambda x: np.cumsum(x, axis=1), row("cum2", 8), ROWS, SMALL),
}


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_is_proved_against_its_reference(name: str) -> None:
    found = proof(*KERNELS[name])
    assert found.verdict == "reals", found


@pytest.mark.parametrize(
    "reference",
    [
        lambda x: np.exp(x) / np.exp(x).sum(axis=0, keepdims=True),
        lambda x: np.exp(x - x.max()) / np.exp(x).sum(axis=1, keepdims=True),
        lambda x: np.exp2(x) / np.exp2(x).sum(axis=1, keepdims=True),
        lambda x: x if x[0, 0] > 0 else -x,
        lambda x: np.linalg.norm(x, axis=1, keepdims=True) + x,
    ],
)
def test_wrong_or_unknown_reference_is_not_proved(reference: Callable[..., Any]) -> None:
    found = proof(reference, row("softmax2", 8), ROWS, SMALL)
    assert found.verdict == "undecided" and found.reason
