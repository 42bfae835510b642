"""Small tensor programs for calibration: each computes one thing, in many shapes, in and out of caches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from random import Random

Shape = Sequence[int]
LARGEST = 1 << 21
"""Largest number of elements of a tensor."""
SMALLEST = 1 << 9


@dataclass(frozen=True, slots=True)
class Small:
    """Program of one function: its kind and its text."""

    kind: str
    text: str


def tensor(shape: Shape) -> str:
    """Return the type of a tensor of floats."""
    return f"tensor<{''.join(f'{n}x' for n in shape)}f32>"


def axes(rank: int) -> list[str]:
    """Return names of the dimensions of an iteration space."""
    return [f"d{i}" for i in range(rank)]


def affine(rank: int, results: Sequence[str]) -> str:
    """Return an indexing map."""
    return f"affine_map<({', '.join(axes(rank))}) -> ({', '.join(results)})>"


def function(kind: str, arguments: Sequence[Shape], result: Shape, body: str) -> Small:
    """Return a program from its body, which computes `%r` of `%0`, `%1`, ... and may use the scalar `%zero`."""
    given = ", ".join(f"%{n}: {tensor(shape)}" for n, shape in enumerate(arguments))
    lines = [f"func.func @f({given}) -> {tensor(result)} {{", "%zero = arith.constant 0.0 : f32", body]
    return Small(kind, "\n".join([*lines, f"return %r : {tensor(result)}", "}", ""]))


def filled(name: str, shape: Shape) -> str:
    """Return the operations that make a tensor of zeros."""
    kind = tensor(shape)
    return f"%{name}e = tensor.empty() : {kind}\n%{name} = linalg.fill ins(%zero : f32) outs(%{name}e : {kind}) -> {kind}"


def loops(
    made: str, domain: Shape, operands: Sequence[tuple[str, Sequence[int]]], kept: Sequence[int], scalar: str, start: str = ""
) -> str:
    """Return a `linalg.generic` over a domain.

    Args:
        made: the name of the result.
        domain: the extents of the iteration space.
        operands: names, and the dimensions that index each.
        kept: the dimensions that index the result.
        scalar: operations that compute `%y` of `%x0`, `%x1`, ... and of `%o`, the element of the result so far.
        start: the name of the tensor that the result starts from; empty if it is overwritten.
    """
    rank = len(domain)
    result = [domain[d] for d in kept]
    maps = [affine(rank, [f"d{d}" for d in dims]) for _, dims in operands] + [affine(rank, [f"d{d}" for d in kept])]
    kinds = ", ".join('"parallel"' if d in kept else '"reduction"' for d in range(rank))
    types = [tensor([domain[d] for d in dims]) for _, dims in operands]
    names = ", ".join(f"%{name}" for name, _ in operands)
    inside = ", ".join(f"%x{n}: f32" for n in range(len(operands)))
    empty = "" if start else f"%{made}e = tensor.empty() : {tensor(result)}\n"
    return (
        f"{empty}%{made} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} "
        f"ins({names} : {', '.join(types)}) outs(%{start or made + 'e'} : {tensor(result)}) {{\n^bb0({inside}, %o: f32):\n"
        f"{scalar}\nlinalg.yield %y : f32\n}} -> {tensor(result)}"
    )


UNARY = {
    "negf": "%y = arith.negf %x0 : f32",
    "max": "%y = arith.maximumf %x0, %zero : f32",
    "exp": "%y = math.exp %x0 : f32",
    "tanh": "%y = math.tanh %x0 : f32",
    "rsqrt": "%q = arith.mulf %x0, %x0 : f32\n%y = math.rsqrt %q : f32",
    "silu": "%n = arith.negf %x0 : f32\n%e = math.exp %n : f32\n%one = arith.constant 1.0 : f32\n"
    "%s = arith.addf %e, %one : f32\n%y = arith.divf %x0, %s : f32",
    "erf": "%y = math.erf %x0 : f32",
}
SUM = "%y = arith.addf %x0, %o : f32"
MOST = "%y = arith.maximumf %x0, %o : f32"
PRODUCT = "%p = arith.mulf %x0, %x1 : f32\n%y = arith.addf %p, %o : f32"
BINARY = "%y = arith.addf %x0, %x1 : f32"
INNER = (4, 7, 8, 12, 14, 16, 24, 28, 32, 48, 50, 56, 64, 96, 100, 112, 128, 192, 196, 200, 256, 384, 512, 768, 1024, 2048)
OUTER = (1, 1, 2, 3, 4, 8, 8, 14, 16, 28, 32, 56, 64, 64, 128, 200, 256, 512, 1024)
CHANNELS = (3, 8, 12, 16, 24, 32, 48, 64, 96, 128)


def shape(random: Random, rank: int = 0) -> list[int]:
    """Return a random shape."""
    while True:
        found = [random.choice(OUTER) for _ in range((rank or random.choice((1, 2, 2, 3, 3, 4))) - 1)] + [random.choice(INNER)]
        if SMALLEST <= prod(found) <= LARGEST:
            return found


def unary(random: Random) -> Small:
    """Return an element-wise function of one tensor."""
    s, name = shape(random), random.choice(list(UNARY))
    every = range(len(s))
    return function("element-wise", [s], s, loops("r", s, [("0", every)], every, UNARY[name]))


def binary(random: Random) -> Small:
    """Return the sum of a tensor and another, which may be a row, a column or a scalar of each matrix."""
    s = shape(random)
    every = range(len(s))
    dims = random.choice([list(every), list(every), [len(s) - 1], list(every)[:-1] or [0]])
    arguments = [s, [s[d] for d in dims]]
    return function("element-wise", arguments, s, loops("r", s, [("0", every), ("1", dims)], every, BINARY))


def spread(random: Random) -> Small:
    """Return a tensor repeated along a dimension."""
    s = shape(random, random.choice((2, 3)))
    gone = random.randrange(len(s))
    dims = [d for d in range(len(s)) if d != gone]
    return function(
        "element-wise", [[s[d] for d in dims]], s, loops("r", s, [("0", dims)], range(len(s)), "%y = arith.negf %x0 : f32")
    )


def transposition(random: Random) -> Small:
    """Return a transposed tensor."""
    s = shape(random, random.choice((2, 3, 4)))
    order = list(range(len(s)))
    while order == sorted(order):
        random.shuffle(order)
    result = [s[i] for i in order]
    dims = [order.index(i) for i in range(len(s))]  # the operand's dimension i is the result's dims[i]
    return function(
        "transpose",
        [s],
        result,
        loops("r", result, [("0", dims)], range(len(s)), random.choice(["%y = arith.negf %x0 : f32", UNARY["max"]])),
    )


def reduction(random: Random) -> Small:
    """Return the sum or the largest of rows, of columns, or of all elements."""
    s = shape(random, random.choice((2, 2, 3)))
    kept = random.choice([list(range(len(s)))[:-1], list(range(1, len(s))), [0]])
    result = [s[d] for d in kept]
    body = filled("f", result) + "\n" + loops("r", s, [("0", range(len(s)))], kept, random.choice((SUM, MOST)), "f")
    return function("reduction", [s], result, body)


def normalisation(random: Random) -> Small:
    """Return rows divided by the root of their sum of squares."""
    m, n = random.choice((8, 16, 64, 128, 196, 256)), random.choice((64, 96, 128, 192, 256, 512, 1024))
    s = [m, n]
    square = loops("q", s, [("0", (0, 1))], (0,), "%p = arith.mulf %x0, %x0 : f32\n%y = arith.addf %p, %o : f32", "f")
    last = loops("r", s, [("0", (0, 1)), ("q", (0,))], (0, 1), "%i = math.rsqrt %x1 : f32\n%y = arith.mulf %x0, %i : f32")
    return function("reduction", [s], s, "\n".join((filled("f", [m]), square, last)))


def softmax(random: Random) -> Small:
    """Return the softmax of rows."""
    s = [random.choice((4, 8, 32, 64, 196, 256, 512)), random.choice((16, 49, 64, 128, 196, 256, 512, 1024))]
    kind = tensor(s)
    body = f"%e = tensor.empty() : {kind}\n%r = linalg.softmax dimension(1) ins(%0 : {kind}) outs(%e : {kind}) -> {kind}"
    return function("softmax", [s], s, body)


def product(random: Random) -> Small:
    """Return a product of matrices, perhaps in batches, of a transposed factor, or with an element-wise end."""
    while True:
        b = random.choice((0, 0, 0, 2, 4, 8, 16))
        m, n, k = random.choice(OUTER), random.choice(INNER), random.choice(INNER)
        if 1 << 12 <= max(b, 1) * m * n * k <= 1 << 24 and max(m * k, n * k, m * n) * max(b, 1) <= LARGEST:
            break
    turned, batch = random.random() < 0.4, [0] if b else []
    i, j, inner = (1, 2, 3) if b else (0, 1, 2)
    domain = [b, m, n, k] if b else [m, n, k]
    left, right, result = [*batch, i, inner], [*batch, j, inner] if turned else [*batch, inner, j], [*batch, i, j]
    if b and random.random() < 0.4:  # one matrix for all of the batch
        left = [i, inner]
    if random.random() < 0.15:
        result = random.choice(([*batch, j, i], [i, *batch, j]))
    body = [filled("f", [domain[d] for d in result])]
    body.append(loops("p", domain, [("0", left), ("1", right)], result, PRODUCT, "f"))
    end = random.choice(["max", "silu", "bias", "max"]) if random.random() < 0.4 else ""
    out = [domain[d] for d in result]
    arguments = [[domain[d] for d in left], [domain[d] for d in right]]
    every = range(len(out))
    if end == "bias":
        arguments.append([out[-1]])
        body.append(loops("r", out, [("p", every), ("2", [len(out) - 1])], every, BINARY))
    elif end:
        body.append(loops("r", out, [("p", every)], every, UNARY[end]))
    text = "\n".join(body) if end else "\n".join(body).replace("%p = linalg", "%r = linalg")
    return function("product", arguments, out, text)


def convolution(random: Random) -> Small:
    """Return a convolution, channels before rows or last, whole, by depth or by points, or a pooling."""
    while True:
        n, c, f = random.choice((1, 2)), random.choice(CHANNELS), random.choice(CHANNELS)
        h, k = random.choice((7, 8, 10, 12, 14, 14, 16, 16, 20, 28, 32, 56)), random.choice((1, 3, 3, 3, 5))
        if 1 << 14 <= n * c * f * h * h * k * k <= 1 << 24:
            break
    stride = random.choice((1, 1, 2)) if h > 8 else 1
    w = (h - 1) * stride + k
    rest = f"{{dilations = dense<1> : tensor<2xi64>, strides = dense<{stride}> : tensor<2xi64>}}"
    which = random.choice(("nchw_fchw", "nchw_fchw", "nhwc_hwcf", "depth", "depth_nhwc", "pool"))
    if which == "nchw_fchw":
        name, given, out = "conv_2d_nchw_fchw", [[n, c, w, w], [f, c, k, k]], [n, f, h, h]
    elif which == "nhwc_hwcf":
        name, given, out = "conv_2d_nhwc_hwcf", [[n, w, w, c], [k, k, c, f]], [n, h, h, f]
    elif which == "depth":
        name, given, out = "depthwise_conv_2d_nchw_chw", [[n, c, w, w], [c, k, k]], [n, c, h, h]
    elif which == "depth_nhwc":
        name, given, out = "depthwise_conv_2d_nhwc_hwc", [[n, w, w, c], [k, k, c]], [n, h, h, c]
    else:
        k, w = 3, (h - 1) * stride + 3
        name, given, out = "pooling_nchw_max", [[n, c, w, w]], [n, c, h, h]
        window = f"%k = tensor.empty() : {tensor([3, 3])}\n"
        body = (
            f"{window}{filled('f', out)}\n%r = linalg.{name} {rest} ins(%0, %k : {tensor(given[0])}, {tensor([3, 3])}) "
            f"outs(%f : {tensor(out)}) -> {tensor(out)}"
        )
        return function("convolution", given, out, body)
    types = ", ".join(tensor(s) for s in given)
    body = f"{filled('f', out)}\n%r = linalg.{name} {rest} ins(%0, %1 : {types}) outs(%f : {tensor(out)}) -> {tensor(out)}"
    return function("convolution", given, out, body)


def concatenation(random: Random) -> Small:
    """Return two tensors one after the other, along any axis."""
    s = shape(random, random.choice((2, 3, 4)))
    axis = random.randrange(len(s))
    other, out = list(s), list(s)
    other[axis] = random.choice((s[axis], max(1, s[axis] // 2)))
    out[axis] += other[axis]
    body = f"%r = tensor.concat dim({axis}) %0, %1 : ({tensor(s)}, {tensor(other)}) -> {tensor(out)}"
    return function("copy", [s, other], out, body)


def rotation(random: Random) -> Small:
    """Return rows with their halves exchanged, read element by element."""
    m, n = random.choice((4, 8, 32, 64, 128, 512)), random.choice((16, 32, 64, 128))
    kind, half = tensor([m, 2, n]), "%i = linalg.index 0 : index\n%j = linalg.index 1 : index\n%k = linalg.index 2 : index"
    indices = affine(3, axes(3))
    body = (
        f"%one = arith.constant 1 : index\n%e = tensor.empty() : {kind}\n%r = linalg.generic {{indexing_maps = [{indices}], "
        f'iterator_types = ["parallel", "parallel", "parallel"]}} outs(%e : {kind}) {{\n^bb0(%o: f32):\n{half}\n'
        f"%l = arith.subi %one, %j : index\n%x = tensor.extract %0[%i, %l, %k] : {kind}\n%y = arith.negf %x : f32\n"
        f"linalg.yield %y : f32\n}} -> {kind}"
    )
    return function("gather", [[m, 2, n]], [m, 2, n], body)


def in_dispatch(compute: Callable[[Random], Small], random: Random) -> Small:
    """Return a computation in a dispatch of its own, which IREE does not rewrite."""
    made = compute(random)
    head, zero, *rest = made.text.rstrip().split("\n")
    out = head.rsplit("-> ", 1)[1].removesuffix(" {")
    body = "\n".join(rest[:-2]).replace("%r = ", "%s = ")
    text = f"{head}\n%r = flow.dispatch.region -> ({out}) {{\n{zero}\n{body}\nflow.return %s : {out}\n}}\nreturn %r : {out}\n}}\n"
    return Small(made.kind, text)


def part(random: Random) -> Small:
    """Return a part of a tensor."""
    s = shape(random, random.choice((2, 3, 4)))
    wide = [n + random.choice((0, 0, 2, n)) for n in s]
    ones, sizes = ", ".join("1" for _ in s), ", ".join(map(str, s))
    at = ", ".join(str((b - a) // 2) for a, b in zip(s, wide, strict=True))
    return function("copy", [wide], s, f"%r = tensor.extract_slice %0[{at}] [{sizes}] [{ones}] : {tensor(wide)} to {tensor(s)}")


def padding(random: Random) -> Small:
    """Return an image with zeros on all sides."""
    n, c, h = random.choice((1, 2)), random.choice(CHANNELS), random.choice((7, 14, 16, 28, 32, 56))
    s, out = [n, c, h, h], [n, c, h + 2, h + 2]
    body = (
        f"%r = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {{\n^bb0(%i: index, %j: index, %k: index, %l: index):\n"
        f"tensor.yield %zero : f32\n}} : {tensor(s)} to {tensor(out)}"
    )
    return function("copy", [s], out, body)


def into_part(compute: Callable[[Random], Small], random: Random) -> Small:
    """Return a computation beside another tensor, along the last axis or the first."""
    made = compute(random)
    out = [int(n) for n in made.text.rsplit("tensor<", 1)[1].split("xf32")[0].split("x")]
    axis = random.choice((0, len(out) - 1))
    wide = [*out[:axis], 2 * out[axis], *out[axis + 1 :]]
    last = f"return %r : {tensor(out)}"
    both = f"%t = tensor.concat dim({axis}) %r, %r : ({tensor(out)}, {tensor(out)}) -> {tensor(wide)}\nreturn %t : {tensor(wide)}"
    head, body = made.text.split("\n", 1)
    return Small("part", head.replace(f"-> {tensor(out)} {{", f"-> {tensor(wide)} {{") + "\n" + body.replace(last, both))


MAKERS = (unary, binary, spread, transposition, reduction, normalisation, softmax, product, product, convolution, convolution,
    concatenation, part, padding, partial(into_part, unary), partial(into_part, product), partial(into_part, convolution),
)  # fmt: skip
COMPUTING = (product, convolution, product, convolution, convolution, partial(in_dispatch, convolution), product, convolution,
    partial(in_dispatch, softmax), convolution, rotation, partial(in_dispatch, product), binary, convolution, reduction, softmax,
    partial(in_dispatch, convolution), transposition,
)  # fmt: skip
"""Functions that make programs: of every kind, and more of those whose code varies most."""


def programs(count: int, seed: int = 0) -> Iterator[Small]:
    """Yield programs of every kind in turn, the same ones for a seed. After the first seed, most are products and convolutions."""
    random, seen = Random(seed), set[str]()
    while len(seen) < count:
        for make in COMPUTING if seed else MAKERS:
            made = make(random)
            if made.text not in seen and len(seen) < count:
                seen.add(made.text)
                yield made
