"""Axis analysis of addresses: contiguity, alignment and constancy per dimension.

The forward dataflow analysis of integers and pointers follows Triton's AxisInfo (lib/Analysis/AxisInfo.cpp). Along a dimension,
runs of `contiguity` elements increase by one, the first element of a run is divisible by `divisibility` (bytes for pointers), and
runs of `constancy` elements are equal. All three are powers of two, and may be underestimated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from egraph_opt.ir.attributes import divisibility, integer, integers, splat_integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import bits_of, element_bytes, pointee_of, tensor_type

ZERO_DIVISOR = 1 << 30
MEMORY = {"tt.load": 1, "tt.store": 2, "ttg.async_copy_global_to_local": 2}
"""Operations that access global memory through pointers, with the operand number of an optional mask."""
ROUNDS = 12
"""Maximum number of passes, after which all information is dropped."""


class ValueAxisInfo(NamedTuple):
    """Contiguity, divisibility and constancy of one value, per dimension. `constant` is the value of all elements, if known."""

    contiguity: tuple[int, ...]
    divisibility: tuple[int, ...]
    constancy: tuple[int, ...]
    constant: int | None = None


class AddressPattern(NamedTuple):
    """Address pattern of an access, per dimension: lengths of contiguous runs, and numbers of elements that one instruction may access."""

    run: tuple[int, ...]
    vector: tuple[int, ...]


@lru_cache(maxsize=16)
def accesses(function: Op) -> Mapping[Op, AddressPattern]:
    """Return the address pattern of each load, store and asynchronous copy through a tensor of pointers."""
    found = [op for op in function.walk() if op.name in MEMORY and tensor_type(op.operands[0].type)]
    known = _Analysis(function).known if found else {}
    result = {}
    for op in found:
        pointers = known.get(op.operands[0]) or unknown_axis(op.operands[0])
        size = _pointee_bytes(op.operands[0].type)
        masks = op.operands[MEMORY[op.name] :][:1]
        uniform = (
            (known.get(masks[0]) or unknown_axis(masks[0])).constancy if masks else (ZERO_DIVISOR,) * len(pointers.contiguity)
        )
        parts = zip(pointers.contiguity, pointers.divisibility, uniform, strict=True)
        result[op] = AddressPattern(pointers.contiguity, tuple(min(c, max(1, d // size), u) for c, d, u in parts))
    return result


def unknown_axis(value: Value) -> ValueAxisInfo:
    return _parse_unknown(value.type)


@lru_cache(maxsize=1 << 12)
def _parse_unknown(text: str) -> ValueAxisInfo:
    rank = len(tensor.shape) if (tensor := tensor_type(text)) else 1
    return ValueAxisInfo((1,) * rank, (1,) * rank, (1,) * rank)


def _two(number: int) -> int:
    return number & -number if number else ZERO_DIVISOR


@lru_cache(maxsize=1 << 12)
def _pointee_bytes(text: str) -> int:
    pointee = pointee_of(text) or ""
    return element_bytes(pointee) if bits_of(pointee) else 8


def _shape(value: Value) -> tuple[int, ...]:
    return tensor.shape if (tensor := tensor_type(value.type)) else (1,)


def _meet(a: ValueAxisInfo, b: ValueAxisInfo) -> ValueAxisInfo:
    contiguity, divisibility, constancy = (tuple(map(gcd, x, y)) for x, y in zip(a[:3], b[:3], strict=True))
    return ValueAxisInfo(contiguity, divisibility, constancy, a.constant if a.constant == b.constant else None)


class _Analysis:
    def __init__(self, function: Op) -> None:
        self.known: dict[Value, ValueAxisInfo] = {}
        block = function.regions[0].blocks[0]
        for argument, divisor in zip(block.arguments, divisibility(function), strict=False):
            if not tensor_type(argument.type):
                self.known[argument] = ValueAxisInfo((1,), (_two(divisor),), (1,))
        ops = tuple(function.walk())
        self.pessimistic = self.skipped = False
        self.changed: set[Value] = set()
        """Values whose facts changed in the current pass."""
        for op in ops:
            self.visit(op)
        for _ in range(ROUNDS - 1):
            if not self.changed and not self.skipped:
                return
            self.pessimistic |= not self.changed
            before, self.changed, self.skipped = self.changed, set(), False
            for op in ops:  # results of an operation without regions depend on its operands alone
                if op.regions or not before.isdisjoint(op.operands) or not self.changed.isdisjoint(op.operands):
                    self.visit(op)
        if self.changed or self.skipped:
            self.known = {}

    def visit(self, op: Op) -> None:
        if not op.regions and len(op.results) == 1:
            self.compute(op)
        elif op.name == "scf.for" and len(op.regions[0].blocks) == 1:
            body = op.regions[0].blocks[0]
            yielded = body.ops[-1].operands if body.ops else ()
            if all(bound in self.known for bound in (op.operands[0], op.operands[2])):
                lower, step = (self.known[op.operands[i]].divisibility for i in (0, 2))
                self.put(body.arguments[0], ValueAxisInfo((1,), tuple(map(gcd, lower, step)), (1,)))
            for argument, init, result, back in zip(body.arguments[1:], op.operands[3:], op.results, yielded, strict=False):
                self.merge(argument, init, back)
                self.merge(result, init, back)
        elif op.name == "scf.if" and len(op.regions) == 2:
            ends = [region.blocks[0].ops[-1].operands for region in op.regions if region.blocks and region.blocks[0].ops]
            for result, *values in zip(op.results, *ends, strict=False):
                self.merge(result, *values)
        elif len(op.results) == 1:
            self.compute(op)
        elif op.results:
            for value in op.results:
                self.put(value, unknown_axis(value))
        if op.name == "scf.while":
            for value in (v for region in op.regions for block in region.blocks for v in block.arguments):
                self.put(value, unknown_axis(value))

    def compute(self, op: Op) -> None:
        """Apply an operation's transfer function if all operands have been analysed."""
        if (transfer := TRANSFER.get(op.name)) is None or len(op.operands) != _TAKES.get(transfer, 2):
            self.put(op.results[0], _apply_hints(op, unknown_axis(op.results[0])))
        elif len(known := [self.known[v] for v in op.operands if v in self.known]) == len(op.operands):
            self.put(op.results[0], _apply_hints(op, transfer(op, known)))

    def merge(self, value: Value, *sources: Value) -> None:
        """Set what is known about `value` to what holds for all `sources` (the lattice meet); ignore sources not analysed yet."""
        known = [self.known[v] for v in sources if v in self.known]
        if len(known) < len(sources):
            if not self.pessimistic:
                self.skipped = True
            else:
                known = [unknown_axis(value)]
        if known:
            axis = known[0]
            for other in known[1:]:
                axis = _meet(axis, other)
            self.put(value, axis)

    def put(self, value: Value, axis: ValueAxisInfo) -> None:
        if self.known.get(value) != axis:
            self.known[value] = axis
            self.changed.add(value)


HINTS = frozenset(("tt.contiguity", "tt.divisibility", "tt.constancy"))


def _apply_hints(op: Op, axis: ValueAxisInfo) -> ValueAxisInfo:
    """Return `axis` refined by the hints of tl.multiple_of and tl.max_contiguous (`tt.divisibility = dense<...>`)."""
    if HINTS.isdisjoint(op.attributes):
        return axis

    def hint_values(name: str, own: tuple[int, ...]) -> tuple[int, ...]:
        hint = op.attributes.get(name, "")
        if not hint:
            return own
        numbers = [_two(int(n)) for n in re.findall(r"\d{1,9}", hint.partition(":")[0])]
        return tuple(map(max, own, numbers)) if len(numbers) == len(own) else own

    return ValueAxisInfo(
        hint_values("tt.contiguity", axis.contiguity),
        hint_values("tt.divisibility", axis.divisibility),
        hint_values("tt.constancy", axis.constancy),
        axis.constant,
    )


# --- transfer function of each operation
def _constant(op: Op, _: list[ValueAxisInfo]) -> ValueAxisInfo:
    number = splat_integer(op.attributes.get("value", ""))
    if number is None:
        return unknown_axis(op.results[0])
    shape = _shape(op.results[0])
    return ValueAxisInfo((1,) * len(shape), tuple(_two(number or 0) for _ in shape), tuple(map(_two, shape)), number)


def _range(op: Op, _: list[ValueAxisInfo]) -> ValueAxisInfo:
    start, end = (integer(op.attributes[name]) for name in ("start", "end"))
    return ValueAxisInfo((_two(end - start),), (_two(start),), (1,))


def _splat(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    shape = _shape(op.results[0])
    return ValueAxisInfo((1,) * len(shape), xs[0].divisibility[:1] * len(shape), tuple(map(_two, shape)), xs[0].constant)


def _same_axis(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    return xs[0]


def _expand_dims(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    x, axis = xs[0], integer(op.attributes["axis"])
    every = min(d if c == 1 else 1 for c, d in zip(x.contiguity, x.divisibility, strict=True))

    def insert_axis(part: tuple[int, ...], new: int) -> tuple[int, ...]:
        return (*part[:axis], new, *part[axis:])

    return ValueAxisInfo(
        insert_axis(x.contiguity, 1), insert_axis(x.divisibility, every), insert_axis(x.constancy, 1), x.constant
    )


def _broadcast(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    x = xs[0]
    grown = [(a == 1 and b > 1, b) for a, b in zip(_shape(op.operands[0]), _shape(op.results[0]), strict=True)]
    contiguity = tuple(1 if grows else c for c, (grows, _) in zip(x.contiguity, grown, strict=True))
    constancy = tuple(_two(extent) if grows else c for c, (grows, extent) in zip(x.constancy, grown, strict=True))
    return ValueAxisInfo(contiguity, x.divisibility, constancy, x.constant)


def _trans(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    order = integers(op.attributes["order"])
    contiguity, divisibility, constancy = (tuple(part[d] for d in order) for part in xs[0][:3])
    return ValueAxisInfo(contiguity, divisibility, constancy, xs[0].constant)


def _add(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    a, b = xs
    scale = _pointee_bytes(op.operands[0].type) if op.name == "tt.addptr" else 1
    into = (gcd(x, y) for x, y in zip(a.contiguity, b.constancy, strict=True))
    onto = (gcd(x, y) for x, y in zip(a.constancy, b.contiguity, strict=True))
    contiguity = tuple(into if op.name == "arith.subi" else map(max, into, onto))
    starts = zip(_starts(a, contiguity), _starts(b, contiguity), strict=True)
    divisibility = tuple(gcd(x, y * scale) for x, y in starts)
    return ValueAxisInfo(contiguity, divisibility, tuple(map(gcd, a.constancy, b.constancy)), _fold_constant(op, a, b))


def _starts(x: ValueAxisInfo, group: Sequence[int]) -> list[int]:
    """Return, per dimension, the divisibility of the first element of each piece, if runs are cut into pieces of `group` elements."""
    triples = zip(x.divisibility, x.contiguity, group, strict=True)
    return [d if c <= g or c == 1 else gcd(d, g) for d, c, g in triples]


def _multiply(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    a, b = xs
    if op.name == "arith.shli":
        b = b._replace(
            divisibility=((1 << b.constant if b.constant is not None and 0 <= b.constant < 30 else 1),) * len(b.divisibility)
        )
        b = b._replace(constant=b.divisibility[0] if b.constant is not None else None)
    if 1 in (a.constant, b.constant):
        return a if b.constant == 1 else b
    ones = (1,) * len(a.contiguity)
    divisibility = tuple(min(ZERO_DIVISOR, x * y) for x, y in zip(_starts(a, ones), _starts(b, ones), strict=True))
    return ValueAxisInfo(ones, divisibility, tuple(map(gcd, a.constancy, b.constancy)), _fold_constant(op, *xs))


def _divide(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    """Transfer function of a division. If the divisor is uniform and the dividend contiguous, runs of quotients are constant."""
    a, b = xs
    if b.constant == 1:
        return a
    parts = zip(a.contiguity, a.divisibility, a.constancy, b.divisibility, b.constancy, strict=True)
    constancy = tuple(max(gcd(ac, bc), gcd(c, d, bd, bc)) for c, d, ac, bd, bc in parts)
    return ValueAxisInfo((1,) * len(constancy), (1,) * len(constancy), constancy)


def _remainder(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    """Transfer function of a remainder. If the divisor is uniform and the dividend contiguous, runs of remainders are contiguous."""
    a, b = xs
    parts = list(zip(a.contiguity, a.divisibility, b.divisibility, b.constancy, strict=True))
    contiguity = tuple(max(1, gcd(c, d, bd, bc)) for c, d, bd, bc in parts)
    divisibility = tuple(map(gcd, _starts(a, contiguity), _starts(b, contiguity)))
    return ValueAxisInfo(contiguity, divisibility, tuple(map(gcd, a.constancy, b.constancy)))


def _compare(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    """Transfer function of a comparison. If `<` or the like compares a contiguous with a uniform operand, runs of results are constant."""
    a, b = xs
    predicate = op.attributes.get("predicate", "")[:1]  # MLIR's numbers: slt 2, sle 3, sgt 4, sge 5, and ult 6 to uge 9
    parts = zip(*a[:3], *b[:3], strict=True)
    constancy = []
    for ac, ad, ak, bc, bd, bk in parts:
        known = gcd(ak, bk)
        if predicate in ("2", "5", "6", "9"):
            known = max(known, gcd(ac, ad, bd, bk))
        elif predicate in ("3", "4", "7", "8"):
            known = max(known, gcd(bc, bd, ad, ak))
        constancy.append(known)
    return ValueAxisInfo((1,) * len(constancy), (1,) * len(constancy), tuple(constancy))


def _combine(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    ones = (1,) * len(xs[0].contiguity)
    return ValueAxisInfo(ones, ones, tuple(map(gcd, xs[0].constancy, xs[1].constancy)))


def _select(op: Op, xs: list[ValueAxisInfo]) -> ValueAxisInfo:
    condition, a, b = xs
    if len(condition.constancy) != len(a.constancy) or not tensor_type(op.operands[0].type):
        return _meet(a, b)
    met = _meet(a, b)
    contiguity, constancy = (tuple(map(gcd, part, condition.constancy)) for part in (met.contiguity, met.constancy))
    starts = map(gcd, _starts(a, contiguity), _starts(b, contiguity))
    return ValueAxisInfo(contiguity, tuple(starts), constancy, met.constant)


def _fold_constant(op: Op, a: ValueAxisInfo, b: ValueAxisInfo) -> int | None:
    x, y = a.constant, b.constant
    if x is None or y is None:
        return None
    return {"arith.addi": x + y, "arith.subi": x - y, "arith.muli": x * y}.get(op.name)


Transfer = Callable[[Op, list[ValueAxisInfo]], ValueAxisInfo]
TRANSFER: dict[str, Transfer] = {
    "arith.constant": _constant,
    "tt.make_range": _range,
    "tt.splat": _splat,
    "tt.expand_dims": _expand_dims,
    "tt.broadcast": _broadcast,
    "tt.trans": _trans,
    "arith.select": _select,
    **dict.fromkeys("arith.extsi arith.extui arith.trunci arith.index_cast ttg.convert_layout tt.bitcast".split(), _same_axis),
    **dict.fromkeys("arith.addi arith.subi tt.addptr".split(), _add),
    **dict.fromkeys("arith.muli arith.shli".split(), _multiply),
    **dict.fromkeys("arith.divsi arith.divui".split(), _divide),
    **dict.fromkeys("arith.remsi arith.remui".split(), _remainder),
    **dict.fromkeys("arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui arith.maxui".split(), _combine),
    "arith.cmpi": _compare,
}
"""Transfer functions by operation. Results of other operations are unknown."""
_TAKES: dict[Transfer, int] = {_constant: 0, _range: 0, _splat: 1, _same_axis: 1, _expand_dims: 1, _broadcast: 1, _trans: 1,
                               _select: 3}  # fmt: skip
