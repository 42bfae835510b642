"""Questions on pairs of kernels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.side import Question
from egraph_opt.verifier.user_question import Call

FILES = tuple(Path(__file__).with_name(name) for name in ("pair_kernels.py", "pointwise_kernels.py"))
ROWS = {"x": "f32[M,N]", "o": "f32[M,N]"}
ROW_ARGS = {"x": "x", "o": "o", "n": "N", "s": "N"}
NORM = {**ROWS, "w": "f32[N]"}
NORM_ARGS = {**ROW_ARGS, "w": "w", "eps": 1e-5}
LAYER = {**NORM, "b": "f32[N]"}
LAYER_ARGS = {**NORM_ARGS, "b": "b"}
PRODUCT = {"a": "f32[M,K]", "b": "f32[K,N]", "c": "f32[M,N]"}
PRODUCT_ARGS = {"a": "a", "b": "b", "c": "c", "M": "M", "N": "N", "K": "K"}
ATTENTION = {name: "f32[T,D]" for name in "qkvo"}
ATTENTION_ARGS = {"q": "q", "k": "k", "v": "v", "o": "o", "T": "T", "scale": 0.25}
VECTORS = {"x": "f32[N]", "y": "f32[N]", "o": "f32[N]"}
VECTOR_ARGS = {"x": "x", "y": "y", "o": "o", "n": "N"}
LOSS = {"x": "f32[M,N]", "y": "i64[M] low=-1 high=N", "o": "f32[M]"}
LOSS_ARGS = {"x": "x", "y": "y", "o": "o", "n": "N", "s": "N", "ignore": -1}
GATES = {"a": "bf16[N]", "b": "bf16[N]", "o": "bf16[N]"}
GATE_ARGS = {"a": "a", "b": "b", "o": "o", "n": "N"}
QUANTISED = {"x": "f32[M,N]", "o": "i8[M,N]", "sc": "f32[M]"}
TILES = "cdiv(M,BM),cdiv(N,BN)"
SMALL = {"M": 2, "N": 21}
MATRIX = {"M": 21, "N": 18, "K": 20}
TOKENS = {"T": 20, "D": 16}
Launch = tuple[str, str, Mapping[str, Any], Mapping[str, Any]]


def kernel_place(name: str) -> str:
    """Return the file and the name of a kernel, as `verify` takes them."""
    (file,) = [each for each in FILES if f"def {name}(" in each.read_text()]
    return f"{file}:{name}"


def row(name: str, block: int, args: Mapping[str, Any] = ROW_ARGS) -> Launch:
    """Return a launch of one program for each row."""
    return (name, "M", args, {"B": block})


def vector(name: str, block: int, args: Mapping[str, Any] = VECTOR_ARGS) -> Launch:
    """Return a launch of one program for each block."""
    return (name, "cdiv(N,B)", args, {"B": block})


def tiles(m: int, n: int, k: int, **more: int) -> dict[str, int]:
    """Return the extents of the tiles of a matrix product."""
    return {"BM": m, "BN": n, "BK": k, **more}


def attention(m: int, n: int, causal: bool) -> dict[str, Any]:
    """Return the constants of attention by blocks."""
    return {"BM": m, "BN": n, "D": 16, "CAUSAL": causal}


PAIRS: dict[str, tuple[Launch, Launch, Mapping[str, str], Mapping[str, int], str]] = {
    "add in other tiles": (vector("add1", 16), vector("add1", 8), VECTORS, {"N": 21}, "bits"),
    "add in a loop": (vector("add1", 16), ("add2", "1", VECTOR_ARGS, {"B": 8}), VECTORS, {"N": 21}, "reals"),
    "softmax online": (row("softmax1", 32), row("softmax2", 8), ROWS, SMALL, "reals"),
    "softmax to base 2": (row("softmax1", 32), row("softmax3", 64), ROWS, SMALL, "reals"),
    "layer norm by squares": (row("ln1", 32, LAYER_ARGS), row("ln2", 8, LAYER_ARGS), LAYER, SMALL, "reals"),
    "layer norm by Welford": (row("ln1", 32, LAYER_ARGS), row("ln3", 8, LAYER_ARGS), LAYER, SMALL, "reals"),
    "rms norm in blocks": (row("rms1", 32, NORM_ARGS), row("rms2", 8, NORM_ARGS), NORM, SMALL, "reals"),
    "matrix product, swizzled": (
        ("mm1", TILES, PRODUCT_ARGS, tiles(16, 16, 16)),
        ("mm2", "cdiv(M,BM)*cdiv(N,BN)", PRODUCT_ARGS, tiles(16, 16, 32, G=2)),
        PRODUCT,
        MATRIX,
        "reals",
    ),
    "matrix product, split": (
        ("mm1", TILES, PRODUCT_ARGS, tiles(16, 16, 16)),
        ("mm3", TILES + ",SK", PRODUCT_ARGS, tiles(16, 16, 16, SK=2)),
        {**PRODUCT, "c": "f32[M,N] start=zeros"},
        MATRIX,
        "reals",
    ),
    "attention": (
        ("attn1", "cdiv(T,BM)", ATTENTION_ARGS, attention(16, 16, False)),
        ("attn2", "T", ATTENTION_ARGS, {"B": 32, "D": 16, "CAUSAL": False}),
        ATTENTION,
        TOKENS,
        "reals",
    ),
    "causal attention": (
        ("attn1", "cdiv(T,BM)", ATTENTION_ARGS, attention(32, 16, True)),
        ("attn2", "T", ATTENTION_ARGS, {"B": 32, "D": 16, "CAUSAL": True}),
        ATTENTION,
        TOKENS,
        "reals",
    ),
    "cross entropy": (row("ce1", 32, LOSS_ARGS), row("ce2", 8, LOSS_ARGS), LOSS, SMALL, "reals"),
    "swiglu": (vector("swiglu1", 16, GATE_ARGS), vector("swiglu2", 32, GATE_ARGS), GATES, {"N": 21}, "reals"),
    "gelu": (
        vector("gelu1", 16, {"a": "x", "o": "o", "n": "N"}),
        vector("gelu2", 32, {"a": "x", "o": "o", "n": "N"}),
        {"x": "f32[N]", "o": "f32[N]"},
        {"N": 21},
        "reals",
    ),
    "cumulative sum": (row("cum1", 32), row("cum2", 8), ROWS, SMALL, "reals"),
    "quantisation": (
        row("q1", 32, {**ROW_ARGS, "sc": "sc"}),
        row("q2", 8, {**ROW_ARGS, "sc": "sc"}),
        QUANTISED,
        SMALL,
        "reals",
    ),
}  # fmt: skip


@lru_cache(maxsize=64)
def question(name: str) -> Question:
    """Return the question on a pair of the table."""
    old, new, arrays, sizes, _ = PAIRS[name]
    return question_of(old, new, arrays, sizes)


def question_of(old: Launch, new: Launch, arrays: Mapping[str, str], sizes: Mapping[str, int]) -> Question:
    """Return the question whether two launches compute the same."""
    calls = [[Call(kernel_place(name), grid, args, constants)] for name, grid, args, constants in (old, new)]
    problem = make_problem(calls[0], calls[1], constexprs={}, arrays=arrays, sizes=sizes, results=())
    return QuestionBuilder(problem).question()
