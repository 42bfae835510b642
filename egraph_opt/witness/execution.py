"""Interpreter that records the observable results of a function, and stops at undefined behaviour."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from egraph_opt.checker.access.effects import DIVISIONS
from egraph_opt.checker.operations.hints import ASSUMPTION, FACTS
from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret.element_types import Array, Datum, element_of, from_bits, pointee, shape_of, to_bits
from egraph_opt.interpret.errors import NotModelled, StepLimit
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.global_memory import CallerMemory, active
from egraph_opt.ir.module import Op, Region
from egraph_opt.witness.inputs import MAX_TENSOR_ELEMENTS, Inputs, is_pointer
from egraph_opt.witness.rounding import error_of, inexact

WORK = 1_000_000
"""Maximum number of elements that all operations of a run compute in total."""
_NUMBERS = re.compile(r"\d+")
_WRAPPING = {"arith.addi": np.add, "arith.subi": np.subtract, "arith.muli": np.multiply}
_SHIFTS = ("arith.shli", "arith.shrsi", "arith.shrui")
_ROUNDING = ("arith.fptosi", "arith.fptoui")
_CHECKED = frozenset((*DIVISIONS, *_SHIFTS, *_ROUNDING))
_BITS = frozenset(("arith.bitcast", "tt.bitcast", "math.copysign"))
_NARROWING = frozenset(("arith.truncf", "tt.fp_to_fp"))
_TOPS = {"f8E5M2": 0x7B, "f8E4M3FN": 0x7E}
"""Bit patterns of the largest finite numbers of 8-bit formats."""


class UndefinedRun(EgraphOptError):
    """Error: the first program has undefined behaviour on the input."""


class BrokenHint(EgraphOptError):
    """Error: a hint in the program, such as `tt.divisibility`, does not hold."""


def work_limit(function: Op) -> int:
    """Return the maximum number of operations to run, or 0 if a tensor is too large."""
    largest = max(
        (prod(shape_of(v.type)) for op in function.walk() for v in op.results if v.type.startswith("tensor")), default=1
    )
    return 0 if largest > MAX_TENSOR_ELEMENTS else min(10_000, max(200, WORK // max(largest, 1)))


@dataclass(slots=True)
class Observation:
    """Observable results of a run: buffer contents, return values, and ordered events."""

    inputs: Inputs
    results: tuple[tuple[Datum, str], ...]
    events: list[tuple[str, tuple[Array, ...]]]
    inexact: bool
    error: float
    """Bound on the absolute rounding error of the results."""

    def difference(self, other: Observation, tolerance: float) -> str:
        """Return a text about the first difference, or an empty string."""
        if [type for _, type in self.results] != [type for _, type in other.results]:
            return "the results have other types"
        error = tolerance + max(self.error, other.error) if tolerance else 0.0
        for i, ((a, _), (b, _)) in enumerate(zip(self.results, other.results, strict=True)):
            if found := _differ(np.asarray(a), np.asarray(b), tolerance, error):
                return f"result {i}{found}"
        for parameter, a, b in zip(self.inputs.parameters, self.inputs.values, other.inputs.values, strict=True):
            if is_pointer(parameter.type):
                element = pointee(parameter.type)
                if found := _differ(from_bits(a, element), from_bits(b, element), tolerance, error):
                    return f"what {parameter.name} points to{found}"
        for i, (one, two) in enumerate(zip(self.events, other.events, strict=False)):
            if one[0] != two[0] or len(one[1]) != len(two[1]):
                return f"effect {i + 1} is {one[0]} in the input and {two[0]} in the output"
            for a, b in zip(one[1], two[1], strict=False):
                if found := _differ(a, b, tolerance, error):
                    return f"what {one[0]} gets{found}"
        if len(self.events) != len(other.events):
            last = (self.events or other.events)[-1][0]
            return f"there are {len(self.events)} effects like {last} in the input and {len(other.events)} in the output"
        return ""


def _differ(a: Array, b: Array, tolerance: float, error: float) -> str:
    """Return a text about the first differing element; empty if there is none. All NaNs are equal."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return " has another type"
    if a.dtype.kind == "f":
        same = (a.view(f"u{a.itemsize}") == b.view(f"u{b.itemsize}")) | (np.isnan(a) & np.isnan(b))
        if tolerance:
            with np.errstate(all="ignore"):
                same |= np.abs(a - b) <= tolerance * (np.abs(a) + np.abs(b)) + error
    else:
        same = a == b
    if same.all():
        return ""
    place = tuple(int(i) for i in np.argwhere(~np.atleast_1d(same))[0])
    x, y = (np.atleast_1d(each)[place].item() for each in (a, b))
    at = f" at {list(place)}" if a.ndim else ""
    return f"{at} is {x} in the input and {y} in the output"


class FilledMemory(CallerMemory):
    """Memory in which a load gives the value `fill` for each element that its mask excludes."""

    fill = 0
    unordered = False
    """Whether one store may write different values to one address; otherwise this is undefined behaviour."""

    def fresh(self, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
        return np.full(shape, self.fill, dtype)

    def store(self, addresses: Array, values: Array, element: str, mask: Array | None = None) -> None:
        if not self.unordered and addresses.ndim:
            chosen = active(addresses, mask)
            _, first, which = np.unique(addresses.reshape(-1)[chosen], return_index=True, return_inverse=True)
            bits = to_bits(np.broadcast_to(values, addresses.shape), element).reshape(-1)[chosen]
            if len(first) < len(chosen) and np.any(bits[first][which] != bits):
                raise UndefinedRun("two values for one address")
        super().store(addresses, values, element, mask)

    def load(self, addresses: Array, element: str, mask: Array | None = None, other: Datum = None) -> Array:
        loaded = super().load(addresses, element, mask, other)
        if mask is None or other is not None or not self.fill:
            return loaded
        return np.where(mask, loaded, from_bits(np.full(loaded.shape, self.fill, to_bits(loaded, element).dtype), element))


@dataclass(slots=True)
class StrictMachine(Machine):
    """Interpreter that stops at undefined behaviour.

    The second of two compared programs runs with `as_any`: the interpreter then continues after undefined behaviour. It also chooses
    other undefined values than for the first program.
    """

    as_any: bool = False
    events: list[tuple[str, tuple[Array, ...]]] = field(default_factory=list)
    rounded: bool = False
    error: float = 0.0

    def __init__(
        self,
        inputs: Inputs,
        functions: Mapping[str, Op],
        fill: int,
        function: Op,
        as_any: bool = False,
        exact_integers: bool = False,
    ) -> None:
        memory = FilledMemory()
        memory.fill, memory.unordered = fill, as_any
        run = inputs.run
        Machine.__init__(self, functions, memory, (run % 3, 0, 0), (3, 1, 1), 0)
        self.as_any, self.events, self.rounded, self.error = as_any, [], False, 0.0
        self.inputs, self.function, self.exact_integers = inputs, function, exact_integers

    exact_integers: bool = False
    """Whether integer sums, differences and products may be assumed not to overflow."""
    inputs: Inputs = field(init=False)
    function: Op = field(init=False)

    def result(self, steps: int) -> Observation:
        self.steps = steps
        values: list[Datum] = []
        for parameter, given in zip(self.inputs.parameters, self.inputs.values, strict=True):
            if is_pointer(parameter.type):
                base, shape = self.memory.add(given), shape_of(parameter.type)
                places = np.arange(prod(shape), dtype=np.int64).reshape(shape) * given.itemsize
                values.append(base + places if shape else base)
            else:
                values.append(given)
        with np.errstate(all="ignore"):
            results = self.call(self.function, values)
        types = self.result_types()
        return Observation(self.inputs, tuple(zip(results, types, strict=True)), self.events, self.rounded, self.error)

    def result_types(self) -> Sequence[str]:
        ends = [block.ops[-1] for block in self.function.regions[0].blocks if block.ops]
        return next(([v.type for v in op.operands] for op in ends if op.name in ("tt.return", "func.return")), [])

    def spend(self) -> None:
        """Count a region or branch towards the limit on operations.

        Raises:
            StepLimit: the run is too long.
        """
        self.steps -= 1
        if self.steps < 0:
            raise StepLimit("more regions were run than allowed")

    def region(self, region: Region, arguments: Sequence[Datum] = ()) -> tuple[Datum, ...]:
        self.spend()
        return Machine.region(self, region, arguments)

    def branch(self, op: Op, operands: list[Datum]) -> tuple[str, list[Datum]]:
        self.spend()
        return Machine.branch(self, op, operands)

    def apply(self, op: Op, operands: Sequence[Datum]) -> Datum:
        name = op.name
        if name == ASSUMPTION:
            if not np.all(operands[0]):
                raise UndefinedRun("an assumption does not hold")
            return ()
        if name == "ub.poison" and not self.as_any:
            raise UndefinedRun("poison")
        self.expect_known(op, operands)
        if name == "tt.print":
            self.events.append((f"tt.print {op.attributes.get('prefix', '')}", tuple(map(np.asarray, operands))))
            return ()
        found = Machine.apply(self, op, operands)
        if name in _CHECKED:
            found = self.check_result(op, operands, found)
        if op.attributes or self.exact_integers:
            if any(fact in op.attributes for fact in FACTS):
                self.require(op, found)
            found = self.apply_flags(op, operands, found)
        self.rounded = self.rounded or inexact(op)
        self.error = max(self.error, error_of(op, found))
        return found

    def expect_known(self, op: Op, operands: Sequence[Datum]) -> None:
        """Reject operands for which float behaviour is unspecified or differs between processors.

        Raises:
            NotModelled: the operation uses the sign or payload of a NaN, or a number is too large for an 8-bit format.
        """
        if op.name in _BITS and any(x.dtype.kind == "f" and np.isnan(x).any() for x in map(np.asarray, operands)):
            raise NotModelled("the bits of a NaN")
        if op.name in _NARROWING and (small := element_of(op.results[0].type)).startswith("f8"):
            top = float(from_bits(np.asarray(_TOPS.get(small, 0), np.uint8), small))
            if not np.all(np.abs(operands[0]) <= top):
                raise NotModelled(f"a number that is too large for {small}")

    def check_result(self, op: Op, operands: Sequence[Datum], found: Datum) -> Datum:
        """Return a result after checks for division by zero, excessive shifts, and violated flags."""
        if op.name in _ROUNDING:
            return self.poison_elements(found, _out_of_range(np.asarray(operands[0], np.float64), op))
        a, b = map(np.asarray, operands[:2])
        if op.name in DIVISIONS:
            lowest = np.iinfo(a.dtype).min if a.dtype.kind == "i" else 0
            if np.any(b == 0) or ("ui" not in op.name and np.any((b == -1) & (a == lowest))):
                raise UndefinedRun("a division")
        if op.name in _SHIFTS:
            return self.poison_elements(found, b.view(f"u{b.itemsize}") >= 8 * b.itemsize if b.dtype.kind == "i" else b)
        return found

    def apply_flags(self, op: Op, operands: Sequence[Datum], found: Datum) -> Datum:
        """Replace elements that violate a flag of the operation, such as `nsw`, by poison."""
        words = op.attributes.get("overflowFlags", "") + (" nsw" if self.exact_integers and op.name in _WRAPPING else "")
        if "nsw" in words or "nuw" in words:
            if op.name not in _WRAPPING:
                raise NotModelled(f"{op.name} with flags")
            result = np.asarray(found)
            if result.dtype.kind != "i":
                raise NotModelled(f"{op.name} with flags")
            for flag, kind in (("nsw", "i"), ("nuw", "u")):
                if flag in words:
                    a, b, z = (np.asarray(x).view(f"{kind}{result.itemsize}").astype(object) for x in (*operands, result))
                    found = self.poison_elements(found, np.asarray(_WRAPPING[op.name](a, b) != z, np.bool_))
        if "isExact" in op.attributes or "nonNeg" in op.attributes:
            raise NotModelled(f"{op.name} with flags")
        words = op.attributes.get("fastmath", "")
        if "nnan" in words or "ninf" in words or "fast>" in words:
            values = [np.asarray(x, np.float64) for x in (*operands, found) if np.asarray(x).dtype.kind == "f"]
            bad = [~np.isfinite(x) for x in values]
            if any(each.any() for each in bad):
                raise NotModelled(f"{op.name} with flags")
        return found

    def poison_elements(self, found: Datum, bad: Array) -> Datum:
        """Return a result in which the elements `bad` are undefined."""
        if not np.any(bad):
            return found
        if not self.as_any:
            raise UndefinedRun("poison")
        result = np.asarray(found)
        return np.where(bad, ~result, result) if result.dtype.kind in "ib" else found

    def require(self, op: Op, found: Datum) -> None:
        """Check the program's hints on a result, such as `tt.divisibility`. Raises BrokenHint, or UndefinedRun for the first
        program.
        """
        if len(op.results) != 1 or is_pointer(op.results[0].type):
            return
        values = np.asarray(found)
        if values.dtype.kind != "i":
            return
        for name in FACTS:
            if (text := op.attributes.get(name)) and not _holds(name, text, values):
                if self.as_any:
                    raise BrokenHint(f"{name} of {op.name} (line {op.line} in the output) does not hold: the first values are "
                                 f"{np.atleast_1d(values).reshape(-1)[:4].tolist()}")  # fmt: skip
                raise UndefinedRun("a hint")


def _out_of_range(x: Array, op: Op) -> Array:
    element = element_of(op.results[0].type)
    width = 64 if element == "index" else int(element[1:])
    least, most = (0, 1 << width) if op.name.endswith("ui") else (-(1 << width - 1), 1 << width - 1)
    whole = np.trunc(x)
    return np.asarray(~((whole >= least) & (whole < most)))


def _holds(name: str, text: str, values: Array) -> bool:
    """Return whether a hint, in the sense of Triton's AxisInfo, holds for integers."""
    dense = text.partition(" : ")[0]
    given = [int(n) for n in _NUMBERS.findall(dense)]
    rank = max(values.ndim, 1)
    hints = given * rank if len(given) == 1 else given
    if len(hints) != rank:
        return True
    for axis, hint in enumerate(hints):
        rows = np.moveaxis(np.atleast_1d(values), axis, -1)
        if hint <= 1:
            continue
        if name == "tt.divisibility":
            if np.any(rows[..., 0] % hint):
                return False
        elif name in ("tt.contiguity", "tt.constancy") and rows.shape[-1] % hint == 0:
            steps = np.diff(rows.reshape(*rows.shape[:-1], -1, hint), axis=-1)
            if np.any(steps != (name == "tt.contiguity")):
                return False
    return True
