"""Symbolic semantics of integer operations. Offsets and sizes are assumed not to overflow, so index polynomials are exact."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from egraph_opt.interpret import TABLE
from egraph_opt.interpret.element_types import element_of
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.verifier.parametric.execution.symbolic_program import Datum, Pointer, SymbolicProgram, meaning
from egraph_opt.verifier.parametric.execution.uninterpreted_operations import Uninterpreted
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, equal, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, atom_polynomial, symbol, whole
from egraph_opt.verifier.parametric.sizes.piecewise import Path, Value, choose, combine_within
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.indicator_polynomials import select
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import ONE, UNDEFINED, ZERO

Exact = Callable[[SymbolicProgram, Path, Polynomial, Polynomial], Value | None]
"""Function from two index polynomials to the result of an operation; None if that is not known to be exact."""


def condition_value(program: SymbolicProgram, path: Path, condition: Condition) -> Value:
    """Return 1 or 0 if the facts and the conditions in `path` decide a condition, else a case distinction."""
    if program.facts.holds(condition, path):
        return ONE
    if program.facts.holds(condition.opposite(), path):
        return ZERO
    return choose(condition, ONE, ZERO)


def comparison(kind: int, a: Polynomial, b: Polynomial) -> Condition:
    """Return the condition `a kind b`, where `kind` is the number of a signed `arith.cmpi` predicate."""
    conditions: dict[int, Callable[[], Condition]] = {
        0: lambda: equal(a, b),
        1: lambda: equal(a, b).opposite(),
        2: lambda: less(a, b),
        3: lambda: at_least(b, a),
        4: lambda: less(b, a),
        5: lambda: at_least(a, b),
    }
    return conditions[kind]()


@meaning("arith.cmpi")
def _compare(program: SymbolicProgram, op: Op, a: Value, b: Value) -> Value:
    predicate = integer(op.attributes["predicate"])
    others = program.leaf_function(op)

    def apply(path: Path, x: Value, y: Value) -> Value:
        if UNDEFINED in (x, y):
            return UNDEFINED
        if not isinstance(x, Polynomial) or not isinstance(y, Polynomial):
            return others(x, y)
        if predicate > 5 and not all(program.facts.holds(at_least(each), path) for each in (x, y)):
            raise NotDecided("an unsigned comparison of what may be negative")
        return condition_value(program, path, comparison(predicate if predicate < 6 else predicate - 4, x, y))

    return combine_within(apply, (a, b), program.path)


def _divide(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value | None:
    """Return the floor quotient; None unless a is known to be nonnegative and b positive."""
    facts = program.facts
    if facts.holds(at_least(a), path) and facts.holds(at_least(b, 1), path):
        found = facts.divide(a, b, path)
        program.case.ask_for_split(found)
        return found
    return None


def _remainder(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value | None:
    found = _divide(program, path, a, b)
    return a - b * found if isinstance(found, Polynomial) else None


def _larger(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value:
    return _either(program, path, at_least(a, b), a, b)


def _smaller(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value:
    return _either(program, path, at_least(b, a), a, b)


def _either(program: SymbolicProgram, path: Path, condition: Condition, a: Polynomial, b: Polynomial) -> Value:
    known = condition_value(program, path, condition)
    return {ONE: a, ZERO: b}[known] if isinstance(known, int) else choose(condition, a, b)


def _shift_left(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value | None:
    count = b.constant
    return a * (1 << count) if count is not None and 0 <= count < 31 else None


def _shift_right(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value | None:
    count = b.constant
    if count is None or not 0 <= count < 31 or not program.facts.holds(at_least(a), path):
        return None
    return program.facts.divide(a, whole(1 << count), path)


def _conjunction(program: SymbolicProgram, path: Path, a: Polynomial, b: Polynomial) -> Value | None:
    """Return a bitwise and with a mask of low bits as a remainder; None for other masks or negative numbers."""
    mask = b.constant
    if mask is None or mask < 0 or mask & mask + 1 or not program.facts.holds(at_least(a), path):
        return None
    return a - whole(mask + 1) * program.facts.divide(a, whole(mask + 1), path)


_EXACT: dict[str, Exact] = {
    "addi": lambda program, path, a, b: a + b,
    "subi": lambda program, path, a, b: a - b,
    "muli": lambda program, path, a, b: a * b,
    "divsi": _divide,
    "floordivsi": _divide,
    "divui": _divide,
    "remsi": _remainder,
    "remui": _remainder,
    "maxsi": _larger,
    "minsi": _smaller,
    "shli": _shift_left,
    "shrsi": _shift_right,
    "shrui": _shift_right,
    "andi": _conjunction,
}


@meaning(" ".join(f"arith.{name}" for name in (*_EXACT, "ori", "xori")))
def _binary(program: SymbolicProgram, op: Op, a: Value, b: Value) -> Value:
    element = element_of(op.results[0].type)
    exact = _EXACT.get(op.name.removeprefix("arith."))
    if exact in (_divide, _remainder):
        program.case.ask_for_fork(b)
    others = program.leaf_function(op)

    def apply(path: Path, x: Value, y: Value) -> Value:
        if UNDEFINED in (x, y):
            return UNDEFINED
        if element == "i1" or not isinstance(x, Polynomial) or not isinstance(y, Polynomial):
            return others(x, y)
        found = exact(program, path, x, y) if exact is not None else None
        if found is None or not is_index(program, element, x, y):
            return atom_polynomial("operation", f"{op.name} {element}", x, y)
        return found

    return combine_within(apply, (a, b), program.path)


def is_index(program: SymbolicProgram, element: str, *operands: Polynomial) -> bool:
    """Return whether integers may be assumed not to overflow: at least 32 bits, and loaded only from arrays with given ranges."""
    if element not in ("i32", "i64", "index"):
        return False
    loaded = {name for each in operands for name in each.symbols if name.endswith("[]") and not name.startswith("%")}
    return loaded <= program.facts.indices


@meaning("arith.extsi arith.extui arith.trunci arith.index_cast arith.index_castui")
def _cast(program: SymbolicProgram, op: Op, value: Value) -> Value:
    source = element_of(op.operands[0].type)
    others = program.leaf_function(op)

    def apply(path: Path, x: Value) -> Value:
        if source == "i1":
            if x in (ONE, ZERO):
                return whole(int(x == ONE) * (-1 if op.name == "arith.extsi" else 1))
            return others(x)
        if not isinstance(x, Polynomial):
            return x if x == UNDEFINED else others(x)
        unsigned = op.name in ("arith.extui", "arith.index_castui")
        if unsigned and not program.facts.holds(at_least(x), path):
            return atom_polynomial("operation", f"{op.name} {source}", x)
        if op.name == "arith.trunci" and not is_index(program, element_of(op.results[0].type), x):
            return atom_polynomial("operation", f"{op.name} {element_of(op.results[0].type)}", x)
        return x

    return combine_within(apply, (value,), program.path)


@meaning("arith.sitofp arith.uitofp")
def _to_float(program: SymbolicProgram, op: Op, value: Value) -> Value:
    others = program.leaf_function(op)

    def apply(path: Path, x: Value) -> Value:
        if not isinstance(x, Polynomial):
            return others(x)
        if op.name == "arith.uitofp" and not program.facts.holds(at_least(x), path):
            x = atom_polynomial("operation", op.name, x)
        return program.ring.index_number(x) if program.ring.has_laws else others(x)

    return combine_within(apply, (value,), program.path)


@meaning("arith.select")
def _select(program: SymbolicProgram, op: Op, condition: Value, a: Datum, b: Datum) -> Datum:
    if isinstance(a, Pointer) and isinstance(b, Pointer):
        if a.array != b.array:
            raise NotDecided("a choice between pointers to two arrays")
        return Pointer(a.array, select_values(program, condition, a.offset, b.offset))
    return select_values(program, condition, a, b)


def select_values(program: SymbolicProgram, condition: Value, a: Value, b: Value) -> Value:
    """Return `a` if the condition is true, else `b`, also for a condition on real numbers."""

    def apply(path: Path, c: Value, x: Value, y: Value) -> Value:
        if c in (ONE, ZERO):
            return x if c == ONE else y
        if x == y:
            return x
        numbers = [program.ring.index_number(each) if isinstance(each, Polynomial) else each for each in (c, x, y)]
        chosen = program.domain.choose if isinstance(program.domain, Uninterpreted) else partial(select, program.ring)
        return chosen(*numbers)  # type: ignore[arg-type]

    return combine_within(apply, (condition, a, b), program.path)


@meaning("arith.constant")
def _constant(program: SymbolicProgram, op: Op) -> Value:
    values = np.asarray(TABLE[op.name](program, op))
    array, signs = np.unique(values), np.unique(np.signbit(values.astype(np.float64)))
    if len(signs) > 1 or (len(array) != 1 and not np.all(np.isnan(array.astype(np.float64)))):
        raise NotDecided("a constant whose elements differ")
    element, value = element_of(op.results[0].type), array[0].item()
    if element == "i1":
        return ONE if value else ZERO
    return program.domain.constant(value, element) if isinstance(value, float) else whole(int(value))


@meaning("tt.make_range")
def _range(program: SymbolicProgram, op: Op) -> Value:
    start, end = integer(op.attributes["start"]), integer(op.attributes["end"])
    return program.facts.tile_axis(0, end - start) + start


__all__ = ["condition_value", "select_values", "symbol"]
