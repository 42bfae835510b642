"""The interpreter's operations on single elements, against formulas of numpy and Python; formats of floats."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from egraph_opt.interpret import from_bits, interpret, to_bits
from egraph_opt.interpret.element_types import fit, storage_of
from egraph_opt.ir.module import Op
from egraph_opt.text import read

Array = npt.NDArray[Any]
N = 64
BLOCKED = "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>"
WARPS = '"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.num-ctas" = 1 : i32'


def function(parameters: str, body: str) -> Op:
    text = f"module attributes {{{WARPS}}} {{\ntt.func @k({parameters}) {{\n{body}\ntt.return\n}}\n}}"
    return read(text).functions()[0]


def pointwise(
    op: str, elements: list[str], inputs: list[Array], result: str, by_register: bool = False, number: int | None = None
) -> Array:
    """The results of one operation on vectors of N; `op` writes its operands `%0`, `%1`, ... and ends in its types.

    `result` is the element type of the result, or of that one of two which `number` says."""
    layout = f", {BLOCKED}" if by_register else ""
    body = [f"%i = tt.make_range {{end = {N} : i32, start = 0 : i32}} : tensor<{N}xi32{layout}>"]
    for name, element in [*((f"%{i}", e) for i, e in enumerate(elements)), ("%out", result)]:
        pointers = f"tensor<{N}x!tt.ptr<{element}>{layout}>"
        body.append(f"{name}s = tt.splat {name}p : !tt.ptr<{element}> -> {pointers}")
        body.append(f"{name}q = tt.addptr {name}s, %i : {pointers}, tensor<{N}xi32{layout}>")
        if name != "%out":
            body.append(f"{name} = tt.load {name}q : {pointers}")
    types = {e: f"tensor<{N}x{e}{layout}>" for e in {*elements, result, "i1"}}
    for element, type in types.items():
        op = op.replace(f"<{element}>", type)
    body += [f"%out = {op}", f"tt.store %outq, %out : {pointers}"]
    if number is not None:
        body[-2:] = [f"%two:2 = {op}", f"tt.store %outq, %two#{number} : {pointers}"]
    parameters = [f"%{i}p: !tt.ptr<{e}>" for i, e in enumerate(elements)] + [f"%outp: !tt.ptr<{result}>"]
    out = np.zeros(N, storage_of(result))
    interpret(function(", ".join(parameters), "\n".join(body)), [*inputs, out], by_register=by_register)
    return out


def chance(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def integers(bits: int, seed: int = 0) -> Array:
    dtype = np.dtype(f"i{bits // 8}")
    ends = np.iinfo(dtype)
    found = chance(seed).integers(ends.min, ends.max, N, dtype=dtype, endpoint=True)
    found[:8] = [ends.min, ends.max, -1, 0, 1, 2, -3, 7]
    return found


def wrapped(value: int, bits: int) -> int:
    return (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def toward_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


INTEGER = {
    "addi": lambda a, b, w: a + b,
    "subi": lambda a, b, w: a - b,
    "muli": lambda a, b, w: a * b,
    "andi": lambda a, b, w: a & b,
    "xori": lambda a, b, w: a ^ b,
    "divsi": lambda a, b, w: toward_zero(a, b),
    "remsi": lambda a, b, w: a - b * toward_zero(a, b),
    "floordivsi": lambda a, b, w: a // b,
    "ceildivsi": lambda a, b, w: -(-a // b),
    "divui": lambda a, b, w: a % (1 << w) // (b % (1 << w)),
    "remui": lambda a, b, w: a % (1 << w) % (b % (1 << w)),
    "ceildivui": lambda a, b, w: -(-(a % (1 << w)) // (b % (1 << w))),
    "minsi": lambda a, b, w: min(a, b),
    "minui": lambda a, b, w: min(a, b, key=lambda x: x % (1 << w)),
    "maxui": lambda a, b, w: max(a, b, key=lambda x: x % (1 << w)),
    "shli": lambda a, b, w: a << b % w,
    "shrsi": lambda a, b, w: a >> b % w,
    "shrui": lambda a, b, w: a % (1 << w) >> b % w,
}


@pytest.mark.parametrize("by_register", [False, True])
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("name", INTEGER)
def test_integers_wrap_around_as_python_says(name: str, bits: int, by_register: bool) -> None:
    a, b = integers(bits), integers(bits, 1)[::-1].copy()
    b[b == 0] = 5
    if name.startswith("sh"):
        b %= bits
    expected = [wrapped(INTEGER[name](int(x), int(y), bits), bits) for x, y in zip(a, b, strict=True)]
    found = pointwise(f"arith.{name} %0, %1 : <i{bits}>", [f"i{bits}"] * 2, [a, b], f"i{bits}", by_register)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("bits", [32, 64])
def test_the_high_half_of_a_product(bits: int) -> None:
    a, b = integers(bits), integers(bits, 1)[::-1].copy()
    found = pointwise(f"tt.mulhiui %0, %1 : <i{bits}>", [f"i{bits}"] * 2, [a, b], f"i{bits}")
    span = 1 << bits
    np.testing.assert_array_equal(
        found, [wrapped(int(x) % span * (int(y) % span) >> bits, bits) for x, y in zip(a, b, strict=True)]
    )


@pytest.mark.parametrize("name,sign", [("mulsi_extended", 0), ("mului_extended", 1), ("addui_extended", 1)])
def test_operations_with_two_results(name: str, sign: int) -> None:
    """The low half, and the high half or the carry; `sign` is what a negative number gains in units of 2**32."""
    a, b = integers(32), integers(32, 1)[::-1].copy()
    exact = [[int(x) + (sign << 32) * int(x < 0) for x in v] for v in (a, b)]
    add = name.startswith("add")
    whole = [x + y if add else x * y for x, y in zip(*exact, strict=True)]
    high = "<i1>" if add else "<i32>"
    types = f"<i32>, {high}" if add else "<i32>"
    for result in (0, 1):
        op = f"arith.{name} %0, %1 : {types}"
        found = pointwise(op, ["i32"] * 2, [a, b], "i1" if add and result else "i32", number=result)
        wanted = [wrapped(x >> 32, 32) if result else wrapped(x, 32) for x in whole]
        np.testing.assert_array_equal(found, wanted)


UNARY = {
    "absi": lambda v, w: abs(v),
    "ctpop": lambda v, w: bin(v % (1 << w)).count("1"),
    "ctlz": lambda v, w: w - len(bin(v % (1 << w)).lstrip("0b")),
    "cttz": lambda v, w: next((i for i in range(w) if v >> i & 1), w),
}


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("name", UNARY)
def test_integers_one_by_one(name: str, bits: int) -> None:
    a = integers(bits)
    found = pointwise(f"math.{name} %0 : <i{bits}>", [f"i{bits}"], [a], f"i{bits}")
    np.testing.assert_array_equal(found, [wrapped(UNARY[name](int(x), bits), bits) for x in a])


SIGNED = {"slt": np.less, "sle": np.less_equal, "sgt": np.greater, "sge": np.greater_equal}


@pytest.mark.parametrize("name", ["eq", "ne", *SIGNED, *(f"u{name[1:]}" for name in SIGNED)])
def test_comparisons_of_integers(name: str) -> None:
    a = integers(32)
    b = np.where(np.arange(N) % 3 == 0, a, integers(32, 1)[::-1])
    compare = {"eq": np.equal, "ne": np.not_equal}.get(name) or SIGNED[f"s{name[1:]}"]
    view = np.uint32 if name[0] == "u" else np.int32
    found = pointwise(f"arith.cmpi {name}, %0, %1 : <i32>", ["i32"] * 2, [a, b], "i1")
    np.testing.assert_array_equal(found, compare(a.view(view), b.view(view)))


@pytest.mark.parametrize("name", "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split())
def test_comparisons_of_floats(name: str) -> None:
    a, b = (chance(seed).choice([0.0, -0.0, 1.0, 2.0, np.inf, np.nan], N).astype(np.float32) for seed in range(2))
    unordered = np.isnan(a) | np.isnan(b)
    relations = {"eq": a == b, "gt": a > b, "ge": a >= b, "lt": a < b, "le": a <= b, "ne": a != b}
    expected = {"false": unordered & False, "true": unordered | True, "ord": ~unordered, "uno": unordered}.get(name)
    if expected is None:
        expected = relations[name[1:]] | unordered if name[0] == "u" else relations[name[1:]] & ~unordered
    np.testing.assert_array_equal(pointwise(f"arith.cmpf {name}, %0, %1 : <f32>", ["f32"] * 2, [a, b], "i1"), expected)


FLOAT = {
    "arith.addf": np.add,
    "arith.divf": np.divide,
    "arith.minnumf": np.fmin,
    "arith.minimumf": np.minimum,
    "arith.maxnumf": np.fmax,
    "arith.maximumf": np.maximum,
    "arith.remf": np.fmod,
    "tt.precise_divf": np.divide,
    "tt.approx_divf": np.divide,
    "tt.precise_sqrt": np.sqrt,
    "arith.negf": np.negative,
    "math.exp2": np.exp2,
    "math.tanh": np.tanh,
    "math.rsqrt": lambda x: 1 / np.sqrt(x),
    "math.floor": np.floor,
    "math.erf": np.vectorize(math.erf),
}


@pytest.mark.parametrize("name", FLOAT)
@pytest.mark.parametrize("element", ["f16", "f32", "f64", "bf16"])
def test_floats(name: str, element: str) -> None:
    """The formula in float64, rounded once to the element."""
    operands = FLOAT[name].nin if isinstance(FLOAT[name], np.ufunc) else 1
    exact = [fit(np.abs(chance(seed).standard_normal(N)) + 0.1, element) for seed in range(operands)]
    operand_text = ", ".join(f"%{i}" for i in range(operands))
    found = pointwise(f"{name} {operand_text} : <{element}>", [element] * operands, [to_bits(x, element) for x in exact], element)
    expected = fit(FLOAT[name](*(x.astype(np.float64) for x in exact)), element)
    np.testing.assert_allclose(from_bits(found, element).astype(np.float64), expected.astype(np.float64), rtol=1e-15)


PYTHON = "sin cos tan sinh cosh asin acos atan asinh atanh log1p expm1 log10 log2 cbrt erfc ceil trunc".split()


@pytest.mark.parametrize("name", PYTHON)
def test_functions_of_pythons_library(name: str) -> None:
    x = np.linspace(0.01, 0.99, N).astype(np.float32)
    found = pointwise(f"math.{name} %0 : <f32>", ["f32"], [x], "f32")
    np.testing.assert_allclose(found, [getattr(math, name)(float(v)) for v in x], rtol=1e-7)


def test_more_functions_of_floats() -> None:
    x = np.array([0.5, -0.5, 1.5, 2.5, -2.5, 3.2, -0.0, 7.0] * 8, np.float32)
    y = np.array([2.0, 3.0, -1.0, 0.5, 2.0, -2.0, 1.0, 0.0] * 8, np.float32)
    for op, expected in {
        "math.round": [1, -1, 2, 3, -3, 3, -0.0, 7],
        "math.roundeven": [0, -0.0, 2, 2, -2, 3, -0.0, 7],
        "math.absf": [0.5, 0.5, 1.5, 2.5, 2.5, 3.2, 0, 7],
    }.items():
        np.testing.assert_array_equal(pointwise(f"{op} %0 : <f32>", ["f32"], [x], "f32")[:8], np.float32(expected))
    for op, formula in {"atan2": math.atan2, "copysign": math.copysign, "powf": math.pow}.items():
        base = np.abs(x) if op == "powf" else x
        good = (base != 0) | (y > 0)
        found = pointwise(f"math.{op} %0, %1 : <f32>", ["f32"] * 2, [base, y], "f32")
        np.testing.assert_allclose(found[good], [formula(*p) for p in zip(base[good], y[good], strict=True)], rtol=1e-7)
    found = pointwise("math.acosh %0 : <f32>", ["f32"], [np.abs(x) + 1], "f32")
    np.testing.assert_allclose(found, [math.acosh(v) for v in np.abs(x) + 1], rtol=1e-7)
    found = pointwise(
        "tt.clampf %0, %1, %2, propagateNan = none : <f32>", ["f32"] * 3, [x, np.full_like(x, -1), np.ones_like(x)], "f32"
    )
    np.testing.assert_array_equal(found, np.clip(x, -1, 1))


@pytest.mark.parametrize("element", ["bf16", "f8E4M3FN", "f8E5M2"])
def test_small_floats_round_to_the_nearest_and_ties_to_even(element: str) -> None:
    """Against a search among all values that the format has."""
    codes = np.arange(1 << 8 * storage_of(element).itemsize, dtype=storage_of(element))
    values = from_bits(codes, element).astype(np.float64)
    finite = np.isfinite(values) & (codes < len(codes) // 2)
    ladder = values[finite]
    assert (np.diff(ladder) > 0).all()
    steps = chance().integers(0, len(ladder) - 1, 500)
    low, high = ladder[steps], ladder[steps + 1]
    tested = np.concatenate([low + (high - low) * share for share in (0.0, 0.25, 0.5, 0.75)])
    even = np.where(codes[finite][steps] % 2 == 0, low, high)
    expected = np.concatenate([low, low, even, high])
    np.testing.assert_array_equal(fit(tested, element).astype(np.float64), expected)
    np.testing.assert_array_equal(fit(-tested, element).astype(np.float64), -expected)


@pytest.mark.parametrize("element,code,value", [
    ("f8E4M3FN", 0x7E, 448.0), ("f8E4M3FN", 0x01, 2.0**-9), ("f8E4M3FN", 0xB8, -1.0), ("f8E5M2", 0x7B, 57344.0),
    ("f8E5M2", 0x01, 2.0**-16), ("f8E5M2", 0x7C, np.inf), ("bf16", 0x3F80, 1.0), ("bf16", 0xFF80, -np.inf), ("bf16", 0x0001, 2.0**-133),
])  # fmt: skip
def test_bits_of_small_floats(element: str, code: int, value: float) -> None:
    bits = np.array([code], storage_of(element))
    assert from_bits(bits, element)[0] == value
    assert to_bits(np.array([value], np.float32), element)[0] == code


def test_every_bit_pattern_comes_back() -> None:
    for element in ("bf16", "f8E4M3FN", "f8E5M2"):
        codes = np.arange(1 << 8 * storage_of(element).itemsize, dtype=storage_of(element))
        values = from_bits(codes, element)
        number = ~np.isnan(values)
        np.testing.assert_array_equal(to_bits(values, element)[number], codes[number])


def test_conversions() -> None:
    floats = np.array([1.5, -1.5, 3e9, -3e9, np.nan, np.inf, 0.99, -0.99] * 8, np.float32)
    found = pointwise("arith.fptosi %0 : <f32> to <i32>", ["f32"], [floats], "i32")
    np.testing.assert_array_equal(found[:8], [1, -1, 2**31 - 1, -(2**31), 0, 2**31 - 1, 0, 0])
    bits = chance().integers(0, 2, N).astype(np.uint8)
    np.testing.assert_array_equal(pointwise("arith.extsi %0 : <i1> to <i32>", ["i1"], [bits], "i32"), -bits.astype(np.int32))
    np.testing.assert_array_equal(pointwise("arith.extui %0 : <i1> to <i32>", ["i1"], [bits], "i32"), bits)
    wide = integers(64)
    np.testing.assert_array_equal(pointwise("arith.trunci %0 : <i64> to <i8>", ["i64"], [wide], "i8"), wide.astype(np.int8))
    np.testing.assert_array_equal(pointwise("tt.bitcast %0 : <f32> -> <i32>", ["f32"], [floats], "i32"), floats.view(np.int32))
