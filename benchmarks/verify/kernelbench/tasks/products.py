"""Products of matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import TILES, Launch, Task, Wrong, wrong

GRID = "cdiv(M, 16), cdiv(N, 16)"
ROW_MAJOR = "m=M n=N k=K am=K ak=1 bk=N bn=1"
ARRAYS = {"A": "f32[M, K]", "B": "f32[K, N]", "y": "f32[M, N]"}


def tile_task(
    name: str,
    sizes: tuple[int, int, int],
    *mistakes: Wrong,
    reference: Callable[..., Any] = lambda A, B: A @ B,
    strides: str = ROW_MAJOR,
    **arrays: str,
) -> Task:
    """Return a task of the kernel `tiles`."""
    launch = Launch("products:tiles", GRID, f"a=A b=B c=y {strides}", TILES)
    return Task(name, reference, (launch,), {**ARRAYS, **arrays}, dict(zip("MNK", sizes, strict=True)), mistakes)


def product(A: Any, B: Any) -> Any:
    """Return a product of matrices, or of a batch of them."""
    return A @ B


TASKS = (
    tile_task(
        "1/1 square product",
        (20, 20, 20),
        wrong("loop: the tail of K is lost", ("range(0, k, BK)", "range(0, k // BK * BK, BK)")),
        wrong(
            "precision: half the bits of the operands",
            ("acc += tl.dot(left, right)", "acc += tl.dot(left.to(tl.float16), right.to(tl.float16))"),
        ),
        wrong("accumulator: the last tile only", ("acc += tl.dot", "acc = tl.dot")),
    ),
    Task(
        "1/2 product",
        product,
        (Launch("products:tiles_in_groups", "cdiv(M, 16) * cdiv(N, 16)", "a=A b=B c=y m=M n=N k=K", {**TILES, "GROUP": 2}),),
        ARRAYS,
        {"M": 40, "N": 20, "K": 24},
        (
            wrong("grouping: size of a group", ("% size", "% GROUP")),
            wrong("stride: the step of the right operand", ("right += BK * n", "right += BK * k")),
            wrong(
                "mask: K is not masked", ("mask=inner[None, :] < k - step * BK, other=0.0", "mask=inner[None, :] < k, other=0.0")
            ),
            wrong(
                "store: rows wrap around",
                ("mask=(rows[:, None] < m) & (columns", "mask=(columns"),
                ("rows = tile_m * BM + tl.arange(0, BM)\n", "rows = (tile_m * BM + 1 + tl.arange(0, BM)) % m\n"),
            ),
        ),
    ),
    Task(
        "1/3 batched product",
        product,
        (Launch("products:batch_product", f"{GRID}, B0", "a=A b=B c=y m=M n=N k=K", TILES),),
        {"A": "f32[B0, M, K]", "B": "f32[B0, K, N]", "y": "f32[B0, M, N]"},
        {"B0": 2, "M": 9, "N": 10, "K": 20},
        (
            wrong("ignored input: the batch of B", ("b + batch * k * n", "b")),
            wrong("stride: of the batch of A", ("batch * m * k", "batch * m * n")),
            wrong("grid: one batch only", grid=f"{GRID}, 1"),
        ),
    ),
    Task(
        "1/4 matrix times vector",
        product,
        (Launch("products:vector", "M", "a=A b=B c=y k=K", {"BK": 32}),),
        {"A": "f32[M, K]", "B": "f32[K, 1]", "y": "f32[M, 1]"},
        {"M": 6, "K": 75},
        (
            wrong("loop: one block only", ("range(0, k, BK)", "range(0, BK, BK)")),
            wrong(
                "mask: of the vector only",
                ("left = tl.load(a + row * k + inner, mask=inner < k, other=0.0)", "left = tl.load(a + row * k + inner)"),
            ),
        ),
    ),
    Task(
        "1/6 product with large K",
        product,
        (Launch("products:split_k", f"{GRID}, 3", "a=A b=B c=y m=M n=N k=K part=32", TILES),),
        {**ARRAYS, "y": "f32[M, N] start=zeros"},
        {"M": 8, "N": 10, "K": 70},
        (
            wrong("race: no atomic addition", ("tl.atomic_add(", "tl.store(")),
            wrong("grid: the last part is left out", grid=f"{GRID}, 2"),
            wrong("overlap: parts share elements", ("end = min(begin + part, k)", "end = min(begin + part + BK, k)")),
        ),
    ),
    tile_task(
        "1/7 product with small K",
        (20, 18, 5),
        wrong(
            "mask: `<=` in K",
            ("(inner[None, :] < k)", "(inner[None, :] <= k)"),
            ("(inner[:, None] < k)", "(inner[:, None] <= k)"),
        ),
    ),
    tile_task(
        "1/8 irregular product",
        (21, 17, 19),
        wrong(
            "stride: N and K exchanged in the result",
            ("rows[:, None] * n + columns[None, :], acc", "rows[:, None] * k + columns[None, :], acc"),
        ),
        wrong("mask: none in the store", (", acc, mask=(rows[:, None] < m) & (columns[None, :] < n))", ", acc)")),
    ),
    tile_task(
        "1/9 tall and skinny",
        (36, 36, 4),
        wrong("grid: half of the rows", grid="cdiv(M, 32), cdiv(N, 16)"),
    ),
    Task(
        "1/10 3D tensor times matrix",
        product,
        (Launch("products:tiles", "cdiv(B0 * M, 16), cdiv(N, 16)", "a=A b=B c=y m=B0*M n=N k=K am=K ak=1 bk=N bn=1", TILES),),
        {"A": "f32[B0, M, K]", "B": "f32[K, N]", "y": "f32[B0, M, N]"},
        {"B0": 3, "M": 7, "N": 10, "K": 18},
        (wrong("size: rows of one matrix", args="a=A b=B c=y m=M n=N k=K am=K ak=1 bk=N bn=1"),),
    ),
    Task(
        "1/11 4D tensor times matrix",
        lambda A, B: np.einsum("bijl,lk->bijk", A, B),
        (
            Launch(
                "products:tiles", "cdiv(B0 * I * J, 16), cdiv(N, 16)", "a=A b=B c=y m=B0*I*J n=N k=K am=K ak=1 bk=N bn=1", TILES
            ),
        ),
        {"A": "f32[B0, I, J, K]", "B": "f32[K, N]", "y": "f32[B0, I, J, N]"},
        {"B0": 2, "I": 3, "J": 4, "N": 6, "K": 17},
        (wrong("stride: B transposed", args="a=A b=B c=y m=B0*I*J n=N k=K am=K ak=1 bk=1 bn=K"),),
    ),
    Task(
        "1/12 diagonal times matrix",
        lambda A, B: A[:, None] * B,
        (Launch("products:diagonal", "N", "a=A b=B c=y n=N m=M", {"BLOCK": 32}),),
        {"A": "f32[N]", "B": "f32[N, M]", "y": "f32[N, M]"},
        {"N": 9, "M": 40},
        (
            wrong("ignored input: always the first number", ("tl.load(a + row)", "tl.load(a)")),
            wrong("axis: columns are scaled", ("d * tl.load(b", "tl.load(a + i % n) * tl.load(b")),
        ),
    ),
    tile_task(
        "1/13 symmetric product",
        (20, 20, 20),
        wrong(
            "symmetry: B's upper half only",
            ("(inner[:, None] < k) & (columns", "(inner[:, None] <= columns[None, :]) & (inner[:, None] < k) & (columns"),
        ),
    ),
    *(
        Task(
            f"1/{number} {side} triangular product",
            (lambda A, B: np.triu(np.triu(A) @ np.triu(B))) if upper else (lambda A, B: np.tril(np.tril(A) @ np.tril(B))),
            (Launch("products:triangular", "cdiv(N, 16), cdiv(N, 16)", "a=A b=B c=y n=N", {**TILES, "UPPER": upper}),),
            {name: "f32[N, N]" for name in "ABy"},
            {"N": 20},
            (
                wrong(
                    "mask: the diagonal is left out",
                    ("inner[None, :] >= rows", "inner[None, :] > rows"),
                    ("inner[None, :] <= rows", "inner[None, :] < rows"),
                ),
                wrong(
                    "loop: the end is one tile early",
                    ("end = min(tl.program_id(1) * BN + BN, n)", "end = min(tl.program_id(1) * BN, n)"),
                    ("end = min(tl.program_id(0) * BM + BM, n)", "end = min(tl.program_id(0) * BM, n)"),
                ),
            ),
        )
        for number, side, upper in ((14, "upper", True), (15, "lower", False))
    ),
    tile_task(
        "1/16 product with A transposed",
        (18, 20, 21),
        wrong("stride: A is not transposed", args=f"a=A b=B c=y {ROW_MAJOR}"),
        reference=lambda A, B: A.T @ B,
        strides="m=M n=N k=K am=1 ak=M bk=N bn=1",
        A="f32[K, M]",
    ),
    tile_task(
        "1/17 product with B transposed",
        (18, 20, 21),
        wrong("stride: B's is off by one", args="a=A b=B c=y m=M n=N k=K am=K ak=1 bk=1 bn=K-1"),
        reference=lambda A, B: A @ B.T,
        strides="m=M n=N k=K am=K ak=1 bk=1 bn=K",
        B="f32[N, K]",
    ),
    tile_task(
        "1/18 product with both transposed",
        (18, 20, 21),
        wrong("stride: M and K exchanged", args="a=A b=B c=y m=M n=N k=K am=1 ak=K bk=1 bn=K"),
        reference=lambda A, B: A.T @ B.T,
        strides="m=M n=N k=K am=1 ak=M bk=1 bn=K",
        A="f32[K, M]",
        B="f32[N, K]",
    ),
)
