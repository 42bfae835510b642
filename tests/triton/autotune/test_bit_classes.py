"""Bits classes against the interpreter that reduces by register, and programs that only look the same."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from egraph_opt.families.layout.encode.sum_order import sum_orders
from egraph_opt.interpret import interpret
from egraph_opt.ir.module import Op
from egraph_opt.text import read
from egraph_opt.triton.autotune.bit_classes import ConfiguredProgram, bit_classes
from egraph_opt.triton.autotune.contraction import may_contract

SUM = "%z = arith.addf %l, %m : f32"


def blocked_layout(size: int, lanes: int, warps: int, rows: int = 16, per_warp: int = 32) -> str:
    """A layout of rows and columns: `size` registers, `lanes` and `warps` along the columns, the others along the rows."""
    return (
        f"#ttg.blocked<{{sizePerThread = [1, {size}], threadsPerWarp = [{per_warp // lanes}, {lanes}],"
        f" warpsPerCTA = [{rows // warps}, {warps}], order = [1, 0]}}>"
    )


def function(body: str, parameters: str = "") -> Op:
    (found,) = read(f"module {{\ntt.func @k({parameters}) {{\n{body}\ntt.return\n}}\n}}").functions()
    return found


def row_sums(layout: str, combine: str = SUM) -> str:
    """A program that sums the rows of a matrix of 8 x 64 elements, loaded in a layout."""
    full, row, inner = (
        f"tensor<8x64xi32, {layout}>",
        f"#ttg.slice<{{dim = 1, parent = {layout}}}>",
        f"#ttg.slice<{{dim = 0, parent = {layout}}}>",
    )
    floats, pointers = full.replace("i32", "f32"), full.replace("xi32", "x!tt.ptr<f32>")
    return f"""%r = tt.make_range {{end = 8 : i32, start = 0 : i32}} : tensor<8xi32, {row}>
%c = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32, {inner}>
%r1 = tt.expand_dims %r {{axis = 1 : i32}} : tensor<8xi32, {row}> -> tensor<8x1xi32, {layout}>
%c1 = tt.expand_dims %c {{axis = 0 : i32}} : tensor<64xi32, {inner}> -> tensor<1x64xi32, {layout}>
%r2 = tt.broadcast %r1 : tensor<8x1xi32, {layout}> -> {full}
%c2 = tt.broadcast %c1 : tensor<1x64xi32, {layout}> -> {full}
%w = arith.constant dense<64> : {full}
%n = arith.muli %r2, %w : {full}
%o = arith.addi %n, %c2 : {full}
%s = tt.splat %x : !tt.ptr<f32> -> {pointers}
%p = tt.addptr %s, %o : {pointers}, {full}
%v = tt.load %p : {pointers}
%t = "tt.reduce"(%v) <{{axis = 1 : i32}}> ({{
^bb0(%l: f32, %m: f32):
{combine}
tt.reduce.return %z : f32
}}) : ({floats}) -> tensor<8xf32, {row}>
%ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>, {row}>
%yp = tt.addptr %ys, %r : tensor<8x!tt.ptr<f32>, {row}>, tensor<8xi32, {row}>
tt.store %yp, %t : tensor<8x!tt.ptr<f32>, {row}>"""


POINTERS = "%x: !tt.ptr<f32>, %y: !tt.ptr<f32>"


def test_reductions_of_one_order_give_the_same_bits_by_register() -> None:
    """All pairs of 24 layouts; those of another order differ, so that the order is no finer than it must be."""
    x = np.random.default_rng(0).standard_normal((8, 64)).astype(np.float32)
    found = {}
    for size, lanes, warps, rows in product((1, 2, 4), (4, 8, 16), (1, 2), (2, 4)):
        kernel = function(row_sums(blocked_layout(size, lanes, warps, rows)), POINTERS)
        interpret(kernel, [x, y := np.zeros(8, np.float32)], by_register=True)
        found[size, lanes, warps, rows] = sum_orders([kernel]), y.tobytes()
    pairs = list(combinations(found.values(), 2))
    assert all((one[0] == other[0]) == (one[1] == other[1]) for one, other in pairs)
    assert sum(one[0] == other[0] for one, other in pairs) == 22


def test_the_order_of_a_maximum_does_not_matter() -> None:
    of = [
        sum_orders([function(row_sums(blocked_layout(size, 8, 1), "%z = arith.maxnumf %l, %m : f32"), POINTERS)])
        for size in (1, 4)
    ]
    assert of[0] == of[1] is not None


def test_wrong_one_form_in_two_orders_is_no_order() -> None:
    """Wrong: two sums of one form could swap their layouts between configurations."""
    one, two = (row_sums(blocked_layout(size, 8, 1)) for size in (1, 2))
    renamed = two.replace("%", "%b").replace("%bx", "%x").replace("%by ", "%y ")
    assert (
        sum_orders([function(f"{one}\n{one.replace('%', '%b').replace('%bx', '%x').replace('%by ', '%y ')}", POINTERS)])
        is not None
    )
    assert sum_orders([function(f"{one}\n{renamed}", POINTERS)]) is None


SWIZZLED = "swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16"


def dot(version: str, instruction: str, warps: str, width: int = 2, depth: int = 32, precision: str = "tf32") -> Op:
    mma = f"#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = 0, warpsPerCTA = {warps}, instrShape = {instruction}}}>"
    a, b = (f"#ttg.dot_op<{{opIdx = {n}, parent = {mma}, kWidth = {width}}}>" for n in (0, 1))
    left, right, sums = f"tensor<64x{depth}xf16, {a}>", f"tensor<{depth}x64xf16, {b}>", f"tensor<64x64xf32, {mma}>"
    if version == "3":
        right = f"!ttg.memdesc<{depth}x64xf16, #ttg.nvmma_shared<{{{SWIZZLED}}}>, #ttg.shared_memory>"
        body = f"%d = ttng.warp_group_dot %a, %b, %c : {left} * {right} -> {sums}"
    else:
        body = f"%d = tt.dot %a, %b, %c, inputPrecision = {precision} : {left} * {right} -> {sums}"
    return function(body, f"%a: {left}, %b: {right}, %c: {sums}")


@pytest.mark.parametrize(
    "other,same",
    [
        (("2", "[16, 8]", "[2, 4]"), True),
        (("2", "[16, 8]", "[4, 1]", 4), False),  # other terms at once
        (("2", "[16, 8]", "[4, 1]", 2, 64), False),
        (("2", "[16, 8]", "[4, 1]", 2, 32, "ieee"), False),
        (("3", "[16, 64, 16]", "[4, 1]"), False),
    ],
)
def test_products_have_the_order_of_their_instruction(other: tuple[str, ...], same: bool) -> None:
    orders = sum_orders([dot("2", "[16, 8]", "[4, 1]")]), sum_orders([dot(*other)])  # type: ignore[arg-type]
    assert None not in orders and (orders[0] == orders[1]) is same


def test_columns_of_an_instruction_do_not_matter_but_its_terms_do() -> None:
    one, wide, deep = (sum_orders([dot("3", shape, "[4, 1]")]) for shape in ("[16, 32, 16]", "[16, 64, 16]", "[16, 32, 32]"))
    assert one == wide and one is not None and one != deep


ASM = 'tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %a : f32 -> f32'


@pytest.mark.parametrize(
    "body,known",
    [
        ("%o = tt.atomic_rmw add, relaxed, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32", True),
        ("%o = tt.atomic_rmw max, relaxed, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32", True),
        (
            "%o = tt.atomic_rmw add, relaxed, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32\ntt.store %p, %o : !tt.ptr<i32>",
            False,
        ),
        ("%o = tt.atomic_rmw exch, relaxed, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32", False),
        ("%o = tt.atomic_rmw fadd, relaxed, gpu, %q, %a, %true : (!tt.ptr<f32>, f32, i1) -> f32", False),
        ("%o = tt.atomic_cas acq_rel, gpu, %p, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32", False),
        (f"%o = {ASM}", False),
        ("%o = math.exp %a : f32\ntt.store %q, %o : !tt.ptr<f32>", True),
    ],
)
def test_atomics_and_assembly_have_no_order(body: str, known: bool) -> None:
    parameters = "%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %i: i32, %a: f32, %true: i1"
    assert (sum_orders([function(body, parameters)]) is not None) is known


BRANCH = """%r = scf.if %c -> (f32) {
%m = arith.mulf %a, %b : f32
scf.yield %m : f32
} else {
scf.yield %b : f32
}
%s = arith.addf %r, %b : f32"""
LOOP = """%r = scf.for %i = %one to %k step %one iter_args(%t = %a) -> (f32) : i32 {{
%s = arith.addf %t, %b : f32
%m = arith.mulf %s, %b : f32
scf.yield {} : f32
}}"""


@pytest.mark.parametrize(
    "body,contracts",
    [
        ("%m = arith.mulf %a, %b : f32\n%s = arith.addf %m, %b : f32", True),
        ("%m = arith.mulf %a, %b : f32\n%n = arith.negf %m : f32\n%s = arith.subf %b, %n : f32", True),
        ("%m = arith.mulf %a, %b : f32\n%n = arith.select %c, %m, %b : f32\n%s = arith.addf %b, %n : f32", True),
        ("%m = arith.mulf %a, %b : f32\n%n = arith.truncf %m : f32 to bf16\n%s = arith.addf %n, %n : bf16", False),
        ("%s = arith.addf %a, %b : f32\n%m = arith.mulf %s, %b : f32", False),
        ("%m = arith.divf %a, %b : f32\n%s = arith.addf %m, %b : f32", True),
        ("%m = math.exp %a : f32\n%s = arith.addf %m, %b : f32", False),
        ("%m = math.erf %a : f32", True),
        ("%m = arith.remf %a, %b : f32", True),
        (BRANCH, True),
        (LOOP.format("%m"), True),
        (LOOP.format("%s"), False),
    ],
)
def test_a_multiplication_may_feed_an_addition(body: str, contracts: bool) -> None:
    assert may_contract(function(body, "%a: f32, %b: f32, %c: i1, %one: i32, %k: i32")) is contracts


def test_a_product_in_a_sum_of_rows_may_contract() -> None:
    text = "%m = arith.mulf %a, %a : tensor<8x8xf32>\n" + (
        '%t = "tt.reduce"(%m) <{axis = 1 : i32}> ({\n^bb0(%l: f32, %r: f32):\n%z = arith.addf %l, %r : f32\ntt.reduce.return %z : f32\n})'
        " : (tensor<8x8xf32>) -> tensor<8xf32>"
    )
    assert may_contract(function(text, "%a: tensor<8x8xf32>"))
    assert not may_contract(function(text.replace("addf", "maxnumf"), "%a: tensor<8x8xf32>"))


PLAIN = "module {\ntt.func @k(%p: !tt.ptr<f32>, %a: f32) {\n%m = arith.addf %a, %a : f32\ntt.store %p, %m : !tt.ptr<f32>\ntt.return\n}\n}"
FUSED = PLAIN.replace("%m = ", "%n = arith.mulf %a, %a : f32\n%m = ").replace("addf %a", "addf %n")


def program(ttir: str, code: bytes, **named: Any) -> ConfiguredProgram:
    return ConfiguredProgram(ttir, read(PLAIN), code, **named)


def test_classes_are_of_equal_sources_launches_and_options() -> None:
    one = program(PLAIN, b"1")
    others = [
        program(PLAIN.replace("\n}", ' loc("f":1:2)\n}'), b"2"),
        program(PLAIN, b"3", launch=(2, 1, 1)),
        program(PLAIN, b"4", options="reflected"),
        program(PLAIN.replace("addf", "subf"), b"5"),
        ConfiguredProgram(PLAIN.replace("addf", "mulf"), None, b"5"),  # the machine code of the one before
        ConfiguredProgram(PLAIN, None, b"6"),
    ]
    assert bit_classes([one, *others]) == ((0, 0, 1, 2, 3, 3, 4),) * 2


def test_fused_multiplications_are_in_one_class_only_without_fusion() -> None:
    one, two = (program(FUSED, code) for code in (b"1", b"2"))
    assert bit_classes([one, two, one]) == ((0, 1, 0), (0, 0, 0))
    assert bit_classes([each._replace(fused=False) for each in (one, two)]).fused == (0, 0)
