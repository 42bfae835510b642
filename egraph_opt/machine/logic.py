"""What instructions on single bits and on predicates do: they are what masks and the conditions of branches are made of.

Where a word is known only in part, for it holds predicates of which some come from data, its known bits are followed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .integer import number
from .sass import Instruction
from .state import PREDICATE, WORD, Bits, Truth, Warp
from .steps import means


@means("LOP3")
def _logic(warp: Warp, i: Instruction, mask: Truth) -> None:
    operands = list(i.operands)
    truth = operands.pop(0) if PREDICATE.match(operands[0]) else None
    table, values = int(operands[4], 16), [warp.value(operand) for operand in operands[1:4]]
    value, bits = None, None
    if all(v is not None for v in values):
        value = _table(table, values)
    else:
        known = [warp.known(operand) for operand in operands[1:4]]
        bits = partly(table, [k for k in known if k]) if all(known) else None
    warp.set(operands[0], value, mask, bits)
    if truth and value is not None:
        warp.set_truth(truth, (value & WORD) != 0, mask)
    elif truth:
        warp.set_truth(truth, None if bits is None else True if bits[0] & bits[1] else False if bits[1] == WORD else None, mask)


def _table(table: int, values: list[Any]) -> Any:
    """A bit of the table for each of the eight combinations of bits of three words."""
    found: Any = 0
    for row in range(8):
        if table >> row & 1:
            one, two, three = (v if row & place else ~v for v, place in zip(values, (4, 2, 1), strict=True))
            found = found | (one & two & three & WORD)
    return found


def partly(table: int, values: list[Bits]) -> Bits:
    one = zero = 0
    for row in range(8):
        may = WORD
        for (value, known), place in zip(values, (4, 2, 1), strict=True):
            may &= value | ~known if row & place else ~value | ~known
        one, zero = (one | may, zero) if table >> row & 1 else (one, zero | may)
    known = WORD & ~(one & zero)
    return one & known, known


@means("PLOP3")
def _logic_of_truths(warp: Warp, i: Instruction, mask: Truth) -> None:
    truths = [warp.truth(operand) for operand in i.operands[2:5]]
    sources = [operand.lstrip("!") for operand in i.operands[2:5] if operand.lstrip("!") not in ("PT", "UPT")]
    compared = warp.compared.get(sources[0]) if len(sources) == 1 else None
    for name, table in zip(i.operands[:2], i.operands[5:7], strict=True):
        warp.set_truth(name, _truth_table(int(table, 16), truths), mask, compared)


def _truth_table(table: int, truths: list[Truth]) -> Truth:
    if any(not isinstance(truth, bool) and truth is not None for truth in truths):
        if any(truth is None for truth in truths):
            return None
        number = sum(np.asarray(truth, dtype=np.int64) * place for truth, place in zip(truths, (4, 2, 1), strict=True))
        return (table >> np.asarray(number) & 1).astype(np.bool_)
    rows = [0]
    for truth, place in zip(truths, (4, 2, 1), strict=True):
        rows = [row + place * int(each) for row in rows for each in ((False, True) if truth is None else (truth,))]
    found = {bool(table >> row & 1) for row in rows}
    return found.pop() if len(found) == 1 else None


@means("SGXT")
def _extend(warp: Warp, i: Instruction, mask: Truth) -> None:
    value, width = warp.value(i.operands[1]), warp.value(i.operands[2])
    if value is not None and isinstance(width, int):
        value = value & ((1 << width) - 1)
        if "U32" not in i.opcode:
            value = (value ^ 1 << (width - 1)) - (1 << (width - 1))
    else:
        value = None
    warp.set(i.operands[0], value, mask)


@means("PRMT")
def _permute(warp: Warp, i: Instruction, mask: Truth) -> None:
    a, order, b = (warp.value(operand) for operand in i.operands[1:4])
    value: Any = None
    if isinstance(order, int) and len(i.opcode) == 1:
        value = 0
        for place in range(4):
            nibble = order >> 4 * place & 15
            source = a if nibble & 7 < 4 else b
            if source is None:
                value = None
                break
            byte = source >> 8 * (nibble & 3) & 255
            value = value | ((byte >> 7) * 255 if nibble & 8 else byte) << 8 * place
    warp.set(i.operands[0], value, mask)


_BYTE = {"B1": 8, "B2": 16, "B3": 24}


@means("P2R")
def _pack(warp: Warp, i: Instruction, mask: Truth) -> None:
    at, chosen, base = _BYTE.get(i.opcode[-1], 0), warp.value(i.operands[3]), warp.known(i.operands[2])
    if not isinstance(chosen, int) or base is None:
        return warp.set(i.operands[0], None, mask)
    value: Any = base[0]
    known = base[1]
    for place in range(8):
        if chosen >> place & 1:
            truth, bit = warp.predicates.get(f"P{place}") if place < 7 else False, 1 << (place + at)
            known = known & ~bit if truth is None else known | bit
            value = value & ~bit | (number(truth) if truth is not None else 0) * bit
    exact = known == WORD
    warp.set(i.operands[0], value if exact else None, mask, (value, known) if isinstance(value, int) else None)


@means("R2P")
def _unpack(warp: Warp, i: Instruction, mask: Truth) -> None:
    name, _, byte = i.operands[1].partition(".")
    value, chosen, at = warp.value(name), warp.value(i.operands[2]), _BYTE.get(byte, 0)
    bits = warp.known(name) or (0, 0)
    for place in range(7):
        if isinstance(chosen, int) and chosen >> place & 1:
            bit = place + at
            truth = (value >> bit & 1) == 1 if value is not None else bool(bits[0] >> bit & 1) if bits[1] >> bit & 1 else None
            warp.set_truth(f"P{place}", truth, mask)
