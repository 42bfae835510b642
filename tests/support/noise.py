"""Real kernels with needless conversions put in: there and back again after random operations."""

from __future__ import annotations

import random
from dataclasses import replace

from egraph_opt.ir.module import Block, Module, Op, Operand, Region, TypeOf, Value
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import linear_layout

CONTROL = ("scf.for", "scf.if", "scf.while")
CONVERT = ("ttg.convert_layout ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))


def with_noise(module: Module, seed: int, share: float = 0.15) -> Module:
    """The module with about `share` of its tensors converted to another of its layouts and back, all uses taking the last."""
    encodings: dict[int, set[str]] = {}
    for op in module.op.walk():
        for value in op.results:
            tensor = tensor_type(value.type)
            if tensor and tensor.encoding and not {"dot_op", "slice"} & set(tensor.encoding.replace("<", ".").split(".")):
                encodings.setdefault(len(tensor.shape), set()).add(tensor.encoding)
    noise = _Noise({rank: sorted(found) for rank, found in encodings.items()}, random.Random(seed), share)
    return module.replace_functions({f: noise.function(f) for f in module.functions()})


class _Noise:
    def __init__(self, encodings: dict[int, list[str]], chance: random.Random, share: float) -> None:
        self.encodings, self.chance, self.share = encodings, chance, share
        self.now: dict[Value, Value] = {}

    def function(self, function: Op) -> Op:
        return replace(function, regions=tuple(Region(tuple(map(self.block, r.blocks))) for r in function.regions))

    def block(self, block: Block) -> Block:
        ops: list[Op] = []
        for op in block.ops:
            inner = self.block if op.name in CONTROL else self.renamed
            regions = tuple(Region(tuple(map(inner, r.blocks))) for r in op.regions)
            ops.append(replace(op, operands=tuple(self.now.get(v, v) for v in op.operands), regions=regions))
            for result in op.results:
                ops += self.round_trip(result)
        return replace(block, ops=tuple(ops))

    def renamed(self, block: Block) -> Block:
        return replace(block, ops=tuple(replace(o, operands=tuple(self.now.get(v, v) for v in o.operands)) for o in block.ops))

    def round_trip(self, value: Value) -> list[Op]:
        tensor = tensor_type(value.type)
        if tensor is None or not tensor.encoding or self.chance.random() >= self.share:
            return []
        encoding = self.chance.choice(self.encodings.get(len(tensor.shape), [tensor.encoding]))
        try:
            linear_layout(encoding, tensor.shape)
        except ValueError:
            return []
        if encoding == tensor.encoding:
            return []
        stem = value.name[1:].replace("#", "_")
        there = Value(str(tensor._replace(encoding=encoding)), f"%there{stem}")
        back = self.now[value] = Value(value.type, f"%back{stem}")
        return [
            Op("ttg.convert_layout", (value,), (there,), pieces=CONVERT),
            Op("ttg.convert_layout", (there,), (back,), pieces=CONVERT),
        ]
