"""What the integer instructions of compute capability 9.0 do, as far as addresses, counters and conditions need it.

Uniform instructions (ULEA, UIADD3) do what the others do. What is not here leaves its results unknown (`forget`). The meanings are from
the names of NVIDIA's "CUDA Binary Utilities", section 6.5, and from reading programs beside the PTX that they were made of.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from .sass import Instruction
from .state import PREDICATE, WORD, Truth, Warp, inverse, plain, select, sequence, signed
from .steps import means


def _split(instruction: Instruction) -> tuple[list[str], list[str]]:
    """Results (a register, and predicates for carries) and sources."""
    operands = list(instruction.operands)
    count = 1
    while count < len(operands) and re.match(r"^U?P(\d|T)$", operands[count]) and len(operands) - count > 3:
        count += 1
    return operands[:count], operands[count:]


@means("MOV")
def _move(warp: Warp, i: Instruction, mask: Truth) -> None:
    _copy(warp, i.operands[0], i.operands[1], mask)


def _copy(warp: Warp, to: str, source: str, mask: Truth) -> None:
    warp.set(to, warp.value(source), mask, warp.known(source))


@means("IMAD")
def _multiply(warp: Warp, i: Instruction, mask: Truth) -> None:
    results, sources = _split(i)
    if "MOV" in i.opcode:
        return _copy(warp, results[0], sources[2], mask)
    wide, high = "WIDE" in i.opcode, "HI" in i.opcode
    a, b = warp.value(sources[0]), warp.value(sources[1])
    c = warp.pair(sources[2]) if wide or high else warp.value(sources[2])
    for name in results[1:]:
        warp.set_truth(name, None)
    if 0 in (a if isinstance(a, int) else None, b if isinstance(b, int) else None):
        a = b = 0
    if a is None or b is None or c is None:
        return warp.set_pair(results[0], None, mask) if wide else warp.set(results[0], None, mask)
    if (wide or high) and "U32" not in i.opcode:
        a, b = signed(a), signed(b)
    if high:
        value = (np.asarray(a, dtype=object) * b + np.asarray(c, dtype=object)) >> 32
        exact = value & WORD
        return warp.set(results[0], exact if isinstance(exact, int) else exact.astype(np.int64), mask)
    with np.errstate(over="ignore"):  # 64 bits wrap around
        value = a * b + c if all(isinstance(v, int) for v in (a, b, c)) else _long(a) * _long(b) + _long(c)
    if wide:
        return warp.set_pair(results[0], value, mask)
    carry = warp.truth(sources[3]) if "X" in i.opcode else False
    warp.set(results[0], None if carry is None else value + number(carry), mask)


def _long(value: Any) -> Any:
    return np.int64((value + (1 << 63)) % (1 << 64) - (1 << 63)) if isinstance(value, int) else value


def number(truth: Any) -> Any:
    return int(truth) if isinstance(truth, bool) else truth.astype(np.int64)


@means("IADD3", "VIADD")
def _add(warp: Warp, i: Instruction, mask: Truth) -> None:
    results, sources = _split(i)
    if "64" in i.opcode:
        pairs = [warp.pair(source) for source in sources[:3]]
        return warp.set_pair(results[0], None if None in map(_kind, pairs) else sum(pairs), mask)
    values = [warp.value(source) for source in sources if not PREDICATE.match(source)]
    if "X" in i.opcode:
        values += [_carry(warp.truth(source)) for source in sources if PREDICATE.match(source)]
    total = None if any(v is None for v in values) else sum(values[1:], values[0])
    warp.set(results[0], total, mask)
    for carries, name in enumerate(results[1:]):
        warp.set_truth(name, None if total is None else (total >> 32) > carries, mask)


def _kind(value: Any) -> Any:
    return None if value is None else True


def _carry(truth: Truth) -> Any:
    return None if truth is None else number(truth)


@means("LEA")
def _scaled(warp: Warp, i: Instruction, mask: Truth) -> None:
    results, sources = [i.operands[0]], list(i.operands[1:])
    if re.match(r"^U?P(\d|T)$", sources[0]):
        results.append(sources.pop(0))
    a, b = warp.value(sources[0]), warp.value(sources[1])
    upper: Any = None
    if "HI" in i.opcode and "SX32" not in i.opcode:
        upper = warp.value(sources.pop(2))
    shift = warp.value(sources[2])
    carry = warp.truth(sources[3]) if "X" in i.opcode and len(sources) > 3 else False
    if (
        a is None
        or b is None
        or carry is None
        or not isinstance(shift, int)
        or ("HI" in i.opcode and "SX32" not in i.opcode and upper is None)
    ):
        value = None
    elif "SX32" in i.opcode:
        value = b + (signed(a) >> (32 - shift if shift else 31)) + number(carry)
    elif "HI" in i.opcode:
        value = b + ((upper << shift | a >> (32 - shift)) & WORD) + number(carry)
    else:
        value = (a << shift & WORD) + b
    warp.set(results[0], value, mask)
    for name in results[1:]:
        warp.set_truth(name, None if value is None else (value >> 32) > 0, mask)


@means("SHF")
def _shift(warp: Warp, i: Instruction, mask: Truth) -> None:
    low, shift, high = (warp.value(operand) for operand in i.operands[1:4])
    value: Any = None
    if isinstance(shift, int):
        shift = shift & 63 if {"U64", "S64"} & set(i.opcode) else min(shift, 32)
        arithmetic = signed if {"S32", "S64"} & set(i.opcode) else lambda word: word
        if "HI" not in i.opcode and "L" in i.opcode and low is not None:
            value = low << shift
        elif "L" in i.opcode and low is not None and high is not None:
            value = high << shift | (low >> (32 - shift) if shift <= 32 else low << (shift - 32))
        elif "R" in i.opcode and "HI" in i.opcode and high is not None:
            value = arithmetic(high) >> shift
        elif "R" in i.opcode and low is not None and high is not None:
            value = arithmetic(high) >> (shift - 32) if shift >= 32 else low >> shift | high << (32 - shift)
    warp.set(i.operands[0], value, mask)


@means("ISETP")
def _compare(warp: Warp, i: Instruction, mask: Truth) -> None:
    relation, both = i.opcode[1], "AND" in i.opcode
    a, b, other = warp.value(i.operands[2]), warp.value(i.operands[3]), warp.truth(i.operands[4])
    truth: Any = None
    compared = None
    if a is not None and b is not None:
        if "U32" not in i.opcode:
            a, b = signed(a), signed(b)
        truth = {"GE": a >= b, "GT": a > b, "LT": a < b, "LE": a <= b, "EQ": a == b, "NE": a != b}[relation]
        compared = relation, int(np.ravel(a)[0]), int(np.ravel(b)[0])
        if "EX" in i.opcode:  # the upper words, where the lower have been compared
            low = warp.truth(i.operands[5])
            equal = np.equal(a, b)
            strict = a != b if relation == "NE" else np.logical_and(truth, np.logical_not(equal))
            truth = (
                None
                if low is None
                else np.logical_or(strict, np.logical_or(low, False) if relation == "NE" else np.logical_and(equal, low))
            )
            compared = warp.compared.get(i.operands[5].lstrip("!"))
    for name, own in zip(i.operands[:2], (plain(truth), inverse(plain(truth))), strict=True):
        warp.set_truth(name, _combined(own, other, both), mask, compared)


def _combined(one: Truth, other: Truth, both: bool) -> Truth:
    for truth in (one, other):
        if isinstance(truth, bool) and truth is not both:
            return truth
    if one is None or other is None:
        return None
    return plain(np.logical_and(one, other) if both else np.logical_or(one, other))


@means("SEL", "FSEL")
def _select(warp: Warp, i: Instruction, mask: Truth) -> None:
    warp.set(i.operands[0], select(warp.truth(i.operands[3]), warp.value(i.operands[1]), warp.value(i.operands[2])), mask)


@means("S2R", "S2UR")
def _special(warp: Warp, i: Instruction, mask: Truth) -> None:
    x, y, z = warp.block
    known = {"SR_TID.X": warp.threads, "SR_CTAID.X": x, "SR_CTAID.Y": y, "SR_CTAID.Z": z, "SR_LANEID": warp.threads % 32}
    warp.set(
        i.operands[0], known.get(i.operands[1], 0 if i.operands[1] in ("SR_TID.Y", "SR_TID.Z", "SR_CgaCtaId") else None), mask
    )


@means("CS2R")
def _zero(warp: Warp, i: Instruction, mask: Truth) -> None:
    for name in sequence(i.operands[0], 1 if "32" in i.opcode else 2):
        warp.set(name, 0 if i.operands[1] == "SRZ" else None, mask)


@means("R2UR")
def _uniform(warp: Warp, i: Instruction, mask: Truth) -> None:
    to, source = i.operands[-2:]
    value = warp.value(source)
    warp.set(to, value if value is None or isinstance(value, int) else int(value[0]), mask, warp.known(source))


@means("LDC")
def _constant(warp: Warp, i: Instruction, mask: Truth) -> None:
    match = re.match(r"^c\[0x0\]\[(0x[0-9a-f]+)\]$", i.operands[1])
    for number, name in enumerate(sequence(i.operands[0], i.words)):
        warp.set(name, warp.constants.get(int(match[1], 16) + 4 * number) if match else None, mask)


@means("IABS")
def _absolute(warp: Warp, i: Instruction, mask: Truth) -> None:
    value = warp.value(i.operands[1])
    warp.set(i.operands[0], None if value is None else abs(signed(value)), mask)


@means("VIMNMX")
def _least(warp: Warp, i: Instruction, mask: Truth) -> None:
    a, b, truth = warp.value(i.operands[1]), warp.value(i.operands[2]), warp.truth(i.operands[3])
    if a is None or b is None or truth is None:
        return warp.set(i.operands[0], None, mask)
    below = signed(a) < signed(b) if "U32" not in i.opcode else a < b
    warp.set(i.operands[0], select(truth, select(plain(below), a, b), select(plain(below), b, a)), mask)


@means("HFMA2")
def _pair_of_halves(warp: Warp, i: Instruction, mask: Truth) -> None:
    """Zero times something plus constants: how ptxas makes integers on an idle unit."""
    operands, value = i.operands, None
    if len(operands) == 5 and operands[1].lstrip("-") == operands[2] == "RZ":
        upper, lower = (int(np.float16(float(operand)).view(np.uint16)) for operand in operands[3:5])
        value = upper << 16 | lower
    warp.set(operands[0], value, mask)


@means("I2F", "F2I", "MUFU")
def _divide(warp: Warp, i: Instruction, mask: Truth) -> None:
    """The steps of a division of integers, whose divisor all threads share."""
    value, result = warp.value(i.operands[1]), None
    if isinstance(value, int) and i.name == "I2F":
        single = np.float32(value if "U32" in i.opcode else signed(value))
        if "RP" in i.opcode and float(single) < value:
            single = np.nextafter(single, np.float32(np.inf))
        result = int(single.view(np.uint32))
    elif isinstance(value, int):
        number = float(np.uint32(value).view(np.float32))
        if i.opcode[:2] == ("MUFU", "RCP") and number:
            result = int(np.float32(1 / number).view(np.uint32))
        elif i.name == "F2I" and "U32" in i.opcode and "TRUNC" in i.opcode and 0 <= number <= WORD:
            result = int(number)
    warp.set(i.operands[0], result, mask)


@means("STL")
def _spill(warp: Warp, i: Instruction, mask: Truth) -> None:
    address = warp.address(i.operands[0])
    names = sequence(i.operands[1], i.words) or ["RZ"] * i.words
    if isinstance(address, int) and known(mask):
        for number, name in enumerate(names):
            warp.stack[address + 4 * number] = warp.value(name), warp.bits.get(name)


@means("LDL")
def _refill(warp: Warp, i: Instruction, mask: Truth) -> None:
    address = warp.address(i.operands[1])
    for number, name in enumerate(sequence(i.operands[0], i.words)):
        value, bits = warp.stack.get(address + 4 * number, (None, None)) if isinstance(address, int) else (None, None)
        warp.set(name, value, mask, bits)


def known(mask: Truth) -> bool:
    return mask is not None
