"""Elementwise operations on float64 numbers, and on integers as unsigned residues of a given width."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from egraph_opt.checker.values.arithmetic import INTEGERS
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import element_of
from egraph_opt.verifier.proof.evaluator.tile_values import Array, Unknown, is_float, residue, signed_value, width_of

_MODULAR = frozenset("addi subi muli andi ori xori".split())
"""Integer operations of the table `INTEGERS` that work on whole arrays of residues."""


def _each(function: Callable[[float], float]) -> Callable[[Array], Array]:
    return lambda x: np.asarray(np.frompyfunc(function, 1, 1)(x), np.float64)


def _round_half_away(x: Array) -> Array:
    return np.asarray(np.where(x < 0, -np.floor(-x + 0.5), np.floor(x + 0.5)))


_PLAIN: dict[str, Callable[..., Array]] = {
    "arith.addf": lambda a, b: a + b,
    "arith.subf": lambda a, b: a - b,
    "arith.mulf": lambda a, b: a * b,
    "arith.divf": lambda a, b: a / b,
    "tt.precise_divf": lambda a, b: a / b,
    "tt.approx_divf": lambda a, b: a / b,
    "arith.remf": np.fmod,
    "arith.negf": lambda a: -a,
    "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum,
    "arith.maxnumf": np.fmax,
    "arith.minnumf": np.fmin,
    "arith.extf": lambda a: a,
    "arith.truncf": lambda a: a,
    "tt.fp_to_fp": lambda a: a,
    "math.fma": lambda a, b, c: a * b + c,
    "math.absf": np.abs,
    "math.powf": np.power,
    "math.fpowi": np.power,
    "math.atan2": np.arctan2,
    "math.copysign": np.copysign,
    "math.rsqrt": lambda a: 1 / np.sqrt(a),
    "tt.precise_sqrt": np.sqrt,
    "tt.clampf": lambda a, low, high: np.fmin(np.fmax(a, low), high),
    "math.erf": _each(math.erf),
    "math.erfc": _each(math.erfc),
    "math.round": _round_half_away,
    "math.roundeven": np.rint,
    "math.asin": np.arcsin,
    "math.acos": np.arccos,
    "math.atan": np.arctan,
    "math.asinh": np.arcsinh,
    "math.acosh": np.arccosh,
    "math.atanh": np.arctanh,
}
_NUMPY: dict[str, Callable[..., Array]] = {
    f"math.{name}": getattr(np, name)
    for name in "exp exp2 expm1 log log2 log10 log1p sqrt cbrt sin cos tan tanh sinh cosh floor ceil trunc".split()
}
FLOATS = _PLAIN | _NUMPY
"""Elementwise float operations, in float64; a cast between float types is the identity."""
_LIBDEVICE = {"pow": "math.powf", "fabs": "math.absf", "rint": "math.roundeven", "nearbyint": "math.roundeven"}
_ORDERED: tuple[Callable[[Array, Array], Array], ...] = (
    lambda a, b: a == b, lambda a, b: a > b, lambda a, b: a >= b, lambda a, b: a < b, lambda a, b: a <= b,
    lambda a, b: (a < b) | (a > b), lambda a, b: (a == a) & (b == b),
)  # fmt: skip
"""Ordered comparisons of floats, in the order of their `arith.cmpf` predicates 1 (`oeq`) to 7 (`ord`)."""


def compare_floats(predicate: int, a: Array, b: Array) -> Array:
    """Return a comparison of floats; `predicate`: the number of the predicate in `arith.cmpf`."""
    unordered = (a != a) | (b != b)
    if predicate in (0, 15):
        return np.full(np.shape(a), predicate == 15)
    if predicate == 14:
        return np.asarray(unordered)
    if predicate < 8:
        return _ORDERED[predicate - 1](a, b)
    return np.asarray(unordered | _ORDERED[predicate - 8](a, b))


def compare_integers(predicate: int, a: Array, b: Array, width: int) -> Array:
    """Return a comparison of integers; `predicate`: the number of the predicate in `arith.cmpi`."""
    if predicate < 2:
        return np.asarray(a == b if predicate == 0 else a != b)
    if predicate < 6:
        a, b = signed_value(a, width), signed_value(b, width)
    return np.asarray((a < b, a <= b, a > b, a >= b)[(predicate - 2) % 4])


def binary_integers(name: str, a: Array, b: Array, width: int) -> Array:
    """Return the result of an integer operation of the table `INTEGERS`, as residues; 0 where it is undefined."""
    function = INTEGERS[name]
    if name in _MODULAR:
        return residue(np.asarray(function(a, b, width)), width)  # type: ignore[arg-type]
    a, b = np.broadcast_arrays(a, b)
    pairs, which = np.unique(np.stack([a.reshape(-1), b.reshape(-1)], axis=1), axis=0, return_inverse=True)
    found = [(function(x, y, width) or 0) % (1 << width) for x, y in pairs.tolist()]
    return np.asarray(found, np.uint64)[which.reshape(-1)].reshape(a.shape)


def saturate(numbers: Array, element: str, unsigned: bool) -> Array:
    """Return floats rounded toward zero and clamped to the range of an integer type; NaN becomes zero."""
    width = width_of(element)
    low, high = (0, (1 << width) - 1) if unsigned else (-(1 << width - 1), (1 << width - 1) - 1)
    whole = np.frompyfunc(lambda x: 0 if x != x else low if x <= low else high if x >= high else int(x), 1, 1)(numbers)
    return np.asarray(np.frompyfunc(lambda n: n % (1 << width), 1, 1)(whole)).astype(np.uint64)


def apply_scalar(op: Op, operands: list[Array]) -> Array:
    """Return the result of an elementwise operation. Raises Unknown for an operation that the evaluator does not support."""
    name, source, target = op.name, element_of(op.operands[0].type), element_of(op.results[0].type)
    if name == "tt.extern_elementwise":
        symbol = op.attributes["symbol"].strip('"').removeprefix("__nv_")
        names = [_LIBDEVICE.get(short, f"math.{short}") for short in (symbol, symbol.removesuffix("f"))]
        name = next((each for each in names if each in FLOATS), name)
    if name in FLOATS and is_float(target):
        return np.asarray(FLOATS[name](*operands))
    if name == "arith.cmpf":
        return compare_floats(integer(op.attributes["predicate"]), operands[0], operands[1]).astype(np.uint64)
    if name in ("arith.fptosi", "arith.fptoui"):
        return saturate(operands[0], target, name == "arith.fptoui")
    if name == "arith.cmpi":
        return compare_integers(integer(op.attributes["predicate"]), operands[0], operands[1], width_of(source)).astype(np.uint64)
    if name in ("arith.bitcast", "tt.bitcast"):
        return reinterpret(operands[0], source, target)
    short = name.partition(".")[2]
    if name.startswith("arith.") and short in INTEGERS:
        return binary_integers(short, operands[0], operands[1], width_of(target))
    return convert_integer(name, operands, source, target)


def convert_integer(name: str, operands: list[Array], source: str, target: str) -> Array:
    """Return the result of a cast from integers, an absolute value, or a high product (`tt.mulhiui`). Raises Unknown."""
    (x, *rest), width = operands, width_of(source)
    match name:
        case "arith.extsi" | "arith.index_cast":
            return residue(signed_value(x, width), width_of(target))
        case "arith.extui" | "arith.index_castui" | "arith.trunci":
            return residue(x, width_of(target))
        case "arith.sitofp":
            return signed_value(x, width).astype(np.float64)
        case "arith.uitofp":
            return x.astype(np.float64)
        case "math.absi":
            return residue(np.abs(signed_value(x, width)), width)
        case "tt.mulhiui":
            high = [a * b >> width for a, b in zip(x.reshape(-1).tolist(), rest[0].reshape(-1).tolist(), strict=True)]
            return np.asarray(high, np.uint64).reshape(x.shape)
    raise Unknown(name)


def reinterpret(x: Array, source: str, target: str) -> Array:
    """Return the result of a bitcast between a float and an integer type, or between integers. Raises Unknown."""
    if not is_float(source) and not is_float(target):
        return x
    formats = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
    whole = {"f16": np.uint16, "f32": np.uint32, "f64": np.uint64}
    if (is_float(source) and is_float(target)) or not {source, target} & formats.keys():
        raise Unknown(f"{source} as {target}")
    if is_float(source):
        return np.asarray(x.astype(formats[source]).view(whole[source])).astype(np.uint64)
    return np.asarray(x.astype(whole[target]).view(formats[target])).astype(np.float64)
