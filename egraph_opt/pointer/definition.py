"""What an access does in one lane, for each way to write it, as its definition says: Triton's own lowering passes, triton-shared's dialect.

It shares nothing with what writes accesses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.ir import Op, Operand, Value, tensor_type
from egraph_opt.pointer.symbolic import Program
from egraph_opt.pointer.unknowns import Unknown, element_bytes

DYNAMIC = -(1 << 63)
"""How static lists mark an entry that is an operand."""


@dataclass(slots=True)
class Form:
    """One access as formulas over its lane: whether it is active, at which byte, and what must hold beside."""

    active: Any
    address: Any
    legal: list[Any] = field(default_factory=list)
    other: Value | None = None
    zero: bool = False
    """Whether an inactive lane gives zero; with neither this nor `other`, anything."""


def pointers(program: Program, op: Op, index: tuple[Any, ...]) -> Form:
    """An access through a tensor of pointers."""
    masks = op.operands[2:3] if op.name == "tt.store" else op.operands[1:2]
    active = program.at(masks[0], index) if masks else z3.BoolVal(True)
    other = op.operands[2] if op.name == "tt.load" and len(op.operands) > 2 else None
    return Form(active, program.at(op.operands[0], index), other=other)


def window(program: Program, op: Op, index: tuple[Any, ...]) -> Form:
    """A raised access, as its target defines it."""
    if op.name.startswith("tts."):
        return _structured(program, op, index)
    rank = len(index)
    source, _ = program.defined[op.operands[0]]
    steps: list[Any] = [z3.IntVal(0)] * rank
    while source.name == "tt.advance":
        steps = [s + program.at(v) for s, v in zip(steps, source.operands[1:], strict=True)]
        source, _ = program.defined[source.operands[0]]
    if source.name not in ("tt.make_tensor_ptr", "tt.make_tensor_descriptor"):
        raise Unknown(source.name)
    numbers = [program.at(v) for v in source.operands[1:]]
    shapes, strides, starts = numbers[:rank], numbers[rank : 2 * rank], numbers[2 * rank :]
    text = source.results[0].type
    inner = text[text.index("<") + 1 : text.rindex(">")]
    tensor = tensor_type(inner if inner.startswith("tensor<") else f"tensor<{inner}>")
    if tensor is None or tensor.shape != tuple(size for _, size in program.shared.lanes):
        raise Unknown(f"the block of {source.name}")
    size = element_bytes(tensor.element)
    base = program.at(source.operands[0])
    legal: list[Any] = []
    if source.name == "tt.make_tensor_descriptor":
        first = 2 if op.name == "tt.descriptor_store" else 1
        steps = [program.at(v) for v in op.operands[first : first + rank]]
        starts, checked, zero = (
            [z3.IntVal(0)] * rank,
            list(range(rank)),
            source.attributes.get("padding", "1 : i32").startswith("1"),
        )
        legal = [base % 16 == 0, strides[-1] == 1, *(z3.And(s >= 1, s < 1 << 31) for s in shapes)]
        legal += [z3.And((s * size) % 16 == 0, s > 0, s * size < 1 << 40) for s in strides[:-1]]
        if op.name == "tt.descriptor_store":
            legal.append(z3.Or((shapes[-1] * size) % 16 == 0, starts[-1] + steps[-1] + tensor.shape[-1] <= shapes[-1]))
    else:
        listed = op.attributes.get("boundaryCheck", "array<i32>").partition(":")[2].rstrip("> ")
        checked = [int(d) for d in listed.split(",") if d.strip()]
        zero = op.attributes.get("padding", "").startswith("1")
    places = [start + moved + i for start, moved, i in zip(starts, steps, index, strict=True)]
    active = z3.And(*(z3.And(places[d] >= 0, places[d] < shapes[d]) for d in checked))
    program.in_range([shapes[d] for d in checked])
    address = base + size * z3.Sum(*(x * s for x, s in zip(places, strides, strict=True)))
    return Form(active, address, legal, zero=zero)


def _structured(program: Program, op: Op, index: tuple[Any, ...]) -> Form:
    """`tts.load` and `tts.store`: offsets are multiplied by their strides already, masks are extents."""
    source, _ = program.defined[op.operands[0]]
    if source.name != "tts.make_tptr":
        raise Unknown(source.name)
    words = "".join(p if isinstance(p, str) else "%" if isinstance(p, Operand) else "" for p in source.pieces)
    numbers = iter(source.operands[1:])
    lists = {
        name: [program.at(next(numbers)) if entry.strip() == "%" else z3.IntVal(int(entry)) for entry in entries.split(",")]
        for name, entries in (
            (n, words.partition(f"{n}: [")[2].partition("]")[0]) for n in ("sizes", "strides", "offsets", "shape")
        )
    }
    if any(not z3.is_int_value(n) or n.as_long() for n in lists["shape"]):
        raise Unknown("a wrapped tts.make_tptr")
    size = program.pointee(source.results[0].type)
    terms = (o + i * s for o, i, s in zip(lists["offsets"], index, lists["strides"], strict=True))
    address = program.at(source.operands[0]) + size * z3.Sum(*terms)
    static = [int(n) for n in op.attributes["static_mask_dims"].partition(":")[2].rstrip("> ").split(",") if n.strip()]
    first = 1 if op.name == "tts.load" else 2
    dynamic = iter(op.operands[first:])
    extents = [program.at(next(dynamic)) if n == DYNAMIC else z3.IntVal(n) for n in static]
    active = z3.And(*(i < e for i, e in zip(index, extents, strict=True))) if extents else z3.BoolVal(True)
    rest = list(dynamic)
    other = rest[0] if op.name == "tts.load" and rest else None
    return Form(active, address, other=other)
