"""Access through a tensor of pointers to a tile of a strided tensor, as Triton's passes define those of block pointers
(RewriteTensorPointer) and of descriptors (RewriteTensorDescriptorToPointer): lanes out of bounds are masked, and get the padding
value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.families.pointer.rewriter.tensors import addptr, broadcast, compared, expanded, splat
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.create import binary, cast, operation, put
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.types import TensorType, pointee_of, tensor_type

NAN = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}
"""Quiet NaN used as padding, by type."""
CACHES = ("", "", "ca", "cg", "wb", "cs", "wt", "cv")
EVICTIONS = ("", "", "evict_first", "evict_last")


@dataclass(frozen=True, slots=True)
class Tile:
    """Tile of a strided tensor: numbers for each of its dimensions, which are those of the tensor, or the last of them."""

    base: Value
    shapes: Sequence[Value]
    strides: Sequence[Value]
    places: Sequence[Value]
    """Begin along each dimension in 64 bits, or all indices, in a tensor of one dimension."""
    tensor: TensorType
    checked: Sequence[int]
    """Dimensions whose bounds are tested."""
    padding: str = ""
    """Value that is loaded out of bounds: `zero`, `nan`, or anything."""

    @property
    def writable(self) -> bool:
        """Return whether an access through pointers can express the same."""
        known = self.padding != "nan" or self.tensor.element in NAN
        return known and pointee_of(self.base.type) == self.tensor.element


def wide(value: Value, near: Op, ops: list[Op]) -> Value:
    """Return a number in 64 bits."""
    tensor = tensor_type(value.type)
    type = str(tensor._replace(element="i64")) if tensor else "i64"
    return value if value.type == type else put(cast("arith.extsi", value, type), near, ops)


def through_pointers(op: Op, tile: Tile, value: Value | None, ops: list[Op]) -> Op:
    """Return the access to a tile in place of `op`, which stores `value` if it is a store; its operands are appended to `ops`."""
    sizes, rank = tile.tensor.shape, len(tile.tensor.shape)
    dropped = len(tile.places) - rank
    lanes = [_lanes(d - dropped, place, sizes, op, ops) for d, place in enumerate(tile.places)]
    address: Value | None = None
    for x, stride in zip(lanes, tile.strides, strict=True):
        product = put(binary("arith.muli", x, _spread(wide(stride, op, ops), x.type, op, ops)), op, ops)
        product = _broadcast(product, sizes, op, ops)
        address = product if address is None else put(binary("arith.addi", address, product), op, ops)
    assert address
    pointers = str(TensorType(sizes, f"!tt.ptr<{tile.tensor.element}>", None))
    address = put(addptr(_spread(tile.base, pointers, op, ops), address), op, ops)
    mask: Value | None = None
    for d in tile.checked:
        for test in _bounds(lanes[d], wide(tile.shapes[d], op, ops), sizes, op, ops):
            mask = test if mask is None else put(binary("arith.andi", mask, test), op, ops)
    operands = [address, *([value] if value else []), *([mask] if mask else [])]
    if value is None and mask and tile.padding:
        zero = "0.000000e+00" if tile.tensor.element.startswith(("f", "bf")) else "0"
        number = NAN[tile.tensor.element] if tile.padding == "nan" else zero
        operands.append(_constant(number, str(tile.tensor), op, ops))
    name = "tt.load" if value is None else "tt.store"
    attributes = {key: op.attributes.get(key, "1 : i32") for key in ("cache", "evict")} | {"boundaryCheck": "array<i32>"}
    volatile = op.attributes.get("isVolatile", "false") != "false"
    if value is None:
        attributes |= {"isVolatile": op.attributes.get("isVolatile", "false")}
        attributes |= {"operandSegmentSizes": f"array<i32: 1, {int(mask is not None)}, {len(operands) - 1 - (mask is not None)}>"}
    pieces: list[Piece] = [f"{name} "]
    for i in range(len(operands)):
        pieces += [", ", Operand(i)] if i else [Operand(i)]
    pieces += [hints(op), " {isVolatile = true}" if volatile else "", " : ", TypeOf("operand", 0)]
    return replace(op, name=name, operands=tuple(operands), attributes=attributes, pieces=tuple(pieces))


def hints(op: Op) -> str:
    """Return the text of an access's cache hints."""
    cache, evict = (integer(op.attributes.get(name, "1")) for name in ("cache", "evict"))
    hint = f" cacheModifier = {CACHES[cache]}" if cache > 1 else ""
    return hint + (f" evictionPolicy = {EVICTIONS[evict]}" if evict > 1 else "")


def _lanes(axis: int, place: Value, sizes: tuple[int, ...], op: Op, ops: list[Op]) -> Value:
    """Return indices along one dimension of a tile, in a tensor of one element along the others; a dimension before them has one index."""
    if axis < 0:
        return _spread(place, str(TensorType((1,) * len(sizes), "i64", None)), op, ops)
    x = place
    if tensor_type(place.type) is None:
        end = sizes[axis]
        text = f"tt.make_range {{end = {end} : i32, start = 0 : i32}} : tensor<{end}xi32>"
        made = operation("tt.make_range", (), f"tensor<{end}xi32>", (text,), end=f"{end} : i32", start="0 : i32")
        index = put(cast("arith.extsi", put(made, op, ops), f"tensor<{end}xi64>"), op, ops)
        x = put(binary("arith.addi", _spread(place, index.type, op, ops), index), op, ops)
    for other in (e for e in range(len(sizes)) if e != axis):
        x = put(expanded(x, other), op, ops)
    return x


def _bounds(x: Value, shape: Value, sizes: tuple[int, ...], op: Op, ops: list[Op]) -> list[Value]:
    """Return the masks of `0 <= x < shape`."""
    limits = (("sge", _constant("0", x.type, op, ops)), ("slt", _spread(shape, x.type, op, ops)))
    return [_broadcast(put(compared(predicate, x, limit), op, ops), sizes, op, ops) for predicate, limit in limits]


def _constant(number: str, type: str, op: Op, ops: list[Op]) -> Value:
    text = f"dense<{number}> : {type}"
    return put(operation("arith.constant", (), type, (f"arith.constant {text}",), value=text), op, ops)


def _spread(value: Value, type: str, op: Op, ops: list[Op]) -> Value:
    return put(splat(value, type), op, ops)


def _broadcast(x: Value, sizes: tuple[int, ...], op: Op, ops: list[Op]) -> Value:
    tensor = tensor_type(x.type)
    assert tensor
    return x if tensor.shape == sizes else put(broadcast(x, sizes), op, ops)
