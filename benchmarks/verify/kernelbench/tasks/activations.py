"""Activations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import Launch, Task, Wrong, wrong
from egraph_opt.verifier import erf

ARRAYS = {"x": "f32[M, N]", "y": "f32[M, N]"}
SIZES = {"M": 5, "N": 41}
GRID = "cdiv(M * N, 64)"
BLOCK = {"BLOCK": 64}


def task(
    name: str, reference: Callable[..., Any], kernel: str, *mistakes: Wrong, args: str = "", init: tuple[Any, ...] = ()
) -> Task:
    """Return a task on a flat array."""
    launch = Launch(f"activations:{kernel}", GRID, f"x y n=M*N {args}", BLOCK)
    return Task(name, reference, (launch,), ARRAYS, SIZES, mistakes, init)


def sigmoid(x: Any) -> Any:
    """Return the logistic function."""
    return 1 / (1 + np.exp(-x))


SELU = (1.6732632423543772848170429916717, 1.0507009873554804934193349852946)
TASKS = (
    Task(
        "1/5 matrix times scalar",
        lambda A: A * 3.14,
        (Launch("activations:scale", GRID, "A C=y s=3.14 n=M*N", BLOCK),),
        {"A": "f32[M, N]", "y": "f32[M, N]"},
        SIZES,
        (
            wrong("grid: the last block is not launched", grid="M * N // 64"),
            wrong("mask: `<=`", ("i < n)", "i <= n)")),
            wrong("precision: the product in half precision", ("a * s", "(a.to(tl.float16) * s.to(tl.float16)).to(tl.float32)")),
        ),
    ),
    task(
        "1/19 ReLU",
        lambda x: np.maximum(x, 0),
        "relu",
        wrong("constant output: zero", ("tl.maximum(v, 0.0)", "tl.minimum(tl.maximum(v, 0.0), 0.0)")),
        wrong("mask: the load has none", ("tl.load(x + i, mask=i < n)", "tl.load(x + i)")),
        wrong("formula: absolute value", ("tl.maximum(v, 0.0)", "tl.abs(v)")),
    ),
    task(
        "1/20 LeakyReLU",
        lambda x: np.where(x > 0, x, 0.01 * x),
        "leaky_relu",
        wrong("formula: minimum", ("tl.maximum(v, v * slope)", "tl.minimum(v, v * slope)")),
        wrong("constant: another slope", args="x y n=M*N slope=0.02"),
        args="slope=0.01",
        init=(0.01,),
    ),
    task(
        "1/21 sigmoid",
        sigmoid,
        "sigmoid",
        wrong("sign: exp(v)", ("tl.exp(-v)", "tl.exp(v)")),
        wrong("store: the mask leaves out the last element", ("tl.exp(-v)), mask=i < n", "tl.exp(-v)), mask=i < n - 1")),
    ),
    task(
        "1/22 tanh",
        lambda x: np.tanh(x),
        "tanh_sigmoid",
        wrong("formula: a factor is lost", ("tl.sigmoid(2.0 * v)", "tl.sigmoid(v)")),
        wrong(
            "formula: a rational approximation", ("2.0 * tl.sigmoid(2.0 * v) - 1.0", "v * (27.0 + v * v) / (27.0 + 9.0 * v * v)")
        ),
    ),
    task(
        "1/22 tanh, by cases",
        lambda x: np.tanh(x),
        "tanh",
        wrong("sign: not turned back", ("tl.where(v < 0.0, -t, t)", "t")),
    ),
    task(
        "1/25 swish",
        lambda x: x * sigmoid(x),
        "swish",
        wrong("loop: step of one block", ("tl.num_programs(0) * BLOCK", "(tl.num_programs(0) + 1) * BLOCK"), grid="2"),
        wrong("loop: the last start is left out", ("0) * BLOCK, n, tl", "0) * BLOCK, n - BLOCK, tl"), grid="2"),
        wrong("ignored input: the factor", ("v * tl.sigmoid(v)", "tl.sigmoid(v)")),
    ),
    task(
        "1/26 GELU",
        lambda x: 0.5 * x * (1 + erf(x / np.sqrt(2))),
        "gelu",
        wrong(
            "formula: tanh in place of erf",
            ("tl.erf(v * 0.7071067811865476)", "2.0 * tl.sigmoid(1.5957691216057308 * (v + 0.044715 * v * v * v)) - 1.0"),
        ),
        wrong("constant: erf without the root of 2", ("tl.erf(v * 0.7071067811865476)", "tl.erf(v)")),
    ),
    task(
        "1/88 GELU by tanh",
        lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        "gelu_tanh",
        wrong("constant: a digit of 0.044715", ("0.044715", "0.04715")),
        wrong("formula: a square in place of a cube", ("v * v * v", "v * v")),
    ),
    task(
        "1/27 SELU",
        lambda x: SELU[1] * np.where(x > 0, x, SELU[0] * (np.exp(x) - 1)),
        "selu",
        wrong(
            "constant: alpha and lambda exchanged",
            ("alpha = 1.6732632423543772", "alpha = 1.0507009873554805"),
            ("lam = 1.0507009873554805", "lam = 1.6732632423543772"),
        ),
        wrong("formula: lambda for positive numbers only", ("lam * tl.where(v > 0, v,", "tl.where(v > 0, lam * v,")),
    ),
    task(
        "1/28 hard sigmoid",
        lambda x: np.clip(x / 6 + 0.5, 0, 1),
        "hard_sigmoid",
        wrong("constant: slope 0.2", ("(v + 3.0) / 6.0", "v * 0.2 + 0.5")),
        wrong(
            "formula: one bound is lost",
            ("tl.minimum(tl.maximum((v + 3.0) / 6.0, 0.0), 1.0)", "tl.maximum((v + 3.0) / 6.0, 0.0)"),
        ),
    ),
    task(
        "1/29 softplus",
        lambda x: np.where(x > 20, x, np.log1p(np.exp(x))),
        "softplus",
        wrong("formula: the smaller threshold loses digits", ("v > 20.0", "v > 2.0")),
        wrong("formula: exp of the negative", ("1.0 + tl.exp(v)", "1.0 + tl.exp(-v)")),
    ),
    task(
        "1/30 softsign",
        lambda x: x / (1 + np.abs(x)),
        "softsign",
        wrong("formula: no absolute value", ("tl.abs(v)", "v")),
        wrong(
            "stale output: nothing is stored where the input is negative",
            ("tl.abs(v)), mask=i < n", "tl.abs(v)), mask=(i < n) & (v >= 0)"),
        ),
    ),
    task(
        "1/31 ELU",
        lambda x: np.where(x > 0, x, np.exp(x) - 1),
        "elu",
        wrong("formula: minus one is lost", ("(tl.exp(v) - 1.0)", "tl.exp(v)")),
        wrong("constant: alpha", args="x y n=M*N alpha=1.05"),
        args="alpha=1.0",
        init=(1.0,),
    ),
    task(
        "1/32 hard tanh",
        lambda x: np.clip(x, -1, 1),
        "hard_tanh",
        wrong("formula: the bounds are exchanged", ("v > 1.0, 1.0", "v > 1.0, -1.0"), ("v < -1.0, -1.0", "v < -1.0, 1.0")),
        wrong("address: each block starts one too late", ("tl.program_id(0) * BLOCK", "tl.program_id(0) * (BLOCK + 1)")),
    ),
)
