"""Random tensor programs: text for IREE, and what numpy says they compute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Array = NDArray[np.float32]
SIZES = (1, 2, 3, 4, 8)


@dataclass
class Drawn:
    """A program: its text, and its results for given arguments. Elements are small integers, so that sums are exact in any order."""

    text: str
    shapes: list[tuple[int, ...]]
    compute: Callable[[list[Array]], list[Array]]

    def inputs(self, seed: int = 0) -> list[Array]:
        rng = np.random.default_rng(seed)
        return [rng.integers(-2, 3, shape).astype(np.float32) for shape in self.shapes]


@dataclass
class Writer:
    """Lines of a function, and a step of numpy for each value."""

    draw: st.DrawFn
    lines: list[str] = field(default_factory=list)
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)
    steps: list[tuple[str, Callable[[dict[str, Array]], Array]]] = field(default_factory=list)
    count: int = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def add(self, text: str, shape: tuple[int, ...], step: Callable[[dict[str, Array]], Array]) -> str:
        name = self.name()
        self.lines.append(text.replace("RESULT", name))
        self.shapes[name] = shape
        self.steps.append((name, step))
        return name

    def empty(self, shape: tuple[int, ...]) -> str:
        name = self.name()
        self.lines.append(f"{name} = tensor.empty() : {tensor(shape)}")
        return name

    def fill(self, shape: tuple[int, ...], scalar: str) -> str:
        empty = self.empty(shape)
        text = f"RESULT = linalg.fill ins({scalar} : f32) outs({empty} : {tensor(shape)}) -> {tensor(shape)}"
        return self.add(text, shape, lambda _: np.full(shape, SCALARS[scalar], np.float32))

    def argument(self, shape: tuple[int, ...]) -> str:
        name = f"%arg{len(self.arguments)}"
        self.arguments.append(name)
        self.shapes[name] = shape
        return name

    def some(self, rank: int | None = None) -> str:
        names = [n for n, shape in self.shapes.items() if rank is None or len(shape) == rank]
        return self.draw(st.sampled_from(names))

    def window(self, shape: tuple[int, ...]) -> tuple[list[int], list[int], list[int]]:
        """Offsets, sizes and strides; whole axes are frequent, since they make windows dense."""
        offsets, sizes, strides = [], [], []
        for n in shape:
            size = self.draw(st.sampled_from([n, *range(1, n + 1)]))
            stride = self.draw(st.sampled_from([1, 1, 1, 2]))
            stride = stride if (size - 1) * stride < n else 1
            offsets.append(self.draw(st.integers(0, n - (size - 1) * stride - 1)))
            sizes.append(size)
            strides.append(stride)
        return offsets, sizes, strides


SCALARS = {"%zero": 0.0, "%one": 1.0}


def tensor(shape: tuple[int, ...]) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}f32>"


def index(window: tuple[list[int], list[int], list[int]]) -> tuple[slice, ...]:
    return tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(*window, strict=True))


def elementwise(w: Writer) -> None:
    x = w.some()
    shape = w.shapes[x]
    y = w.draw(st.sampled_from([n for n, s in w.shapes.items() if s == shape]))
    dims = ", ".join(f"d{i}" for i in range(len(shape)))
    affine = f"affine_map<({dims}) -> ({dims})>"
    kinds = ", ".join('"parallel"' for _ in shape)
    t = tensor(shape)
    w.add(
        f"RESULT = linalg.generic {{indexing_maps = [{affine}, {affine}, {affine}], iterator_types = [{kinds}]}} "
        f"ins({x}, {y} : {t}, {t}) outs({w.empty(shape)} : {t}) {{\n^bb0(%a: f32, %b: f32, %o: f32):\n"
        f"%s = arith.addf %a, %b : f32\n%m = arith.maximumf %s, %zero : f32\nlinalg.yield %m : f32\n}} -> {t}",
        shape,
        lambda v: np.maximum(v[x] + v[y], 0),
    )


def spread(w: Writer) -> None:
    """A sum with an operand that is read transposed, or along some axes only."""
    x = w.some()
    shape = w.shapes[x]
    orders = [p for n in range(1, len(shape) + 1) for p in permutations(range(len(shape)), n)]
    found = [(y, p) for y, s in w.shapes.items() for p in orders if s == tuple(shape[i] for i in p)]
    y, order = w.draw(st.sampled_from(found))
    dims = ", ".join(f"d{i}" for i in range(len(shape)))
    plain, read = f"affine_map<({dims}) -> ({dims})>", f"affine_map<({dims}) -> ({', '.join(f'd{i}' for i in order)})>"
    kinds, t = ", ".join('"parallel"' for _ in shape), tensor(shape)
    numpy_order = tuple(np.argsort(order))
    kept = tuple(n if i in order else 1 for i, n in enumerate(shape))
    w.add(
        f"RESULT = linalg.generic {{indexing_maps = [{plain}, {read}, {plain}], iterator_types = [{kinds}]}} "
        f"ins({x}, {y} : {t}, {tensor(w.shapes[y])}) outs({w.empty(shape)} : {t}) {{\n^bb0(%a: f32, %b: f32, %o: f32):\n"
        f"%s = arith.subf %a, %b : f32\nlinalg.yield %s : f32\n}} -> {t}",
        shape,
        lambda v: v[x] - np.transpose(v[y], numpy_order).reshape(kept),
    )


def matmul(w: Writer) -> None:
    if not any(len(s) == 2 for s in w.shapes.values()):
        return
    x = w.some(2)
    n, k = w.shapes[x]
    ys = [y for y, s in w.shapes.items() if len(s) == 2 and s[0] == k]
    if not ys:
        return
    y = w.draw(st.sampled_from(ys))
    m = w.shapes[y][1]
    out = w.fill((n, m), "%zero")
    text = f"RESULT = linalg.matmul ins({x}, {y} : {tensor((n, k))}, {tensor((k, m))}) outs({out} : {tensor((n, m))}) -> {tensor((n, m))}"
    w.add(text, (n, m), lambda v: np.clip(v[x] @ v[y], -1e6, 1e6).astype(np.float32))


def batch_matmul(w: Writer) -> None:
    """Products of matrices, one after the other. IREE keeps dimensions of one element in such operations."""
    pairs = [
        (x, y) for x, a in w.shapes.items() for y, b in w.shapes.items() if len(a) == len(b) == 3 and (a[0], a[2]) == (b[0], b[1])
    ]
    if not pairs:
        return
    x, y = w.draw(st.sampled_from(pairs))
    a, b = w.shapes[x], w.shapes[y]
    shape = (*a[:2], b[2])
    out, t = w.fill(shape, "%zero"), tensor(shape)
    text = f"RESULT = linalg.batch_matmul ins({x}, {y} : {tensor(a)}, {tensor(b)}) outs({out} : {t}) -> {t}"
    w.add(text, shape, lambda v: np.clip(v[x] @ v[y], -1e6, 1e6).astype(np.float32))


def convolution(w: Writer) -> None:
    """A convolution with a kernel that is an argument of its own, of one element or of as many as there are."""
    if not any(len(s) == 4 for s in w.shapes.values()):
        return
    x = w.some(4)
    n, c, *inner = w.shapes[x]
    kernel = (w.draw(st.sampled_from(SIZES)), c, *(w.draw(st.integers(1, min(3, k))) for k in inner))
    y = w.argument(kernel)
    shape = (n, kernel[0], *(a - b + 1 for a, b in zip(inner, kernel[2:], strict=True)))
    out, t = w.fill(shape, "%zero"), tensor(shape)
    steps = "{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}"
    text = f"RESULT = linalg.conv_2d_nchw_fchw {steps} ins({x}, {y} : {tensor(w.shapes[x])}, {tensor(kernel)}) outs({out} : {t}) -> {t}"

    def step(v: dict[str, Array]) -> Array:
        windows = np.lib.stride_tricks.sliding_window_view(v[x], kernel[2:], (2, 3))
        return np.clip(np.einsum("nchwij,fcij->nfhw", windows, v[y]), -1e6, 1e6).astype(np.float32)

    w.add(text, shape, step)


def extract(w: Writer) -> None:
    x = w.some()
    window = w.window(w.shapes[x])
    shape = tuple(window[1])
    text = f"RESULT = tensor.extract_slice {x}{window[0]} {window[1]} {window[2]} : {tensor(w.shapes[x])} to {tensor(shape)}"
    w.add(text, shape, lambda v: v[x][index(window)].copy())


def insert(w: Writer, target: str | None = None) -> None:
    """Into a fill (often) or into a value there is; what is inserted is a computation (often) or a value there is."""
    y = w.some()
    shape = w.shapes[y]
    strides = [w.draw(st.sampled_from([1, 1, 1, 2])) for _ in shape]
    offsets = [w.draw(st.integers(0, 2)) for _ in shape]
    ends = [o + (n - 1) * s + 1 for o, n, s in zip(offsets, shape, strides, strict=True)]
    whole = tuple(e + w.draw(st.integers(0, 2)) for e in ends)
    targets = [n for n, s in w.shapes.items() if len(s) == len(shape) and all(a >= b for a, b in zip(s, ends, strict=True))]
    old = targets and w.draw(st.booleans())
    d = w.draw(st.sampled_from(targets)) if old else w.fill(whole, w.draw(st.sampled_from(list(SCALARS))))
    window = (offsets, list(shape), strides)

    def step(v: dict[str, Array]) -> Array:
        made = v[d].copy()
        made[index(window)] = v[y]
        return made

    t = tensor(w.shapes[d])
    w.add(
        f"RESULT = tensor.insert_slice {y} into {d}{offsets} {list(shape)} {strides} : {tensor(shape)} into {t}",
        w.shapes[d],
        step,
    )


def concat(w: Writer) -> None:
    x = w.some()
    shape = w.shapes[x]
    axis = w.draw(st.integers(0, len(shape) - 1))
    alike = [
        n
        for n, s in w.shapes.items()
        if len(s) == len(shape) and all(a == b for i, (a, b) in enumerate(zip(s, shape, strict=True)) if i != axis)
    ]
    xs = w.draw(st.lists(st.sampled_from(alike), min_size=2, max_size=3))
    result = tuple(sum(w.shapes[n][axis] for n in xs) if i == axis else size for i, size in enumerate(shape))
    types = ", ".join(tensor(w.shapes[n]) for n in xs)
    text = f"RESULT = tensor.concat dim({axis}) {', '.join(xs)} : ({types}) -> {tensor(result)}"
    w.add(text, result, lambda v: np.concatenate([v[n] for n in xs], axis))


def pad(w: Writer) -> None:
    x = w.some()
    shape = w.shapes[x]
    low, high = ([w.draw(st.integers(0, 2)) for _ in shape] for _ in range(2))
    result = tuple(a + n + b for a, n, b in zip(low, shape, high, strict=True))
    scalar = w.draw(st.sampled_from(list(SCALARS)))
    indices = ", ".join(f"%i{k}: index" for k in range(len(shape)))
    text = (
        f"RESULT = tensor.pad {x} low{low} high{high} {{\n^bb0({indices}):\ntensor.yield {scalar} : f32\n}} : "
        f"{tensor(shape)} to {tensor(result)}"
    )
    amounts = list(zip(low, high, strict=True))
    w.add(text, result, lambda v: np.pad(v[x], amounts, constant_values=SCALARS[scalar]))


def transpose(w: Writer) -> None:
    x = w.some()
    order = list(w.draw(st.permutations(range(len(w.shapes[x])))))
    shape = tuple(w.shapes[x][i] for i in order)
    before, after = tensor(w.shapes[x]), tensor(shape)
    out = f"outs({w.empty(shape)} : {after})"
    text = f"RESULT = linalg.transpose ins({x} : {before}) {out} permutation = {order}"
    w.add(text, shape, lambda v: np.ascontiguousarray(np.transpose(v[x], order)))


@st.composite
def programs(draw: st.DrawFn) -> Drawn:
    """Programs of three to nine operations; the last value, and sometimes another, are returned."""
    w = Writer(draw)
    rank = draw(st.sampled_from([1, 2, 2, 3, 3, 4]))
    products = {2: matmul, 3: batch_matmul, 4: convolution}
    for _ in range(draw(st.integers(1, 3))):
        w.argument(tuple(draw(st.sampled_from(SIZES)) for _ in range(rank)))
    for _ in range(draw(st.integers(3, 9))):
        draw(
            st.sampled_from(
                [
                    elementwise,
                    elementwise,
                    spread,
                    products.get(rank, elementwise),
                    products.get(rank, elementwise),
                    extract,
                    extract,
                    insert,
                    insert,
                    insert,
                    concat,
                    pad,
                    transpose,
                ]
            )
        )(w)
        if sum(int(np.prod(s)) for s in w.shapes.values()) > 4000:
            break
    if not w.steps:
        elementwise(w)
    results = [w.steps[-1][0]]
    if len(w.steps) > 1 and draw(st.integers(0, 3)) == 0:
        results.append(draw(st.sampled_from([name for name, _ in w.steps[:-1]])))
    signature = ", ".join(f"{n}: {tensor(w.shapes[n])}" for n in w.arguments)
    types = ", ".join(tensor(w.shapes[n]) for n in results)
    body = "\n".join(f"  {line}" for line in ["%zero = arith.constant 0.0 : f32", "%one = arith.constant 1.0 : f32", *w.lines])
    returned = f"  util.return {', '.join(results)} : {types}"
    text = f"util.func public @f({signature}) -> ({types}) {{\n{body}\n{returned}\n}}\n"

    def compute(inputs: list[Array]) -> list[Array]:
        values = dict(zip(w.arguments, inputs, strict=True))
        for name, step in w.steps:
            values[name] = step(values)
        return [values[n] for n in results]

    return Drawn(text, [w.shapes[n] for n in w.arguments], compute)
