"""Accesses as `tts.gather` and `tts.scatter`: a base and an offset for each lane, for scalars and accesses without a better form.

A masked scalar becomes a tensor of one element, because triton-shared drops the mask of a scalar access.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from egraph_opt.families.pointer.analysis.structured_access import WORDS
from egraph_opt.families.pointer.emit.op_insertion import SELECT, generic
from egraph_opt.families.pointer.prepare.base_offset import Bases, Splitting
from egraph_opt.families.pointer.prepare.shadow_access import AccessKey, access_key, as_written
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised, pointee_bytes, splat
from egraph_opt.ir.attributes import splat as literal
from egraph_opt.ir.create import operation, put
from egraph_opt.ir.declaration_lookup import mask_of, plain_load
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.rewriting.dead_code import erase_dead
from egraph_opt.ir.types import TensorType, element_of, is_block_pointer, tensor_type

UNSTRUCTURED = {"tts.gather": "tt.load", "tts.scatter": "tt.store"}
"""Operations with an offset for each lane, and the operations that they replace."""


def write_unstructured(function: Op, reasons: Mapping[Op, str], kept: Collection[AccessKey]) -> tuple[Op, dict[Op, str]]:
    """Rewrite unraised accesses, except those in `kept`, as gathers and scatters where possible.

    Args:
        function: the function.
        reasons: why each access was not raised.
        kept: accesses to leave unchanged.

    Returns:
        The new function, and the reason for each access that remains and for each gather or scatter.
    """
    bases = Bases(function)
    whys = {access_key(op): why for op, why in reasons.items() if access_key(op) not in kept}
    ops = (op for op in function.walk() if access_key(op) in whys and not as_written(op) and _expressible(op))
    found = frozenset(op for op in ops if bases.root(op.operands[0]) is not None)
    new = function
    with suppress(NotRaised):
        new = erase_dead(Splitting(bases, found, _Writer(bases.defined).write).run()) if found else function
    there = {*new.walk()}
    made = {op: whys.get((op.line, UNSTRUCTURED[op.name]), "") for op in new.walk() if op.name in UNSTRUCTURED}
    return new, {op: why for op, why in reasons.items() if op in there} | made


def _expressible(op: Op) -> bool:
    if op.name not in ("tt.load", "tt.store") or is_block_pointer(op.operands[0].type) or not set(op.attributes) <= WORDS:
        return False
    return plain_load(op) and pointee_bytes(op.operands[0].type) > 0


@dataclass(frozen=True, slots=True)
class _Writer:
    defined: Mapping[Value, Op]

    def write(self, op: Op, base: Value, offset: Value, ops: list[Op]) -> None:
        masks, stored = mask_of(op), op.operands[1:2] if op.name == "tt.store" else ()
        listed = bool(masks) and tensor_type(op.operands[0].type) is None
        if listed:
            (offset,), masks, stored = (tuple(_make_list(v, op, ops) for v in vs) for vs in ((offset,), masks, stored))
        if op.name == "tt.store":
            ops.append(_access("tts.scatter", (base, offset, *stored, *masks), (), "", op))
            return
        filled, default = op.operands[2:], None
        if filled:
            default = filled[0] if listed else self.scalar(filled[0], op, ops)
        others = () if default is None else (default,)
        words = f" <{{operandSegmentSizes = array<i32: 1, 1, {len(masks)}, {len(others)}>}}>"
        results = op.results
        if listed:
            results = (Value(str(TensorType((1,), op.results[0].type, None)), "%listed"),)
        elif filled and not others:
            results = (Value(op.results[0].type, "%loaded"),)
        ops.append(_access("tts.gather", (base, offset, *masks, *others), results, words, op))
        if listed:
            pieces: tuple[Piece, ...] = ("tt.unsplat ", Operand(0), " : ", TypeOf("operand", 0))
            ops.append(Op("tt.unsplat", results, op.results, pieces=pieces, line=op.line))
        elif results is not op.results:
            ops.append(Op("arith.select", (*masks, *results, *filled), op.results, pieces=SELECT, line=op.line))

    def scalar(self, value: Value, near: Op, ops: list[Op]) -> Value | None:
        """Return the scalar that a splat or constant repeats, or None for another tensor."""
        source = self.defined.get(value)
        if source is not None and source.name == "tt.splat":
            return source.operands[0]
        number = literal(source.attributes["value"]) if source is not None and source.name == "arith.constant" else None
        if number is None:
            return None
        element = element_of(value.type)
        text = number if number in ("true", "false") else f"{number} : {element}"
        return put(operation("arith.constant", (), element, (f"arith.constant {text}",), value=text), near, ops)


def _make_list(value: Value, near: Op, ops: list[Op]) -> Value:
    return put(splat(value, str(TensorType((1,), value.type, None))), near, ops)


def _access(name: str, operands: tuple[Value, ...], results: tuple[Value, ...], words: str, op: Op) -> Op:
    pieces = generic(name, len(operands), words, bool(results))
    return Op(name, operands, results, {}, pieces=pieces, line=op.line, location=op.location)
