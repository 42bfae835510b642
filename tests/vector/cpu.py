"""Vector programs as IREE runs them on a CPU, where no threads share vectors: without layouts, in one dispatch, on tensors.

`to_layout` says who holds what and changes no value, so that what is left of a program computes what the program does. Memory becomes
tensors, reductions become one element after the other, since IREE 3.13 compiles none that a broadcast follows for the CPU.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from egraph_opt.families.region.encode.generic_op_builder import generic, index_constant, segments
from egraph_opt.families.vector.vector_layouts import TO_LAYOUT, reduced_dims
from egraph_opt.interpret import NotModelled
from egraph_opt.ir.module import Block, Module, Op, Region, RegionSlot, Value
from egraph_opt.ir.rewriting.rewrite import replace_uses
from egraph_opt.ir.types import tensor_type
from egraph_opt.text import write

COMBINE = {"add": "add", "mul": "mul", "maximumf": "maximumf", "minimumf": "minimumf", "maxnumf": "maxnumf", "minnumf": "minnumf",
           "maxsi": "maxsi", "minsi": "minsi"}  # fmt: skip
PLAIN = "fastmath = #arith.fastmath<none>"


def shaped(type: str) -> tuple[tuple[int, ...], str]:
    """Shape and element of a vector, tensor or memref type."""
    tensor = tensor_type("tensor" + type[type.index("<") :])
    if tensor is None or tensor.encoding:
        raise NotModelled(type)
    return tensor.shape, tensor.element


class _Writer:
    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.names: dict[Value, Value] = {}
        self.memory: dict[Value, Value] = {}
        """The tensor that stands for a memref, as it is after the last write."""
        self.numbers = count()

    def add(self, name: str, operands: Sequence[Value], type: str, properties: str = "") -> Value:
        self.ops.append(generic(name, operands, [type], properties))
        return self.ops[-1].results[0]

    def constant(self, value: str, type: str) -> Value:
        return self.add("arith.constant", (), type, f"value = {value} : {type}")

    def zeros(self, rank: int) -> list[Value]:
        self.ops.append(index_constant(0))
        return [self.ops[-1].results[0]] * rank

    def load(self, tensor: Value, type: str) -> Value:
        """All of a tensor as a vector."""
        shape, element = shaped(type)
        padding = self.constant("0.0" if element.startswith("f") else "0", element)
        return self.add(
            "vector.transfer_read", [tensor, *self.zeros(len(shape)), padding], type, _whole(len(shape), 1, len(shape), 1)
        )

    def store(self, vector: Value) -> Value:
        """A vector as a tensor."""
        shape, element = shaped(vector.type)
        type = f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"
        empty = self.add("tensor.empty", (), type)
        operands = [vector, empty, *self.zeros(len(shape))]
        return self.add("vector.transfer_write", operands, type, _whole(len(shape), 1, 1, len(shape)))

    def block(self, ops: Sequence[Op], top: bool) -> None:
        for op in ops:
            self.op(op, top)

    def op(self, op: Op, top: bool) -> None:
        operands = [self.memory.get(v, self.names.get(v, v)) for v in op.operands]
        if op.name in (TO_LAYOUT, "vector.mask", "vector.multi_reduction"):
            found = operands[0]
            if op.name != TO_LAYOUT:
                inner = op if op.name == "vector.multi_reduction" else op.regions[0].blocks[0].ops[0]
                if inner.name != "vector.multi_reduction":
                    raise NotModelled(f"vector.mask of {inner.name}")
                x, start = (self.names.get(v, v) for v in inner.operands)
                found = self.reduce(inner, x, start, operands[0] if inner is not op else None)
            self.names[op.results[0]] = found
        elif op.name == "vector.transfer_write" and op.operands[1].type.startswith("memref<"):
            if not top:
                raise NotModelled("memory written in a loop or a conditional")
            properties = ", ".join(f"{k} = {v}" for k, v in op.attributes.items())
            self.memory[op.operands[1]] = self.add(op.name, operands, operands[1].type, properties)
        else:
            regions = []
            for region in op.regions:
                blocks = []
                for b in region.blocks:
                    outer, self.ops = self.ops, []
                    self.block(b.ops, False)
                    blocks.append(replace(b, ops=tuple(self.ops)))
                    self.ops = outer
                regions.append(Region(tuple(blocks)))
            self.ops.append(replace(op, operands=tuple(operands), regions=tuple(regions)))

    def reduce(self, op: Op, x: Value, start: Value, mask: Value | None) -> Value:
        """One element after the other, from the start."""
        shape, element = shaped(x.type)
        axes = reduced_dims(op)
        rest = [k for k in range(len(shape)) if k not in axes]
        if len(axes) != 1 or not rest or shape[axes[0]] > 128:
            raise NotModelled("a reduction to a single number, or of several dimensions, or a long one")
        order, kind = [*axes, *rest], re.findall(r"\w+", op.attributes["kind"])[-1]
        name = COMBINE[kind] + ({"add": "f", "mul": "f"} if element.startswith("f") else {"add": "i", "mul": "i"}).get(kind, "")
        part = "".join(f"{shape[k]}x" for k in rest)
        parts = [(x, element), *([(mask, "i1")] if mask else [])]
        turned = [
            self.add(
                "vector.transpose",
                [v],
                f"vector<{shape[axes[0]]}x{part}{e}>",
                f"permutation = array<i64: {', '.join(map(str, order))}>",
            )
            for v, e in parts
        ]
        made = start
        for k in range(shape[axes[0]]):
            at = f"static_position = array<i64: {k}>"
            row, *held = [
                self.add("vector.extract", [v], f"vector<{part}{e}>", at) for v, (_, e) in zip(turned, parts, strict=True)
            ]
            combined = self.combined(f"arith.{name}", made, row, element)
            made = self.add("arith.select", [held[0], combined, made], made.type) if held else combined
        return made

    def combined(self, name: str, a: Value, b: Value, element: str) -> Value:
        """Two rows combined; maxima of halves as floats, which is the same: IREE 3.13 fails on them for the CPU."""
        if element != "f16" or not name.startswith(("arith.max", "arith.min")):
            return self.add(name, [a, b], a.type, PLAIN if element.startswith("f") else "")
        wide = a.type.replace("f16", "f32")
        found = self.add(name, [self.add("arith.extf", [v], wide, PLAIN) for v in (a, b)], wide, PLAIN)
        return self.add("arith.truncf", [found], a.type, PLAIN)


def _whole(rank: int, *lengths: int) -> str:
    dims = ", ".join(f"d{k}" for k in range(rank))
    sizes = (*lengths, 0)
    return f"in_bounds = [{', '.join(['true'] * rank)}], {segments(*sizes)}, permutation_map = affine_map<({dims}) -> ({dims})>"


def on_tensors(function: Op) -> str:
    """The text of a function `f` on tensors and numbers that returns what a vector program returns, and then its memory afterwards.

    Raises:
        NotModelled: what it does is not written for a CPU here.
    """
    (block,) = function.regions[0].blocks
    writer, outside = _Writer(), []
    arguments: list[Value] = []
    for value in block.arguments:
        if not value.type.startswith(("memref<", "vector<", "tensor<")):
            arguments.append(Value("i32" if value.type == "i1" else value.type, value.name))
            writer.names[value] = arguments[-1]
            if value.type == "i1":
                zero = generic("arith.constant", (), ["i32"], "value = 0 : i32")
                outside += [zero, generic("arith.cmpi", [arguments[-1], zero.results[0]], ["i1"], "predicate = 1 : i64")]
                writer.names[value] = outside[-1].results[0]
            continue
        shape, element = shaped(value.type)
        held = {"index": "i64", "i1": "i8"}.get(element, element)
        arguments.append(Value(f"tensor<{''.join(f'{n}x' for n in shape)}{held}>", value.name))
        if value.type.startswith("vector<"):
            loaded = writer.load(arguments[-1], value.type.replace(element, held)) if shape else None
            if loaded is None:
                raise NotModelled(value.type)
            cast = {"index": "arith.index_cast", "i1": "arith.trunci"}.get(element)
            writer.names[value] = writer.add(cast, [loaded], value.type) if cast else loaded
        else:
            writer.memory[value] = arguments[-1]
    writer.block(block.ops[:-1], True)
    results = []
    for value in block.ops[-1].operands:
        found = writer.memory.get(value, writer.names.get(value, value))
        if found.type.startswith("vector<"):
            shape, element = shaped(found.type)
            if element == "index":
                found = writer.add("arith.index_cast", [found], found.type.replace("index", "i64"))
            found = writer.store(found)
        results.append(found)
    results += [writer.memory[v] for v in block.arguments if v.type.startswith("memref<") and writer.memory[v] not in arguments]
    if not results or any(not v.type.startswith("tensor<") for v in results):
        raise NotModelled("a function that gives no tensor")
    types = [v.type for v in results]
    ops = tuple(replace_uses(op, writer.names) for op in writer.ops)
    inside = Block((), (*ops, generic("flow.return", results, [])))
    region = generic("flow.dispatch.region", (), types, segments(0, 0), [Region((inside,)), Region()])
    returned = generic("util.return", region.results, [])
    body = Region((Block(tuple(arguments), (*outside, region, returned), "^bb0"),))
    signature = f"({', '.join(v.type for v in arguments)}) -> ({', '.join(types)})"
    head = f'"util.func"() <{{function_type = {signature}, sym_name = "f", sym_visibility = "public"}}> ('
    made = Op("util.func", regions=(body,), pieces=(head, RegionSlot(0), ") : () -> ()"))
    top = Op(
        "builtin.module", regions=(Region((Block((), (made,)),)),), pieces=('"builtin.module"() (', RegionSlot(0), ") : () -> ()")
    )
    return write(Module(top, generic=True))
