"""Elementwise operations: integer, float and mathematical functions, conversions, pointers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element_types import SMALL_FORMATS, Array, bitcast, element_of, fit, pointee, round_to, storage_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.op_table import POINTWISE, operation, pointwise
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.semantics.integers import COMPARISONS

if TYPE_CHECKING:
    from egraph_opt.interpret.executor import Machine

Unary = Callable[[Array], Array]
Binary = Callable[[Array, Array], Array]


def _to_signed(x: Array) -> Array:
    """Return signed values. True of the type `i1` becomes -1."""
    return -x.astype(np.int8) if x.dtype == np.bool_ else x


def _to_unsigned(x: Array) -> Array:
    return x.astype(np.uint8) if x.dtype == np.bool_ else x.view(f"u{x.dtype.itemsize}")


def _select(condition: Array, a: Array, b: Array) -> Array:
    """Select elements. A scalar condition selects a whole operand without a copy, since the operand may be a view of memory."""
    return np.where(condition, a, b) if condition.ndim else a if condition else b


def _apply_to_view(view: Unary, function: Binary) -> Binary:
    return lambda a, b: function(view(a), view(b))


def _floor_divide(a: Array, b: Array) -> Array:
    """Divide and round down. Undefined divisions by zero return 0, since NumPy's result would depend on the lane."""
    return np.asarray(np.where(b == 0, b, np.floor_divide(a, np.where(b == 0, b.dtype.type(1), b))))


def _divide(a: Array, b: Array) -> Array:
    return _floor_divide(a - np.fmod(a, b), b)


def _ceil_divide(a: Array, b: Array) -> Array:
    return np.asarray(_floor_divide(a, b) + (np.mod(a, b) != 0))


def _shift(function: Binary, view: Unary, beyond: Unary) -> Binary:
    """Return a shift function. A shift by the width or more is undefined; here it returns `beyond`, as if all bits were shifted out."""

    def shift(a: Array, b: Array) -> Array:
        x, count = view(a), _to_unsigned(b)
        width = 8 * x.dtype.itemsize
        return np.where(count < width, function(x, np.minimum(count, width - 1).astype(x.dtype)), beyond(x))

    return shift


def _high(a: Array, b: Array) -> Array:
    x, y = _to_unsigned(a), _to_unsigned(b)
    bits = 8 * x.dtype.itemsize
    if bits < 64:
        return (x.astype(np.uint64) * y.astype(np.uint64) >> np.uint64(bits)).astype(x.dtype)
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    middle = (x >> half) * (y & low) + ((x & low) * (y & low) >> half)
    carry = (x & low) * (y >> half) + (middle & low)
    return np.asarray((x >> half) * (y >> half) + (middle >> half) + (carry >> half))


def _signed_high(a: Array, b: Array) -> Array:
    zero = np.zeros_like(a)
    return _high(a, b).view(a.dtype) - np.where(a < 0, b, zero) - np.where(b < 0, a, zero)


def _with_sign(function: Binary, of_zeros: Binary) -> Binary:
    """Return a minimum or maximum function with -0 < +0, as in hardware."""
    return lambda a, b: np.where((a == 0) & (b == 0), of_zeros(a, b), function(a, b))


pointwise(
    "arith",
    {
        "addi": _apply_to_view(_to_signed, np.add),
        "subi": _apply_to_view(_to_signed, np.subtract),
        "muli": _apply_to_view(_to_signed, np.multiply),
        "andi": np.bitwise_and,
        "ori": np.bitwise_or,
        "xori": np.bitwise_xor,
        "shli": _shift(np.left_shift, _to_unsigned, np.zeros_like),
        "shrui": _shift(np.right_shift, _to_unsigned, np.zeros_like),
        "shrsi": _shift(np.right_shift, _to_signed, lambda x: np.where(x < 0, -1, 0)),
        "divsi": _apply_to_view(_to_signed, _divide),
        "divui": _apply_to_view(_to_unsigned, _floor_divide),
        "remsi": _apply_to_view(_to_signed, np.fmod),
        "remui": _apply_to_view(_to_unsigned, np.remainder),
        "ceildivsi": _apply_to_view(_to_signed, _ceil_divide),
        "ceildivui": _apply_to_view(_to_unsigned, _ceil_divide),
        "floordivsi": _apply_to_view(_to_signed, _floor_divide),
        "minsi": _apply_to_view(_to_signed, np.minimum),
        "maxsi": _apply_to_view(_to_signed, np.maximum),
        "minui": _apply_to_view(_to_unsigned, np.minimum),
        "maxui": _apply_to_view(_to_unsigned, np.maximum),
        "mulsi_extended": lambda a, b: (_to_signed(a) * _to_signed(b), _signed_high(_to_signed(a), _to_signed(b))),
        "mului_extended": lambda a, b: (_to_unsigned(a) * _to_unsigned(b), _high(a, b)),
        "addui_extended": lambda a, b: (_to_unsigned(a) + _to_unsigned(b), _to_unsigned(a) + _to_unsigned(b) < _to_unsigned(a)),
        "extsi": _to_signed,
        "extui": _to_unsigned,
        "trunci": lambda x: x,
        "index_cast": _to_signed,
        "index_castui": _to_unsigned,
        "sitofp": _to_signed,
        "uitofp": _to_unsigned,
        "addf": np.add,
        "subf": np.subtract,
        "mulf": np.multiply,
        "divf": np.divide,
        "remf": np.fmod,
        "negf": np.negative,
        "minnumf": _with_sign(np.fmin, lambda a, b: -(-a - b)),
        "maxnumf": _with_sign(np.fmax, np.add),
        "minimumf": _with_sign(np.minimum, lambda a, b: -(-a - b)),
        "maximumf": _with_sign(np.maximum, np.add),
        "extf": lambda x: x,
        "select": _select,
    },
)


def _compute_in_float64(function: Callable[..., Array]) -> Callable[..., Array]:
    """Return a function that computes in float64 on contiguous copies, so that a result depends only on its element."""
    return lambda *xs: function(*(np.array(x, np.float64, order="C") for x in xs))


def _per_element(function: Callable[[float], float]) -> Unary:
    return np.vectorize(function, otypes=[np.float64])


def _count(function: Callable[[int, int], int]) -> Unary:
    """Vectorise a function of an integer's bits and width."""
    return lambda x: np.vectorize(lambda v: function(int(v), 8 * x.dtype.itemsize), otypes=[x.dtype])(_to_unsigned(x))


def _rsqrt(x: Array) -> Array:
    return 1 / np.sqrt(x)


def _half_away(x: Array) -> Array:
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


pointwise(
    "math",
    {
        name: _compute_in_float64(getattr(np, name))
        for name in "exp exp2 expm1 log log2 log10 log1p sqrt cbrt sin cos tan tanh sinh cosh".split()
    }
    | {
        "rsqrt": _compute_in_float64(_rsqrt),
        "asin": _compute_in_float64(np.arcsin),
        "acos": _compute_in_float64(np.arccos),
        "atan": _compute_in_float64(np.arctan),
        "asinh": _compute_in_float64(np.arcsinh),
        "acosh": _compute_in_float64(np.arccosh),
        "atanh": _compute_in_float64(np.arctanh),
        "atan2": _compute_in_float64(np.arctan2),
        "powf": _compute_in_float64(np.power),
        "fpowi": _compute_in_float64(np.power),
        "erf": _compute_in_float64(_per_element(math.erf)),
        "erfc": _compute_in_float64(_per_element(math.erfc)),
        "fma": _compute_in_float64(lambda a, b, c: a * b + c),
        "round": _compute_in_float64(_half_away),
        "roundeven": np.rint,
        "floor": np.floor,
        "ceil": np.ceil,
        "trunc": np.trunc,
        "absf": np.abs,
        "absi": np.abs,
        "copysign": np.copysign,
        "ctpop": _count(lambda v, width: v.bit_count()),
        "ctlz": _count(lambda v, width: width - v.bit_length()),
        "cttz": _count(lambda v, width: (v & -v).bit_length() - 1 if v else width),
    },
)
pointwise(
    "tt",
    {
        "mulhiui": _high,
        "precise_sqrt": _compute_in_float64(np.sqrt),
        "precise_divf": np.divide,
        "approx_divf": np.divide,
        "ptr_to_int": lambda x: x,
        "int_to_ptr": lambda x: x,
    },
)
EXTERN: dict[str, Callable[..., Array]] = {
    "rsqrt": _compute_in_float64(_rsqrt),
    "pow": _compute_in_float64(np.power),
    "erf": _compute_in_float64(_per_element(math.erf)),
    **{name: _compute_in_float64(getattr(np, name)) for name in "exp exp2 expm1 log log2 log1p sqrt tanh sinh cosh".split()},
}
"""Functions of CUDA's libdevice, named without the prefix `__nv_` and the single-precision suffix `f`."""

CMPI: list[Binary] = [
    *COMPARISONS[:2],
    *(_apply_to_view(view, f) for view in (_to_signed, _to_unsigned) for f in COMPARISONS[2:]),
]


def _less_or_greater(a: Array, b: Array) -> Array:
    return (a < b) | (a > b)


def _is_ordered(a: Array, b: Array) -> Array:
    return np.logical_not(np.isnan(a) | np.isnan(b))


def _no_lane(a: Array, b: Array) -> Array:
    return np.zeros(np.broadcast(a, b).shape, np.bool_)


def _not(function: Binary) -> Binary:
    return lambda a, b: np.logical_not(function(a, b))


_HALF: list[Binary] = [_no_lane, np.equal, np.greater, np.greater_equal, np.less, np.less_equal, _less_or_greater, _is_ordered]
CMPF: list[Binary] = _HALF + [_not(_HALF[i]) for i in (6, 5, 4, 3, 2, 1, 7, 0)]
"""Comparisons by the number of `arith.cmpf`'s predicate: the ordered ones, then the unordered ones, each the negation of an
ordered one.
"""


def _table(name: str, attribute: str, table: list[Binary]) -> None:
    def meaning(machine: Machine, op: Op, a: Array, b: Array) -> Array:
        return np.asarray(table[integer(op.attributes[attribute])](a, b))

    operation(name)(meaning)
    POINTWISE.add(name)


_table("arith.cmpi", "predicate", CMPI)
_table("arith.cmpf", "predicate", CMPF)


def _pointwise(names: str) -> Callable[[Callable[..., Array]], Callable[..., Array]]:
    POINTWISE.update(names.split())
    return operation(names)


@_pointwise("arith.fptosi arith.fptoui")
def _float_to_integer(machine: Machine, op: Op, x: Array) -> Array:
    """Round toward zero. As on NVIDIA GPUs, values out of range saturate, and NaN becomes 0."""
    element = element_of(op.results[0].type)
    dtype = np.dtype(f"{'u' if op.name.endswith('ui') else 'i'}{storage_of(element).itemsize}")
    ends = np.iinfo(dtype)
    wide = np.trunc(np.nan_to_num(x.astype(np.float64), nan=0.0))
    inside = np.where((wide > float(ends.min)) & (wide < float(ends.max)), wide, 0).astype(dtype)
    return fit(np.where(wide >= float(ends.max), ends.max, np.where(wide <= float(ends.min), ends.min, inside)), element)


@_pointwise("arith.truncf tt.fp_to_fp")
def _float_to_float(machine: Machine, op: Op, x: Array) -> Array:
    element = element_of(op.results[0].type)
    toward_zero = integer(op.attributes.get("rounding", "1")) == 0 or integer(op.attributes.get("roundingmode", "0")) == 3
    if not toward_zero:
        return fit(x, element)
    if element not in SMALL_FORMATS:
        raise NotModelled(f"{op.name} to {element} toward zero")
    return round_to(x, element, toward_zero)


@_pointwise("arith.bitcast tt.bitcast")
def _bitcast(machine: Machine, op: Op, x: Array) -> Array:
    return bitcast(x, element_of(op.operands[0].type), element_of(op.results[0].type))


@_pointwise("tt.addptr")
def _addptr(machine: Machine, op: Op, pointer: Array, offset: Array) -> Array:
    return np.asarray(pointer + offset.astype(np.int64) * storage_of(pointee(op.results[0].type)).itemsize)


@_pointwise("tt.clampf")
def _clamp(machine: Machine, op: Op, x: Array, low: Array, high: Array) -> Array:
    """Clamp values; NaN operands are ignored unless `propagateNan` is set."""
    clamped = np.fmin(np.fmax(x, low), high)
    return fit(
        clamped if integer(op.attributes["propagateNan"]) == 0 else np.where(np.isnan(x), x, clamped),
        element_of(op.results[0].type),
    )


@_pointwise("tt.extern_elementwise")
def _extern(machine: Machine, op: Op, *operands: Array) -> Array:
    symbol = op.attributes["symbol"].strip('"')
    element = element_of(op.results[0].type)
    name = symbol.removeprefix("__nv_")
    known = EXTERN.get(name.removesuffix("f") if element == "f32" else name)
    if known is None:
        raise NotModelled(f"{op.name} {symbol}")
    return fit(known(*operands), element)
