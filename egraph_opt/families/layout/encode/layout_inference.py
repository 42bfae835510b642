"""Layout inference for operations that only move indices: the operand layout for which no data moves.

Element i of the result is element phi(i) of the operand, where phi is linear over F2 for power-of-two shapes. With result layout
L and operand layout phi∘L, no data moves (Zhou et al., "Linear Layouts", arXiv 2505.23819). For IREE's nested layouts, phi only
selects dimensions, of any extent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from math import prod

from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import TensorType, tensor_type
from egraph_opt.linear_layout import LinearLayout, linear_layout, nested_layout
from egraph_opt.linear_layout.linear_map import log2


@dataclass(frozen=True, slots=True)
class BitMap:
    """Linear map from result index to operand index. Bit b of the row-major result index becomes bit `bits[b]` of the operand index."""

    bits: tuple[int, ...]
    result: tuple[int, ...]
    operand: tuple[int, ...]
    order: tuple[int, ...] = ()
    """Operand dimension of each result dimension of a transposition."""
    pair: int = -1
    """Bit of the result index that distinguishes two elements of a pair, which one thread holds; -1 without pairs."""
    halves: int = -1
    """Bit of the result index that selects the operand of a concatenation; -1 for other operations."""
    dims: tuple[int, ...] = ()
    """Result dimension of each operand dimension of a vector operation; -1 for a unit dimension that the result lacks."""

    def operand_placement(self, encoding: str) -> Hashable:
        """Return the result of `placement` for the operand layout that a result encoding requires.

        Raises:
            ValueError: no layout is possible, or the encoding has no known map.
        """
        if nested_layout.is_nested(encoding):
            return nested_layout.gather_axes(encoding, self.dims)
        if (
            self.pair >= 0
            and len(self.result) == len(self.operand)
            and encoding.startswith("#ttg.dot_op")
            and "kWidth" not in encoding
        ):
            raise ValueError("Triton infers no layout for the pairs of an operand of a blocked product")
        return self.backward(linear_layout(encoding, self.result))

    def backward(self, layout: LinearLayout) -> LinearLayout:
        """Return phi∘L: the operand layout for a result in layout L.

        Raises:
            ValueError: joined elements lie in different threads.
        """
        if self.pair >= 0:
            half = _split_layout(layout, 1 << self.pair, self.operand)
            if (
                len(self.result) == len(self.operand) and self.forward(half) != layout
            ):  # Triton 3.6 gives the two elements to neighbouring registers
                raise ValueError("a pair of elements is not side by side in registers")
            return half
        if self.halves >= 0:
            if layout.register[-1:] != (1 << self.halves,) or 0 in layout.register:
                raise ValueError("the elements of the two operands do not follow each other in registers")
            layout = _split_layout(layout, 1 << self.halves, self.operand)
        return _move_bits(layout, self.bits, self.operand)

    def forward(self, layout: LinearLayout) -> LinearLayout:
        """Return the result layout for an operand in `layout`."""
        if self.pair >= 0:
            doubled = _join_layout(layout, 1 << self.pair, self.result)
            return replace(doubled, register=(1 << self.pair, *doubled.register))
        inverse = [0] * len(self.bits)
        for source, target in enumerate(self.bits):
            inverse[target] = source
        moved = _move_bits(layout, tuple(inverse), self.result)
        if self.halves < 0:
            return moved
        doubled = _join_layout(moved, 1 << self.halves, self.result)
        return replace(doubled, register=(*doubled.register, 1 << self.halves))


def placement(encoding: str, shape: tuple[int, ...]) -> Hashable:
    """Return a key of an encoding on a shape. A conversion between encodings with equal keys moves no element to another thread.

    Raises:
        ValueError: the encoding has no known map on this shape.
    """
    return encoding if nested_layout.is_nested(encoding) else linear_layout(encoding, shape)


def index_map(op: Op) -> BitMap | None:
    """Return the index map of an operation, or None for unsupported operations.

    Supported: `tt.trans`, `tt.join`, `tt.split`, `tt.reshape` without `allow_reorder`, `ttg.fp4_to_fp`, `tt.cat` in the program's
    layouts, and vector operations. For `tt.split` the map is inverted: `result` is the shape of the pairs, `operand` that of one
    half.
    """
    source, target = tensor_type(op.operands[0].type), tensor_type(op.results[0].type)
    if source is None or target is None:
        return None
    if op.name.startswith("vector."):
        dims = picked_dims(op, source.shape, target.shape)
        return None if dims is None else BitMap((), target.shape, source.shape, dims=dims)
    if any(extent & (extent - 1) for extent in source.shape):
        return None
    if op.name == "tt.join":
        return BitMap((), target.shape, source.shape, pair=0)
    if op.name == "tt.split":
        return BitMap((), source.shape, target.shape, pair=0)
    if op.name == "ttg.fp4_to_fp":
        return BitMap((), target.shape, source.shape, pair=_lowest_bits(target.shape)[integer(op.attributes["axis"])])
    if op.name == "tt.cat":
        return concatenation(source, target)
    width = sum(extent.bit_length() - 1 for extent in source.shape)
    if op.name == "tt.reshape" and "allow_reorder" not in op.attributes and "efficient_layout" not in op.attributes:
        return BitMap(tuple(range(width)), target.shape, source.shape)
    if op.name != "tt.trans":
        return None
    order = integers(op.attributes["order"])
    lowest = _lowest_bits(source.shape)
    bits: list[int] = []
    for axis in reversed(order):
        bits += range(lowest[axis], lowest[axis] + source.shape[axis].bit_length() - 1)
    return BitMap(tuple(bits), target.shape, source.shape, tuple(order))


def concatenation(source: TensorType, target: TensorType) -> BitMap | None:
    """Return the index map of a `tt.cat`, whose result has the first operand's registers, followed by those of the second.

    Triton's CatOpConversion (ViewOpToLLVM.cpp) copies registers, so the program's layouts determine where elements go.
    """
    try:
        one, both = linear_layout(source.encoding or "", source.shape), linear_layout(target.encoding or "", target.shape)
        half = both.register[-1] if both.register and 0 not in both.register else 0
        rest = _split_layout(both, half, source.shape)
    except ValueError:
        return None
    if len(one.bases) != len(rest.bases):
        return None
    moves = dict(zip(rest.bases, one.bases, strict=True))
    bits = tuple(moves.get(1 << bit, 0).bit_length() - 1 for bit in range(log2(prod(source.shape))))
    found = BitMap(bits, target.shape, source.shape, halves=log2(half))
    return found if sorted(bits) == list(range(len(bits))) and found.backward(both) == one else None


def picked_dims(op: Op, source: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return `BitMap.dims` of a vector operation, or None if it is unsupported.

    Supported: `vector.transpose`, `vector.broadcast` to more dimensions, `vector.shape_cast` that adds or drops unit dimensions.
    """
    if op.name == "vector.transpose":
        order = integers(op.attributes["permutation"])
        return tuple(order.index(d) for d in range(len(order)))
    if op.name == "vector.broadcast":
        added = len(target) - len(source)
        return tuple(range(added, len(target))) if target[added:] == source else None
    wide = [axis for axis, extent in enumerate(target) if extent != 1]
    if op.name != "vector.shape_cast" or [target[axis] for axis in wide] != [extent for extent in source if extent != 1]:
        return None
    return tuple(-1 if extent == 1 else wide.pop(0) for extent in source)


def encoding_of(layout: LinearLayout) -> str:
    """Return the `#ttg.linear` encoding of a linear layout."""
    lowest = _lowest_bits(layout.shape)

    def coordinates(basis: int) -> str:
        return "[" + ", ".join(str(basis >> low & extent - 1) for low, extent in zip(lowest, layout.shape, strict=True)) + "]"

    parts = (f"{name} = [{', '.join(map(coordinates, getattr(layout, name)))}]" for name in ("register", "lane", "warp", "block"))
    return f"#ttg.linear<{{{', '.join(parts)}}}>"


def transposed_blocked(encoding: str, permutation: list[int]) -> str | None:
    """Return a blocked encoding with permuted dimensions, or None for other encodings."""
    fields = dict(re.findall(r"(\w+) = \[([\d, ]*)\]", encoding))
    if not encoding.startswith("#ttg.blocked<{") or set(fields) != {"sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"}:
        return None
    numbers = {name: [int(n) for n in text.split(",")] for name, text in fields.items()}
    parts = [f"{name} = {[numbers[name][d] for d in permutation]}" for name in ("sizePerThread", "threadsPerWarp", "warpsPerCTA")]
    parts.append(f"order = {[permutation.index(d) for d in numbers['order']]}")
    return f"#ttg.blocked<{{{', '.join(parts)}}}>"


def moved_encoding(index: BitMap, encoding: str, forward: bool) -> str:
    """Return the encoding that an index map infers: from operand to result if `forward`, else from result to operand.

    The encoding is blocked if possible, else linear.

    Raises:
        ValueError: the encoding has no known map on this shape.
    """
    source, target = (index.operand, index.result) if forward else (index.result, index.operand)
    if nested_layout.is_nested(encoding):
        if forward and any(extent != 1 and axis not in index.dims for axis, extent in enumerate(index.result)):
            raise ValueError("the operand's layout does not say who holds the dimensions that are added")
        dims = [index.dims.index(d) if d in index.dims else -1 for d in range(len(target))] if forward else index.dims
        return nested_layout.gather_axes(encoding, dims)
    layout = linear_layout(encoding, source)
    wanted = index.forward(layout) if forward else index.backward(layout)
    if index.order:
        permutation = list(index.order) if forward else [index.order.index(d) for d in range(len(index.order))]
        blocked = transposed_blocked(encoding, permutation)
        if blocked and linear_layout(blocked, target) == wanted:
            return blocked
    return encoding_of(wanted)


def _split_layout(layout: LinearLayout, one: int, shape: tuple[int, ...]) -> LinearLayout:
    """Return the layout of one of two joined tensors, by removing bit `one`, which selects the tensor, from the element index.

    Follows Triton's inferSplitOpEncoding.
    """
    others = layout.lane + layout.warp + layout.block
    if (
        not one
        or layout.register.count(one) != 1
        or any(basis & one for basis in (*others, *(b for b in layout.register if b != one)))
    ):
        raise ValueError("a pair of joined elements is spread over threads")

    def halves(bases: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(basis % one + basis // one // 2 * one for basis in bases if basis != one)

    return _map_bases(layout, halves, shape)


def _join_layout(layout: LinearLayout, one: int, shape: tuple[int, ...]) -> LinearLayout:
    """Return the layout with a bit at position `one` inserted into the element index."""
    return _map_bases(layout, lambda bases: tuple(basis % one + basis // one * 2 * one for basis in bases), shape)


def _map_bases(
    layout: LinearLayout, change: Callable[[tuple[int, ...]], tuple[int, ...]], shape: tuple[int, ...]
) -> LinearLayout:
    return LinearLayout(change(layout.register), change(layout.lane), change(layout.warp), change(layout.block), shape)


def _move_bits(layout: LinearLayout, bits: tuple[int, ...], shape: tuple[int, ...]) -> LinearLayout:
    def move(basis: int) -> int:
        moved = 0
        for source, target in enumerate(bits):
            moved |= (basis >> source & 1) << target
        return moved

    return _map_bases(layout, lambda bases: tuple(map(move, bases)), shape)


def _lowest_bits(shape: tuple[int, ...]) -> list[int]:
    lowest, bit = [0] * len(shape), 0
    for axis in range(len(shape) - 1, -1, -1):
        lowest[axis] = bit
        bit += shape[axis].bit_length() - 1
    return lowest
