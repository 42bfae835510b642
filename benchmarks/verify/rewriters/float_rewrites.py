"""Rewrites of operations on floats, which change rounding at most."""

from __future__ import annotations

from benchmarks.verify.rewriters.code import FLOATS, Code, Rewriter, Statement, constant, element_of, like

_COMMUTATIVE = (
    "arith.addf",
    "arith.mulf",
    "arith.addi",
    "arith.muli",
    "arith.andi",
    "arith.ori",
    "arith.maxnumf",
    "arith.minnumf",
)


def float_statement(code: Code, number: int, *names: str) -> Statement | None:
    """Return the operation on a line, if it has one of some names, and a float type."""
    found = code.statement(number, *names)
    return found if found and element_of(found.type) in FLOATS else None


def exchange_operands(code: Code, number: int) -> list[str] | None:
    """Exchange the operands of a sum, a product, a conjunction or a maximum."""
    s = code.statement(number, *_COMMUTATIVE)
    if s is None or s.operands[0] == s.operands[1]:
        return None
    return code.replace(number, s.make(f"{s.result} = {s.name} {s.operands[1]}, {s.operands[0]} : {s.type}"))


def difference_as_sum(code: Code, number: int) -> list[str] | None:
    """Add the negative in place of subtraction."""
    if (s := float_statement(code, number, "arith.subf")) is None:
        return None
    negative = f"%w0 = arith.negf {s.operands[1]} : {s.type}"
    return code.replace(number, s.make(negative, f"{s.result} = arith.addf {s.operands[0]}, %w0 : {s.type}"))


def quotient_by_reciprocal(code: Code, number: int) -> list[str] | None:
    """Multiply by the reciprocal in place of division."""
    if (s := float_statement(code, number, "arith.divf")) is None:
        return None
    lines = [constant("%w0", 1.0, s.type), f"%w1 = arith.divf %w0, {s.operands[1]} : {s.type}"]
    return code.replace(number, s.make(*lines, f"{s.result} = arith.mulf {s.operands[0]}, %w1 : {s.type}"))


def other_base(code: Code, number: int) -> list[str] | None:
    """Use powers of two in place of the exponential function and back, or the logarithm of another base, with a folded constant."""
    s = code.statement(number, "math.exp", "math.exp2", "math.log", "math.log2")
    if s is None or element_of(s.type) != "f32":
        return None
    factor = 1.44269502 if s.name in ("math.exp", "math.log2") else 0.693147182
    other = s.name[:-1] if s.name.endswith("2") else f"{s.name}2"
    made = [constant("%w0", factor, s.type).replace(f"{factor:e}", f"{factor:.9e}")]
    if s.name.startswith("math.exp"):
        made += [f"%w1 = arith.mulf {s.operands[0]}, %w0 : {s.type}", f"{s.result} = {other} %w1 : {s.type}"]
    else:
        made += [f"%w1 = {other} {s.operands[0]} : {s.type}", f"{s.result} = arith.mulf %w1, %w0 : {s.type}"]
    return code.replace(number, s.make(*made))


def root_by_reciprocal(code: Code, number: int) -> list[str] | None:
    """Divide by the root in place of the reciprocal root."""
    s = code.statement(number, "math.rsqrt", "tt.extern_elementwise")
    if s is None or (s.name != "math.rsqrt" and "__nv_rsqrtf" not in s.attributes):
        return None
    s = s._replace(type=s.type.rpartition(" -> ")[2])
    lines = [constant("%w0", 1.0, s.type), f"%w1 = math.sqrt {s.operands[0]} : {s.type}"]
    return code.replace(number, s.make(*lines, f"{s.result} = arith.divf %w0, %w1 : {s.type}"))


def double_as_sum(code: Code, number: int) -> list[str] | None:
    """Add a number to itself in place of its product with two."""
    s = code.statement(number, "arith.mulf", "arith.muli")
    if s is None:
        return None
    for one, other in (s.operands, s.operands[::-1]):
        if code.constant(other, number) == 2:
            return code.replace(number, s.make(f"{s.result} = {s.name.replace('mul', 'add')} {one}, {one} : {s.type}"))
    return None


def scaled_product(code: Code, number: int) -> list[str] | None:
    """Double a factor, and halve the product."""
    if (s := float_statement(code, number, "arith.mulf")) is None:
        return None
    lines = [f"%w0 = arith.addf {s.operands[0]}, {s.operands[0]} : {s.type}", f"%w1 = arith.mulf %w0, {s.operands[1]} : {s.type}"]
    half = [constant("%w2", 0.5, s.type), f"{s.result} = arith.mulf %w1, %w2 : {s.type}"]
    return code.replace(number, s.make(*lines, *half))


def distributed_product(code: Code, number: int) -> list[str] | None:
    """Multiply both parts of a sum or difference in place of the whole, of floats or integers."""
    s = code.statement(number, "arith.mulf", "arith.muli")
    if s is None:
        return None
    kind = s.name[-1]
    for whole, factor in (s.operands, s.operands[::-1]):
        if parts := code.statement_of(whole, number, f"arith.add{kind}", f"arith.sub{kind}"):
            lines = [f"%w{k} = {s.name} {part}, {factor} : {s.type}" for k, part in enumerate(parts.operands)]
            return code.replace(number, s.make(*lines, f"{s.result} = {parts.name} %w0, %w1 : {s.type}"))
    return None


def regrouped_sum(code: Code, number: int) -> list[str] | None:
    """Group a sum or product of three to the right."""
    s = code.statement(number, "arith.addf", "arith.mulf", "arith.addi", "arith.muli")
    if s is None or (first := code.statement_of(s.operands[0], number, s.name)) is None:
        return None
    a, b = first.operands
    made = s.make(f"%w0 = {s.name} {b}, {s.operands[1]} : {s.type}", f"{s.result} = {s.name} {a}, %w0 : {s.type}")
    return code.replace(number, made)


def fused_sum(code: Code, number: int) -> list[str] | None:
    """Fuse a product and a sum into one operation, or split such an operation."""
    if s := float_statement(code, number, "math.fma"):
        a, b, c = s.operands
        return code.replace(
            number, s.make(f"%w0 = arith.mulf {a}, {b} : {s.type}", f"{s.result} = arith.addf %w0, {c} : {s.type}")
        )
    if (s := float_statement(code, number, "arith.addf")) is None:
        return None
    for product, addend in (s.operands, s.operands[::-1]):
        if factors := code.statement_of(product, number, "arith.mulf"):
            return code.replace(number, s.make(f"{s.result} = math.fma {', '.join(factors.operands)}, {addend} : {s.type}"))
    return None


def maximum_by_selection(code: Code, number: int) -> list[str] | None:
    """Compare and select in place of a maximum or minimum."""
    if (s := float_statement(code, number, "arith.maxnumf", "arith.minnumf", "arith.maximumf")) is None:
        return None
    predicate, (a, b), truth = "olt" if "min" in s.name else "ogt", s.operands, like(s.type, "i1")
    types = f"{truth}, {s.type}" if truth != "i1" else s.type
    lines = [f"%w0 = arith.cmpf {predicate}, {a}, {b} : {s.type}", f"{s.result} = arith.select %w0, {a}, {b} : {types}"]
    return code.replace(number, s.make(*lines))


def more_precise(code: Code, number: int) -> list[str] | None:
    """Compute an operation over `f64`."""
    s = code.statement(number, "arith.addf", "arith.mulf", "arith.subf", "arith.divf", "math.exp", "math.exp2", "math.sqrt")
    if s is None or element_of(s.type) != "f32":
        return None
    wide = like(s.type, "f64")
    lines = [f"%w{k} = arith.extf {value} : {s.type} to {wide}" for k, value in enumerate(s.operands)]
    operands = ", ".join(f"%w{k}" for k in range(len(s.operands)))
    lines += [f"%w9 = {s.name} {operands} : {wide}", f"{s.result} = arith.truncf %w9 : {wide} to {s.type}"]
    return code.replace(number, s.make(*lines))


FLOAT_REWRITES: tuple[Rewriter, ...] = (
    exchange_operands, difference_as_sum, quotient_by_reciprocal, other_base, root_by_reciprocal, double_as_sum, scaled_product,
    distributed_product, regrouped_sum, fused_sum, maximum_by_selection, more_precise,
)  # fmt: skip
