"""Block pointers as pointers: what their accesses are, as Triton's RewriteTensorPointer defines it, so that the rules see them.

Each access of a block pointer gets one through a tensor of pointers beside it, its twin (`twins`). Loops carry the offsets of block
pointers that they carry.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from egraph_opt.families.layout.emit.control import loop, yielding
from egraph_opt.families.pointer.integers.facts import yielded
from egraph_opt.families.pointer.prepare.twins import twins
from egraph_opt.families.pointer.rewriter.tensors import addptr, broadcast, compared, expanded, splat
from egraph_opt.ir.attributes import integers
from egraph_opt.ir.create import binary, cast, operation, put
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.types import TensorType, block_of, is_block_pointer, tensor_type

BLOCK = "block "
"""How the marks of twins begin whose one is an access of a block pointer."""
NAN = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}
"""The quiet NaN that padding is, by type."""


def windowed(op: Op) -> bool:
    """Whether an operation accesses memory through a block pointer."""
    return op.name in ("tt.load", "tt.store") and is_block_pointer(op.operands[0].type)


def tile_of(type: str) -> TensorType:
    """The tile that a block pointer points to."""
    tensor = block_of(type)
    assert tensor
    return tensor


def checked(op: Op) -> tuple[int, ...]:
    """The dimensions that an access of a block pointer checks."""
    return integers(op.attributes.get("boundaryCheck", "array<i32>"))


def lowered(function: Op) -> Op:
    """The function with an access through pointers beside each one of a block pointer whose making is known."""
    return _Lowering(function).run() if any(windowed(op) for op in function.walk()) else function


@dataclass(slots=True)
class _Lowering:
    function: Op
    defined: dict[Value, Op] = field(default_factory=dict)
    carried: dict[Value, tuple[Op, int]] = field(default_factory=dict)
    unknown: set[Value] = field(default_factory=set)
    """Block pointers that a loop carries and that are not always the same but for their offsets."""
    offsets: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    """Of each block pointer, where it is along each dimension, in 64 bits."""
    count: int = 0

    def run(self) -> Op:
        for op in self.function.walk():
            self.defined.update(dict.fromkeys(op.results, op))
            if op.name == "scf.for":
                self.carried.update({v: (op, i) for i, v in enumerate(op.regions[0].blocks[0].arguments[1:])})
        while new := {v for v in self.carried if v not in self.unknown and is_block_pointer(v.type) and self.varies(v)}:
            self.unknown |= new
        regions = tuple(Region(tuple(self.block(b) for b in region.blocks)) for region in self.function.regions)
        return replace(self.function, regions=regions)

    def varies(self, argument: Value) -> bool:
        op, i = self.carried[argument]
        following = yielded(op.regions[0].blocks[0])
        first = self.maker(op.operands[3 + i])
        return first is None or len(following) <= i or self.maker(following[i]) is not first

    def maker(self, value: Value) -> Op | None:
        """The operation that a block pointer was made by, however it was advanced."""
        for _ in range(len(self.defined)):
            if value in self.carried:
                if value in self.unknown:
                    return None
                op, i = self.carried[value]
                value = op.operands[3 + i]
                continue
            op = self.defined.get(value, self.function)
            if op.name == "tt.make_tensor_ptr":
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
        return replace(block, ops=tuple(ops))

    def op(self, op: Op, ops: list[Op]) -> None:
        if op.name == "tt.make_tensor_ptr":
            ops.append(op)
            rank = len(tile_of(op.results[0].type).shape)
            self.offsets[op.results[0]] = tuple(self.wide(v, op, ops) for v in op.operands[1 + 2 * rank :])
        elif op.name == "tt.advance" and op.operands[0] in self.offsets:
            ops.append(op)
            steps = zip(self.offsets[op.operands[0]], op.operands[1:], strict=True)
            self.offsets[op.results[0]] = tuple(put(binary("arith.addi", o, self.wide(s, op, ops)), op, ops) for o, s in steps)
        elif op.name == "scf.for":
            ops.append(self.loop(op))
        elif windowed(op) and op.operands[0] in self.offsets:
            self.access(op, ops)
        elif op.regions:
            ops.append(replace(op, regions=tuple(Region(tuple(self.block(b) for b in region.blocks)) for region in op.regions)))
        else:
            ops.append(op)

    def wide(self, value: Value, near: Op, ops: list[Op]) -> Value:
        return value if value.type == "i64" else put(cast("arith.extsi", value, "i64"), near, ops)

    def loop(self, op: Op) -> Op:
        """A loop that carries offsets too."""
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
            ops = (*new.ops[:-1], yielding(end, (*end.operands, *following)))
            new = replace(new, arguments=(*body.arguments, *arguments), ops=ops)
        return loop(op, (*op.operands, *initial), (*op.results, *results), new)

    def access(self, op: Op, ops: list[Op]) -> None:
        """The access with its mark, and the one made of it."""
        maker = self.maker(op.operands[0])
        tile = tile_of(op.operands[0].type)
        padding = op.attributes.get("padding", "").partition(" ")[0]
        if maker is None or (padding == "2" and tile.element not in NAN):
            ops.append(op)
            return
        rank = len(tile.shape)
        shapes, strides = maker.operands[1 : 1 + rank], maker.operands[1 + rank : 1 + 2 * rank]
        lanes = [self.lanes(d, self.offsets[op.operands[0]][d], tile, op, ops) for d in range(rank)]
        place: Value | None = None
        for x, stride in zip(lanes, strides, strict=True):
            product = put(binary("arith.muli", x, self.spread(stride, x.type, op, ops)), op, ops)
            wide = self.broadcast(product, tile.shape, op, ops)
            place = wide if place is None else put(binary("arith.addi", place, wide), op, ops)
        assert place
        pointers = str(TensorType(tile.shape, f"!tt.ptr<{tile.element}>", None))
        base = self.spread(maker.operands[0], pointers, op, ops)
        address = put(addptr(base, place), op, ops)
        mask: Value | None = None
        for d in checked(op):
            for test in self.bounds(lanes[d], shapes[d], tile, op, ops):
                mask = test if mask is None else put(binary("arith.andi", mask, test), op, ops)
        operands = [address, *op.operands[1:], *([mask] if mask else [])]
        if op.name == "tt.load" and mask and padding:
            number = NAN[tile.element] if padding == "2" else "0.000000e+00" if tile.element.startswith(("f", "bf")) else "0"
            operands.append(self.constant(number, str(tile), op, ops))
        kept = {k: v for k, v in op.attributes.items() if k not in ("boundaryCheck", "padding")}
        if op.name == "tt.load":
            kept["operandSegmentSizes"] = f"array<i32: 1, {int(mask is not None)}, {len(operands) - 1 - (mask is not None)}>"
        self.count += 1
        ops += twins(op, replace(op, operands=tuple(operands), attributes=kept), f"{BLOCK}{self.count}")

    def lanes(self, d: int, offset: Value, tile: TensorType, op: Op, ops: list[Op]) -> Value:
        """Indices along one dimension, in a tensor of one element along the others."""
        end = tile.shape[d]
        text = f"tt.make_range {{end = {end} : i32, start = 0 : i32}} : tensor<{end}xi32>"
        made = operation("tt.make_range", (), f"tensor<{end}xi32>", (text,), end=f"{end} : i32", start="0 : i32")
        index = put(cast("arith.extsi", put(made, op, ops), f"tensor<{end}xi64>"), op, ops)
        x = put(binary("arith.addi", self.spread(offset, index.type, op, ops), index), op, ops)
        for axis in (e for e in range(len(tile.shape)) if e != d):
            x = put(expanded(x, axis), op, ops)
        return x

    def bounds(self, x: Value, shape: Value, tile: TensorType, op: Op, ops: list[Op]) -> list[Value]:
        """`0 <= x < shape`."""
        tests = []
        limits = (("sge", self.constant("0", x.type, op, ops)), ("slt", self.spread(shape, x.type, op, ops)))
        for predicate, limit in limits:
            test = put(compared(predicate, x, limit), op, ops)
            tests.append(self.broadcast(test, tile.shape, op, ops))
        return tests

    def constant(self, number: str, type: str, op: Op, ops: list[Op]) -> Value:
        text = f"dense<{number}> : {type}"
        return put(operation("arith.constant", (), type, (f"arith.constant {text}",), value=text), op, ops)

    def spread(self, value: Value, type: str, op: Op, ops: list[Op]) -> Value:
        return put(splat(value, type), op, ops)

    def broadcast(self, x: Value, shape: tuple[int, ...], op: Op, ops: list[Op]) -> Value:
        tensor = tensor_type(x.type)
        assert tensor
        if tensor.shape == shape:
            return x
        return put(broadcast(x, shape), op, ops)
