"""Attributes, types and constants are compared by value: two spellings of one are equal, and two values are not."""

import math

import numpy as np
import pytest

from egraph_opt.checker import check
from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.number_parser import FORMATS, bits_of, scalar
from egraph_opt.text import read, write
from tests.checker.programs import program

SAME = {
    "blanks": ("array<i32: 1,0>", "array<i32: 1, 0>"),
    "order of entries": ("{b = 1 : i32, a}", "{a, b = 1 : i32}"),
    "a splat": ("dense<[16, 16]> : tensor<2xi32>", "dense<16> : tensor<2xi32>"),
    "nested lists": ("dense<[[1,2],[3,4]]> : tensor<2x2xi32>", "dense<[[1, 2], [3, 0x4]]> : tensor<2x2xi32>"),
    "radix": ("0x10 : i32", "16 : i32"),
    "a sign": ("255 : i8", "-1 : i8"),
    "bits of a float": ("0x3F800000 : f32", "1.0 : f32"),
    "digits of a float": ("1.000000e+00 : f32", "1.0 : f32"),
    "bytes": ('dense<"0x0000803F0000803F"> : tensor<2xf32>', "dense<1.0> : tensor<2xf32>"),
    "a truth": ("true", "1 : i1"),
    "a default width": ("3", "3 : i64"),
    "an empty array": ("array<i32>", "array<i32: >"),
    "a default space": ("tensor<4x!tt.ptr<f32, 1>>", "tensor<4x!tt.ptr<f32>>"),
    "one block": (
        "#ttg.blocked<{sizePerThread = [1, 4], order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
        "#ttg.blocked<{order = [1,0], sizePerThread = [1, 4]}>",
    ),
    "a quoted symbol": ('@"f"', "@f"),
    "a whole buffer": ("!ttg.memdesc<8x8xf32, #s, #m, mutable, 8x8>", "!ttg.memdesc<8x8xf32, #s, #m, mutable>"),
}
OTHERS = {
    "zero and a quarter": ("0.0 : f32", "0.25 : f32"),
    "another order": ("array<i32: 1, 0>", "array<i32: 0, 1>"),
    "another type": ("array<i32: 1, 0>", "array<i64: 1, 0>"),
    "another entry": ("{a, b = 1 : i32}", "{a, b = 1 : i64}"),
    "no splat": ("dense<[16, 8]> : tensor<2xi32>", "dense<16> : tensor<2xi32>"),
    "other extents": ("dense<16> : tensor<2xi32>", "dense<16> : tensor<4xi32>"),
    "another sign": ("0.0 : f32", "-0.0 : f32"),
    "another width": ("255 : i16", "-1 : i16"),
    "two blocks": (
        "#ttg.blocked<{order = [0], CTAsPerCGA = [2], CTASplitNum = [2], CTAOrder = [0]}>", "#ttg.blocked<{order = [0]}>",
    ),
    "another space": ("!tt.ptr<f32, 3>", "!tt.ptr<f32>"),
    "part of a buffer": ("!ttg.memdesc<8x8xf32, #s, #m, mutable, 16x8>", "!ttg.memdesc<8x8xf32, #s, #m, mutable>"),
    "a blank in a string": ('"a b"', '"ab"'),
}  # fmt: skip


@pytest.mark.parametrize("pair", SAME.values(), ids=SAME)
def test_two_spellings_are_one_value(pair: tuple[str, str]) -> None:
    assert value(pair[0]) == value(pair[1])


@pytest.mark.parametrize("pair", OTHERS.values(), ids=OTHERS)
def test_two_values_are_two(pair: tuple[str, str]) -> None:
    assert value(pair[0]) != value(pair[1])


def store(op: str) -> str:
    return f"{op}\ntt.store %p, %t : @P"


PAIRS = {
    "a keyword in the dictionary": (
        store("%t = tt.load %p cacheModifier = ca : @P"), store("%t = tt.load %p {cache = 2 : i32} : @P"),
        store("%t = tt.load %p cacheModifier = cg : @P"),
    ),
    "a default": (
        store("%t = tt.load %p : @P"), store("%t = tt.load %p evictionPolicy = evict_normal : @P"),
        store("%t = tt.load %p evictionPolicy = evict_last : @P"),
    ),
    "a rounding": (
        store("%h = tt.fp_to_fp %x, rounding = rtz : @A -> tensor<128xf16, #a>\n%t = arith.extf %h : tensor<128xf16, #a> to @A"),
        store("%h = tt.fp_to_fp %x {rounding = 0 : i32} : @A -> tensor<128xf16, #a>\n%t = arith.extf %h : tensor<128xf16, #a> to @A"),
        store("%h = tt.fp_to_fp %x {rounding = 1 : i32} : @A -> tensor<128xf16, #a>\n%t = arith.extf %h : tensor<128xf16, #a> to @A"),
    ),
    "an order of entries": (
        "%r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #a>\n\"some.sink\"(%r) : (tensor<32xi32, #a>) -> ()",
        "%r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #a>\n\"some.sink\"(%r) : (tensor<32xi32, #a>) -> ()",
        "%r = tt.make_range {start = 1 : i32, end = 33 : i32} : tensor<32xi32, #a>\n\"some.sink\"(%r) : (tensor<32xi32, #a>) -> ()",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PAIRS.values(), ids=PAIRS)
def test_operations_are_compared_by_value(case: tuple[str, str, str]) -> None:
    one, two, other = (read(program(text)) for text in case)
    generic = read(write(one, "generic"))
    assert check(one, two).equal and check(two, one).equal and check(one, generic).equal and check(generic, two).equal
    assert not check(one, other).equal and not check(generic, other).equal


def test_floats_have_the_bits_of_numpy() -> None:
    numbers = [
        0.0,
        -0.0,
        0.25,
        1.0,
        -1.5,
        1e-45,
        6e-8,
        5.9e-8,
        65504.0,
        65519.9,
        65520.0,
        3.4028235e38,
        3.5e38,
        1e-310,
        math.pi,
        math.inf,
    ]
    for name, kind, bits in (("f16", np.float16, np.uint16), ("f32", np.float32, np.uint32), ("f64", np.float64, np.uint64)):
        with np.errstate(all="ignore"):
            expected = [int(np.asarray(n).astype(kind).view(bits)) for n in numbers]
        assert [scalar(repr(n), name) if math.isfinite(n) else bits_of(n, *FORMATS[name]) for n in numbers] == expected
