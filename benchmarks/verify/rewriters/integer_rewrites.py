"""Rewrites of indices, offsets and masks."""

from __future__ import annotations

from benchmarks.verify.rewriters.code import Code, Rewriter, constant, element_of, like

_OPPOSITE = {"slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt", "eq": "ne", "ne": "eq", "ult": "uge", "uge": "ult"}
_MIRRORED = {"slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "eq": "eq", "ne": "ne", "ult": "ugt", "ugt": "ult"}


def _power(value: float | None) -> int | None:
    """Return k, if a value is the k-th power of two, from the first one on."""
    if value is None or value < 2 or value != int(value) or int(value) & (int(value) - 1):
        return None
    return int(value).bit_length() - 1


def product_as_shift(code: Code, number: int) -> list[str] | None:
    """Shift in place of a product with a power of two."""
    s = code.statement(number, "arith.muli")
    if s is None:
        return None
    for one, other in (s.operands, s.operands[::-1]):
        if k := _power(code.constant(other, number)):
            return code.replace(number, s.make(constant("%w0", k, s.type), f"{s.result} = arith.shli {one}, %w0 : {s.type}"))
    return None


def is_natural(code: Code, value: str, before: int) -> bool:
    """Return whether a value is known not to be negative: a program's number or a place in a tile, in any width and shape."""
    while (number := code.definition(value, before)) is not None:
        if "tt.get_program_id" in code.lines[number] or "tt.make_range" in code.lines[number]:
            return True
        s = code.statement(number, "arith.extsi", "tt.splat", "tt.expand_dims", "tt.broadcast")
        if s is None:
            return False
        value, before = s.operands[0], number
    return False


def quotient_as_shift(code: Code, number: int) -> list[str] | None:
    """Shift, or mask bits, in place of a quotient or remainder of a natural number and a power of two."""
    s = code.statement(number, "arith.divsi", "arith.remsi")
    if s is None or (k := _power(code.constant(s.operands[1], number))) is None or not is_natural(code, s.operands[0], number):
        return None
    quotient = s.name == "arith.divsi"
    name = "arith.shrsi" if quotient else "arith.andi"
    made = [constant("%w0", k if quotient else (1 << k) - 1, s.type), f"{s.result} = {name} {s.operands[0]}, %w0 : {s.type}"]
    return code.replace(number, s.make(*made))


def remainder_by_quotient(code: Code, number: int) -> list[str] | None:
    """Subtract a multiple of the divisor in place of the remainder."""
    if (s := code.statement(number, "arith.remsi")) is None:
        return None
    a, b = s.operands
    made = [f"%w0 = arith.divsi {a}, {b} : {s.type}", f"%w1 = arith.muli %w0, {b} : {s.type}"]
    return code.replace(number, s.make(*made, f"{s.result} = arith.subi {a}, %w1 : {s.type}"))


def mirrored_comparison(code: Code, number: int) -> list[str] | None:
    """Compare the other way round: `n > i` in place of `i < n`."""
    s = code.statement(number, "arith.cmpi")
    if s is None or s.operands[0] not in _MIRRORED:
        return None
    predicate, a, b = s.operands
    return code.replace(number, s.make(f"{s.result} = arith.cmpi {_MIRRORED[predicate]}, {b}, {a} : {s.type}"))


def negated_comparison(code: Code, number: int) -> list[str] | None:
    """Negate the opposite comparison."""
    s = code.statement(number, "arith.cmpi")
    if s is None or s.operands[0] not in _OPPOSITE:
        return None
    (predicate, a, b), truth = s.operands, like(s.type, "i1")
    made = [f"%w0 = arith.cmpi {_OPPOSITE[predicate]}, {a}, {b} : {s.type}", constant("%w1", True, truth)]
    return code.replace(number, s.make(*made, f"{s.result} = arith.xori %w0, %w1 : {truth}"))


def wider_comparison(code: Code, number: int) -> list[str] | None:
    """Compare over `i64`."""
    s = code.statement(number, "arith.cmpi")
    if s is None or element_of(s.type) != "i32" or not s.operands[0].startswith(("s", "e", "n")):
        return None
    predicate, a, b = s.operands
    wide = like(s.type, "i64")
    made = [f"%w{k} = arith.extsi {value} : {s.type} to {wide}" for k, value in enumerate((a, b))]
    return code.replace(number, s.make(*made, f"{s.result} = arith.cmpi {predicate}, %w0, %w1 : {wide}"))


def mask_by_disjunction(code: Code, number: int) -> list[str] | None:
    """Write a conjunction as the negation of a disjunction of negations."""
    s = code.statement(number, "arith.andi")
    if s is None or element_of(s.type) != "i1":
        return None
    made = [constant("%w0", True, s.type)]
    made += [f"%w{k + 1} = arith.xori {value}, %w0 : {s.type}" for k, value in enumerate(s.operands)]
    made += [f"%w3 = arith.ori %w1, %w2 : {s.type}", f"{s.result} = arith.xori %w3, %w0 : {s.type}"]
    return code.replace(number, s.make(*made))


def exchanged_selection(code: Code, number: int) -> list[str] | None:
    """Select by the negated condition."""
    if (s := code.statement(number, "arith.select")) is None:
        return None
    c, a, b = s.operands
    truth = s.type.split(", ")[0] if ", " in s.type else "i1"
    made = [constant("%w0", True, truth), f"%w1 = arith.xori {c}, %w0 : {truth}"]
    return code.replace(number, s.make(*made, f"{s.result} = arith.select %w1, {b}, {a} : {s.type}"))


def wider_offset(code: Code, number: int) -> list[str] | None:
    """Add an offset of `i64` in place of `i32` to a pointer."""
    s = code.statement(number, "tt.addptr")
    if s is None:
        return None
    pointers, _, offsets = s.type.partition(", ")
    if element_of(offsets) != "i32":
        return None
    wide = like(offsets, "i64")
    made = [f"%w0 = arith.extsi {s.operands[1]} : {offsets} to {wide}"]
    return code.replace(number, s.make(*made, f"{s.result} = tt.addptr {s.operands[0]}, %w0 : {pointers}, {wide}"))


def split_offset(code: Code, number: int) -> list[str] | None:
    """Add both parts of an offset, one after the other."""
    s = code.statement(number, "tt.addptr")
    if s is None or (parts := code.statement_of(s.operands[1], number, "arith.addi")) is None:
        return None
    a, b = parts.operands
    made = [f"%w0 = tt.addptr {s.operands[0]}, {a} : {s.type}", f"{s.result} = tt.addptr %w0, {b} : {s.type}"]
    return code.replace(number, s.make(*made))


INTEGER_REWRITES: tuple[Rewriter, ...] = (
    product_as_shift, quotient_as_shift, remainder_by_quotient, mirrored_comparison, negated_comparison, wider_comparison,
    mask_by_disjunction, exchanged_selection, wider_offset, split_offset,
)  # fmt: skip
