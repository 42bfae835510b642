"""Lowering of block pointers and descriptors to pointers, which the rules can analyse and all hardware supports.

Each access gets a rewritten copy through a tensor of pointers (`shadow_access`). Loops also carry the offsets of block pointers. The
rewritten copy is the access that Triton's passes create (RewriteTensorPointer, RewriteTensorDescriptorToPointer): lanes out of bounds are
masked and load the padding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from egraph_opt.families.pointer.integers.interval_analysis import yield_values
from egraph_opt.families.pointer.prepare.shadow_access import ACCESS_KINDS, ROW_LIST_OPS, access_pair
from egraph_opt.families.pointer.prepare.tensor_ops import addptr, broadcast, compare, expand_dims, splat
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.control_flow import rebuild_loop, rebuild_terminator
from egraph_opt.ir.create import binary, cast, operation, put
from egraph_opt.ir.module import Block, Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops
from egraph_opt.ir.types import TensorType, block_of, is_block_pointer, pointee_of, tensor_type

NAN = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}
"""Quiet NaN used as padding, by type."""
CACHES = ("", "", "ca", "cg", "wb", "cs", "wt", "cv")
EVICTIONS = ("", "", "evict_first", "evict_last")


@dataclass(frozen=True, slots=True)
class Tile:
    """Tile of a strided tensor. The tile's dimensions are the last ones of the tensor."""

    base: Value
    shapes: Sequence[Value]
    strides: Sequence[Value]
    starts: Sequence[Value]
    """Start along each dimension in 64 bits, or a one-dimensional tensor of all indices."""
    tensor: TensorType
    checked: Sequence[int]
    """Dimensions with a boundary check."""
    padding: str = ""
    """Value loaded out of bounds: `zero`, `nan`, or the empty string for any value."""

    @property
    def writable(self) -> bool:
        """Return whether an access through pointers can access this tile."""
        known = self.padding != "nan" or self.tensor.element in NAN
        return known and pointee_of(self.base.type) == self.tensor.element


def wide(value: Value, near: Op, ops: list[Op]) -> Value:
    tensor = tensor_type(value.type)
    type = str(tensor._replace(element="i64")) if tensor else "i64"
    return value if value.type == type else put(cast("arith.extsi", value, type), near, ops)


def through_pointers(op: Op, tile: Tile, value: Value | None, ops: list[Op]) -> Op:
    """Return an access through pointers that replaces `op`, storing `value` if given; append operations for its operands to `ops`."""
    sizes, rank = tile.tensor.shape, len(tile.tensor.shape)
    dropped = len(tile.starts) - rank
    lanes = [_lanes(d - dropped, start, sizes, op, ops) for d, start in enumerate(tile.starts)]
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
    cache, evict = (integer(op.attributes.get(name, "1")) for name in ("cache", "evict"))
    hint = f" cacheModifier = {CACHES[cache]}" if cache > 1 else ""
    return hint + (f" evictionPolicy = {EVICTIONS[evict]}" if evict > 1 else "")


def _lanes(axis: int, start: Value, sizes: tuple[int, ...], op: Op, ops: list[Op]) -> Value:
    """Return a tile with the indices along dimension `axis`, from `start` on; if `axis` is negative, a tile of one element, `start`."""
    if axis < 0:
        return _spread(start, str(TensorType((1,) * len(sizes), "i64", None)), op, ops)
    x = start
    if tensor_type(start.type) is None:
        end = sizes[axis]
        text = f"tt.make_range {{end = {end} : i32, start = 0 : i32}} : tensor<{end}xi32>"
        made = operation("tt.make_range", (), f"tensor<{end}xi32>", (text,), end=f"{end} : i32", start="0 : i32")
        index = put(cast("arith.extsi", put(made, op, ops), f"tensor<{end}xi64>"), op, ops)
        x = put(binary("arith.addi", _spread(start, index.type, op, ops), index), op, ops)
    for other in (e for e in range(len(sizes)) if e != axis):
        x = put(expand_dims(x, other), op, ops)
    return x


def _bounds(x: Value, shape: Value, sizes: tuple[int, ...], op: Op, ops: list[Op]) -> list[Value]:
    limits = (("sge", _constant("0", x.type, op, ops)), ("slt", _spread(shape, x.type, op, ops)))
    return [_broadcast(put(compare(predicate, x, limit), op, ops), sizes, op, ops) for predicate, limit in limits]


def _constant(number: str, type: str, op: Op, ops: list[Op]) -> Value:
    text = f"dense<{number}> : {type}"
    return put(operation("arith.constant", (), type, (f"arith.constant {text}",), value=text), op, ops)


def _spread(value: Value, type: str, op: Op, ops: list[Op]) -> Value:
    return put(splat(value, type), op, ops)


def _broadcast(x: Value, sizes: tuple[int, ...], op: Op, ops: list[Op]) -> Value:
    tensor = tensor_type(x.type)
    assert tensor
    return x if tensor.shape == sizes else put(broadcast(x, sizes), op, ops)


BLOCK = "block "
"""Prefix of the keys (attribute `shadow_access.MARK`) of accesses rewritten from a block pointer or a descriptor."""
PADDING = {"1": "zero", "2": "nan"}
MAKERS = frozenset(("tt.make_tensor_ptr", "tt.make_tensor_descriptor"))


def is_block_pointer_access(op: Op) -> bool:
    """Return whether an operation accesses memory through a block pointer."""
    return op.name in ("tt.load", "tt.store") and is_block_pointer(op.operands[0].type)


def tile_of(type: str) -> TensorType:
    tensor = block_of(type)
    assert tensor
    return tensor


def checked_dimensions(op: Op) -> tuple[int, ...]:
    return integers(op.attributes.get("boundaryCheck", "array<i32>"))


def is_descriptor_access(op: Op) -> bool:
    """Return whether an operation loads or stores through a descriptor; reductions into memory do not count."""
    return op.name in ACCESS_KINDS


def stored_value(op: Op) -> Value | None:
    """Return the value that an access stores; None for a load."""
    return None if op.results else op.operands[3 if op.name == "tt.descriptor_scatter" else 1]


def accessed_tile(op: Op) -> TensorType:
    tensor = tensor_type((stored_value(op) or op.results[0]).type)
    assert tensor
    return tensor


def lower_accesses(function: Op, descriptors: bool = False) -> Op:
    """Add a rewritten copy through pointers to each block pointer access and, with `descriptors`, each descriptor access, where
    possible.
    """
    if not any(is_block_pointer_access(op) or (descriptors and is_descriptor_access(op)) for op in function.walk()):
        return function
    return _Lowering(function, descriptors).run()


@dataclass(slots=True)
class _Lowering:
    function: Op
    descriptors: bool
    defined: dict[Value, Op] = field(default_factory=dict)
    carried: dict[Value, tuple[Op, int]] = field(default_factory=dict)
    unknown: set[Value] = field(default_factory=set)
    """Loop-carried block pointers and descriptors that an iteration replaces, not only advances."""
    offsets: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    """64-bit offset of each block pointer along each dimension."""
    count: int = 0

    def run(self) -> Op:
        for op in self.function.walk():
            self.defined.update(dict.fromkeys(op.results, op))
            if op.name == "scf.for":
                self.carried.update({v: (op, i) for i, v in enumerate(op.regions[0].blocks[0].arguments[1:])})
        while new := {v for v in self.carried if v not in self.unknown and block_of(v.type) and self.varies(v)}:
            self.unknown |= new
        return map_blocks(self.function, self.block)

    def varies(self, argument: Value) -> bool:
        op, i = self.carried[argument]
        following = yield_values(op.regions[0].blocks[0])
        first = self.maker(op.operands[3 + i])
        return first is None or len(following) <= i or self.maker(following[i]) is not first

    def maker(self, value: Value) -> Op | None:
        """Return the operation that created a block pointer or descriptor, through `tt.advance` and loops; None if unknown."""
        for _ in range(len(self.defined)):
            if value in self.carried:
                if value in self.unknown:
                    return None
                op, i = self.carried[value]
                value = op.operands[3 + i]
                continue
            op = self.defined.get(value, self.function)
            if op.name in MAKERS:
                return op
            if op.name == "scf.for":
                value = op.regions[0].blocks[0].arguments[1 + op.results.index(value)]
            elif op.name == "tt.advance":
                value = op.operands[0]
            else:
                return None
        return None

    def block(self, block: Block) -> Block:
        ops: list[Op] = []
        for op in block.ops:
            self.op(op, ops)
        return replace_ops(block, ops)

    def op(self, op: Op, ops: list[Op]) -> None:
        if op.name == "tt.make_tensor_ptr":
            ops.append(op)
            rank = len(tile_of(op.results[0].type).shape)
            self.offsets[op.results[0]] = tuple(wide(v, op, ops) for v in op.operands[1 + 2 * rank :])
        elif op.name == "tt.advance" and op.operands[0] in self.offsets:
            ops.append(op)
            steps = zip(self.offsets[op.operands[0]], op.operands[1:], strict=True)
            self.offsets[op.results[0]] = tuple(put(binary("arith.addi", o, wide(s, op, ops)), op, ops) for o, s in steps)
        elif op.name == "scf.for":
            ops.append(self.loop(op))
        elif is_block_pointer_access(op) and op.operands[0] in self.offsets:
            self.access(op, ops)
        elif self.descriptors and is_descriptor_access(op):
            self.append_descriptor_access(op, ops)
        else:
            ops.append(map_blocks(op, self.block))

    def loop(self, op: Op) -> Op:
        (body,) = op.regions[0].blocks
        moved = [
            i
            for i, argument in enumerate(body.arguments[1:])
            if op.operands[3 + i] in self.offsets and argument not in self.unknown
        ]
        initial: list[Value] = []
        arguments: list[Value] = []
        results: list[Value] = []
        for i in moved:
            start = self.offsets[op.operands[3 + i]]
            inside, outside = (tuple(Value("i64", "%offset") for _ in start) for _ in range(2))
            self.offsets[body.arguments[1 + i]], self.offsets[op.results[i]] = inside, outside
            initial += start
            arguments += inside
            results += outside
        new = self.block(body)
        if moved:
            end = new.ops[-1]
            following = tuple(o for i in moved for o in self.offsets[end.operands[i]])
            ops = (*new.ops[:-1], rebuild_terminator(end, (*end.operands, *following)))
            new = replace(new, arguments=(*body.arguments, *arguments), ops=ops)
        return rebuild_loop(op, (*op.operands, *initial), (*op.results, *results), new)

    def access(self, op: Op, ops: list[Op]) -> None:
        maker, tile = self.maker(op.operands[0]), tile_of(op.operands[0].type)
        if maker is None:
            ops.append(op)
            return
        rank = len(tile.shape)
        shapes, strides = maker.operands[1 : 1 + rank], maker.operands[1 + rank : 1 + 2 * rank]
        padding = PADDING.get(op.attributes.get("padding", "").partition(" ")[0], "")
        starts = self.offsets[op.operands[0]]
        self.append_pair(op, Tile(maker.operands[0], shapes, strides, starts, tile, checked_dimensions(op), padding), ops)

    def append_descriptor_access(self, op: Op, ops: list[Op]) -> None:
        maker, block = self.maker(op.operands[0]), tile_of(op.operands[0].type)
        tile = accessed_tile(op)
        listed = op.name in ROW_LIST_OPS
        same = len(block.shape) >= len(tile.shape) and set(block.shape[: len(block.shape) - len(tile.shape)]) <= {1}
        if maker is None or not same:
            ops.append(op)
            return
        rank = len(block.shape)
        shapes, strides = maker.operands[1 : 1 + rank], maker.operands[1 + rank : 1 + 2 * rank]
        first = 2 if op.name == "tt.descriptor_store" else 1
        indices = op.operands[first : first + (2 if listed else rank)]
        padding = PADDING[maker.attributes.get("padding", "1 : i32").partition(" ")[0]]
        before: list[Op] = []
        starts = [wide(v, op, before) for v in indices]
        self.append_pair(op, Tile(maker.operands[0], shapes, strides, starts, tile, range(rank), padding), ops, before)

    def append_pair(self, op: Op, tile: Tile, ops: list[Op], before: Sequence[Op] = ()) -> None:
        """Append access `op` and its rewritten copy through pointers, or only `op` if pointers cannot express the access."""
        if not tile.writable:
            ops.append(op)
            return
        ops += before
        made = through_pointers(op, tile, stored_value(op), ops)
        self.count += 1
        ops += access_pair(op, made, f"{BLOCK}{self.count}")
