"""Whole networks as tensor programs for IREE, with the shapes of published models and weights as parameters: DenseNet-121, ViT-B/16."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

Shape = tuple[int, ...]
BLOCKS = (6, 12, 24, 16)
"""Layers of DenseNet-121's dense blocks."""
GROWTH, BOTTLENECK = 32, 128
LAYERS, TOKENS, WIDTH, HEADS = 12, 197, 768, 12
"""Sizes of ViT-B/16 on images of 224x224."""


def typed(shape: Sequence[int]) -> str:
    """Return the type of a tensor of f32."""
    return f"tensor<{''.join(f'{n}x' for n in shape)}f32>"


@dataclass
class Network:
    """Lines of a module, and the shape of each value."""

    globals: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    shapes: dict[str, Shape] = field(default_factory=dict)

    def add(self, text: str, shape: Shape) -> str:
        """Add an operation with one result and return its name."""
        name = f"%{len(self.shapes)}"
        self.lines.append(f"  {name} = {text}")
        self.shapes[name] = shape
        return name

    def weight(self, *shape: int) -> str:
        """Return a parameter of the model."""
        name = f"@w{len(self.globals)}"
        self.globals.append(f'util.global private {name} = #flow.parameter.named<"model"::"{name[1:]}"> : {typed(shape)}')
        return self.add(f"util.global.load {name} : {typed(shape)}", shape)

    def empty(self, *shape: int) -> str:
        return self.add(f"tensor.empty() : {typed(shape)}", shape)

    def zeros(self, *shape: int) -> str:
        into = self.empty(*shape)
        return self.add(f"linalg.fill ins(%zero : f32) outs({into} : {typed(shape)}) -> {typed(shape)}", shape)

    def named(self, op: str, ins: Sequence[str], shape: Shape, attributes: str = "") -> str:
        """Return the result of an operation that adds up products."""
        types = ", ".join(typed(self.shapes[x]) for x in ins)
        into = self.zeros(*shape)
        return self.add(
            f"{op} {attributes} ins({', '.join(ins)} : {types}) outs({into} : {typed(shape)}) -> {typed(shape)}", shape
        )

    def elementwise(self, body: str, ins: Sequence[tuple[str, Sequence[int]]], shape: Shape) -> str:
        """Return a computation for each element; an operand is read along the given axes. `body` computes `%y` from `%a`, `%b`, ..."""
        dims = [f"d{n}" for n in range(len(shape))]
        reads = [*(axes for _, axes in ins), range(len(shape))]
        maps = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(dims[a] for a in axes)})>" for axes in reads)
        types, kinds = ", ".join(typed(self.shapes[x]) for x, _ in ins), ", ".join(['"parallel"'] * len(shape))
        arguments = ", ".join(f"%{letter}: f32" for letter in [*"abcdef"[: len(ins)], "into"])
        into = self.empty(*shape)
        return self.add(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({', '.join(x for x, _ in ins)} : {types}) "
            f"outs({into} : {typed(shape)}) {{\n  ^bb0({arguments}):\n{body}\n    linalg.yield %y : f32\n  }} -> {typed(shape)}",
            shape,
        )

    def normalised(self, x: str, relu: bool = True) -> str:
        """Return a batch normalisation at inference, and its positive part."""
        shape = self.shapes[x]
        scale, shift = self.weight(shape[1]), self.weight(shape[1])
        body = "    %m = arith.mulf %a, %b : f32\n    %s = arith.addf %m, %c : f32\n    %y = arith.maximumf %s, %zero : f32"
        body = body if relu else body.replace("%s =", "%y =").rpartition("\n")[0]
        return self.elementwise(body, [(x, range(4)), (scale, [1]), (shift, [1])], shape)

    def convolved(self, x: str, channels: int, size: int, stride: int = 1) -> str:
        """Return a convolution in channels-first, padded so that stride 1 keeps the shape."""
        n, c, h, w = self.shapes[x]
        kernel, edge = self.weight(channels, c, size, size), size // 2
        if edge:
            padded = (n, c, h + 2 * edge, w + 2 * edge)
            x = self.add(
                f"tensor.pad {x} low[0, 0, {edge}, {edge}] high[0, 0, {edge}, {edge}] {{\n  ^bb0(%i: index, %j: index, %k: index, "
                f"%l: index):\n    tensor.yield %zero : f32\n  }} : {typed((n, c, h, w))} to {typed(padded)}",
                padded,
            )
        steps = f"{{dilations = dense<1> : tensor<2xi64>, strides = dense<{stride}> : tensor<2xi64>}}"
        return self.named("linalg.conv_2d_nchw_fchw", [x, kernel], (n, channels, -(-h // stride), -(-w // stride)), steps)

    def pooled(self, x: str, size: int) -> str:
        """Return the sums of squares of elements, each of which is read once."""
        n, c, h, w = self.shapes[x]
        window, steps = self.empty(size, size), f"strides = dense<{size}> : tensor<2xi64>"
        attributes = f"{{dilations = dense<1> : tensor<2xi64>, {steps}}}"
        return self.named("linalg.pooling_nchw_sum", [x, window], (n, c, h // size, w // size), attributes)

    def concatenated(self, axis: int, xs: Sequence[str]) -> str:
        shapes = [self.shapes[x] for x in xs]
        shape = tuple(sum(s[axis] for s in shapes) if i == axis else n for i, n in enumerate(shapes[0]))
        return self.add(f"tensor.concat dim({axis}) {', '.join(xs)} : ({', '.join(map(typed, shapes))}) -> {typed(shape)}", shape)

    def sliced(self, x: str, offsets: Sequence[int], sizes: Sequence[int]) -> str:
        ones = [1] * len(sizes)
        shape = tuple(sizes)
        return self.add(
            f"tensor.extract_slice {x}{list(offsets)} {list(sizes)} {ones} : {typed(self.shapes[x])} to {typed(shape)}", shape
        )

    def reshaped(self, x: str, groups: str, *shape: int) -> str:
        """Return the same elements with axes split or joined in groups."""
        given = self.shapes[x]
        assert prod(given) == prod(shape)
        more = len(shape) > len(given)
        tail = f" output_shape {list(shape)}" if more else ""
        kind = "expand" if more else "collapse"
        return self.add(f"tensor.{kind}_shape {x} {groups}{tail} : {typed(given)} into {typed(shape)}", shape)

    def transposed(self, x: str, *order: int) -> str:
        given = self.shapes[x]
        shape = tuple(given[i] for i in order)
        into = self.empty(*shape)
        return self.add(
            f"linalg.transpose ins({x} : {typed(given)}) outs({into} : {typed(shape)}) permutation = {list(order)}", shape
        )

    def linear(self, x: str, width: int) -> str:
        """Return a product with a weight, and a bias."""
        rows, inner = self.shapes[x]
        made = self.named("linalg.matmul", [x, self.weight(inner, width)], (rows, width))
        return self.elementwise("    %y = arith.addf %a, %b : f32", [(made, [0, 1]), (self.weight(width), [1])], (rows, width))

    def reduced(self, x: str) -> str:
        """Return the sums along the last axis."""
        shape = self.shapes[x]
        into = self.zeros(*shape[:-1])
        return self.add(
            f"linalg.reduce {{ arith.addf }} ins({x} : {typed(shape)}) outs({into} : {typed(shape[:-1])}) dimensions = [{len(shape) - 1}]",
            shape[:-1],
        )

    def layer_norm(self, x: str) -> str:
        shape = self.shapes[x]
        both, rows = range(2), [0]
        mean = self.reduced(x)
        centred = self.elementwise(
            "    %m = arith.divf %b, %width : f32\n    %y = arith.subf %a, %m : f32", [(x, both), (mean, rows)], shape
        )
        squared = self.elementwise("    %y = arith.mulf %a, %a : f32", [(centred, both)], shape)
        body = (
            "    %v = arith.divf %b, %width : f32\n    %e = arith.addf %v, %small : f32\n    %r = math.rsqrt %e : f32\n"
            "    %n = arith.mulf %a, %r : f32\n    %s = arith.mulf %n, %c : f32\n    %y = arith.addf %s, %d : f32"
        )
        scale, shift = self.weight(shape[1]), self.weight(shape[1])
        return self.elementwise(body, [(centred, both), (self.reduced(squared), rows), (scale, [1]), (shift, [1])], shape)

    def module(self, given: Shape, result: str) -> str:
        """Return the text of the module. The input is `%x`."""
        constants = (
            "  %zero = arith.constant 0.0 : f32\n  %small = arith.constant 1.0e-6 : f32\n  %width = arith.constant 768.0 : f32\n"
        )
        head = f"util.func public @main(%x: {typed(given)}) -> {typed(self.shapes[result])} {{\n{constants}"
        tail = f"  util.return {result} : {typed(self.shapes[result])}\n}}\n"
        return "\n".join([*self.globals, head + "\n".join(self.lines), tail])


def densenet() -> str:
    """Return DenseNet-121 up to its classifier, on one image."""
    net = Network(shapes={"%x": (1, 3, 224, 224)})
    x = net.pooled(net.normalised(net.convolved("%x", 64, 7, 2)), 2)
    for n, layers in enumerate(BLOCKS):
        for _ in range(layers):
            narrow = net.convolved(net.normalised(x), BOTTLENECK, 1)
            x = net.concatenated(1, [x, net.convolved(net.normalised(narrow), GROWTH, 3)])
        if n + 1 < len(BLOCKS):
            x = net.pooled(net.convolved(net.normalised(x), net.shapes[x][1] // 2, 1), 2)
    return net.module((1, 3, 224, 224), net.normalised(x))


def vit() -> str:
    """Return ViT-B/16 up to its classifier, on the patches of one image."""
    patches = (TOKENS - 1, WIDTH)
    net = Network(shapes={"%x": patches})
    x = net.concatenated(0, [net.weight(1, WIDTH), net.linear("%x", WIDTH)])
    x = net.elementwise("    %y = arith.addf %a, %b : f32", [(x, [0, 1]), (net.weight(TOKENS, WIDTH), [0, 1])], (TOKENS, WIDTH))
    for _ in range(LAYERS):
        qkv, head = net.linear(net.layer_norm(x), 3 * WIDTH), WIDTH // HEADS
        q, k, v = (
            net.transposed(
                net.reshaped(net.sliced(qkv, [0, n * WIDTH], [TOKENS, WIDTH]), "[[0], [1, 2]]", TOKENS, HEADS, head),
                *((1, 2, 0) if n == 1 else (1, 0, 2)),
            )
            for n in range(3)
        )
        scores = net.named("linalg.batch_matmul", [q, k], (HEADS, TOKENS, TOKENS))
        weights = net.elementwise("    %y = math.exp %a : f32", [(scores, range(3))], net.shapes[scores])
        total = net.reduced(weights)
        weights = net.elementwise("    %y = arith.divf %a, %b : f32", [(weights, range(3)), (total, [0, 1])], net.shapes[weights])
        mixed = net.transposed(net.named("linalg.batch_matmul", [weights, v], (HEADS, TOKENS, head)), 1, 0, 2)
        out = net.linear(net.reshaped(mixed, "[[0], [1, 2]]", TOKENS, WIDTH), WIDTH)
        x = net.elementwise("    %y = arith.addf %a, %b : f32", [(x, [0, 1]), (out, [0, 1])], (TOKENS, WIDTH))
        wide = net.linear(net.layer_norm(x), 4 * WIDTH)
        gelu = "    %e = math.erf %a : f32\n    %y = arith.mulf %a, %e : f32"
        out = net.linear(net.elementwise(gelu, [(wide, [0, 1])], net.shapes[wide]), WIDTH)
        x = net.elementwise("    %y = arith.addf %a, %b : f32", [(x, [0, 1]), (out, [0, 1])], (TOKENS, WIDTH))
    return net.module(patches, net.sliced(net.layer_norm(x), [0, 0], [1, WIDTH]))


NETWORKS = {"densenet": densenet, "vit": vit}
