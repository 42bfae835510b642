"""The interpreter's tensors, memory and control flow against numpy; its errors; tensors held in registers."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from egraph_opt.interpret import (
    CopiesDiffer,
    NotInThread,
    interpret,
)
from egraph_opt.interpret.shape_ops import constant
from egraph_opt.text import read

Array = npt.NDArray[Any]
L = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>"
O = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>"  # noqa: E741
SHARED = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable"
POINTERS = "!tt.ptr<i32>, !tt.ptr<i32>"
CONSTANTS = "\n".join(f"%c{i} = arith.constant {i} : i32\n%l{i} = arith.constant {i} : i64" for i in (0, 1, 2, 3, 5, 16, 32))


def run(body: str, arguments: list[Any], parameters: str = "", by_register: bool = False, **options: Any) -> None:
    """A function of parameters `%p0`, `%p1`, ... whose types are listed, with constants `%c5`, `%l5` at hand."""
    types = (parameters or POINTERS).split(", ")
    names = ", ".join(f"%p{i}: {type}" for i, type in enumerate(types))
    head = 'module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32}'
    functions = read(f"{head} {{\ntt.func @k({names}) {{\n{CONSTANTS}\n{body}\ntt.return\n}}\n}}").functions()
    interpret(functions[0], arguments, by_register=by_register, **options)


def matrix(name: str, parameter: int, rows: int, columns: int, layout: str, element: str = "i32") -> str:
    """Text that makes pointers `NAMEp` to the elements of a row-major matrix."""
    inner, outer = (f", #ttg.slice<{{dim = {dim}, parent = {layout}}}>" for dim in (0, 1))
    full = f"tensor<{rows}x{columns}xi32, {layout}>"
    pointer, pointers = f"!tt.ptr<{element}>", f"tensor<{rows}x{columns}x!tt.ptr<{element}>, {layout}>"
    return f"""
%{name}r = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : tensor<{rows}xi32{outer}>
%{name}c = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32{inner}>
%{name}r1 = tt.expand_dims %{name}r {{axis = 1 : i32}} : tensor<{rows}xi32{outer}> -> tensor<{rows}x1xi32, {layout}>
%{name}c1 = tt.expand_dims %{name}c {{axis = 0 : i32}} : tensor<{columns}xi32{inner}> -> tensor<1x{columns}xi32, {layout}>
%{name}r2 = tt.broadcast %{name}r1 : tensor<{rows}x1xi32, {layout}> -> {full}
%{name}c2 = tt.broadcast %{name}c1 : tensor<1x{columns}xi32, {layout}> -> {full}
%{name}w = arith.constant dense<{columns}> : {full}
%{name}m = arith.muli %{name}r2, %{name}w : {full}
%{name}o = arith.addi %{name}m, %{name}c2 : {full}
%{name}s = tt.splat %p{parameter} : {pointer} -> {pointers}
%{name}p = tt.addptr %{name}s, %{name}o : {pointers}, {full}
"""


def through(
    body: str, result: tuple[int, int], element: str = "i32", layout: str = L, by_register: bool = False
) -> tuple[Array, Array]:
    """A 16 x 32 input `%x` in the layout L, and what `body` makes of it as `%y` of shape `result` in `layout`."""
    dtype = {"i32": np.int32, "f32": np.float32}[element]
    x = np.random.default_rng(0).integers(-99, 99, (16, 32)).astype(dtype)
    y = np.zeros(result, dtype)
    load = f"%x = tt.load %ap : tensor<16x32x!tt.ptr<{element}>, {L}>"
    store = f"tt.store %bp, %y : tensor<{result[0]}x{result[1]}x!tt.ptr<{element}>, {layout}>"
    text = "\n".join([matrix("a", 0, 16, 32, L, element), load, body, matrix("b", 1, *result, layout, element), store])
    run(text, [x, y], f"!tt.ptr<{element}>, !tt.ptr<{element}>", by_register)
    return x, y


BOTH = pytest.mark.parametrize("by_register", [False, True])
X, ROW, COLUMN = f"tensor<16x32xi32, {L}>", f"tensor<16xi32, #ttg.slice<{{dim = 1, parent = {L}}}>>", f"tensor<16x1xi32, {L}>"


@BOTH
def test_a_conversion_changes_no_value(by_register: bool) -> None:
    x, y = through(f"%y = ttg.convert_layout %x : {X} -> tensor<16x32xi32, {O}>", (16, 32), layout=O, by_register=by_register)
    np.testing.assert_array_equal(y, x)


@BOTH
def test_a_transposition(by_register: bool) -> None:
    turned = "#ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>"
    body = f"%y = tt.trans %x {{order = array<i32: 1, 0>}} : {X} -> tensor<32x16xi32, {turned}>"
    x, y = through(body, (32, 16), layout=turned, by_register=by_register)
    np.testing.assert_array_equal(y, x.T)


def reduction(op: str, element: str = "i32") -> str:
    row, x, column = (t.replace("xi32", f"x{element}") for t in (ROW, X, COLUMN))
    return f"""%r = "tt.reduce"(%x) <{{axis = 1 : i32}}> ({{
^bb0(%l: {element}, %m: {element}):
%z = arith.{op} %l, %m : {element}
tt.reduce.return %z : {element}
}}) : ({x}) -> {row}
%e = tt.expand_dims %r {{axis = 1 : i32}} : {row} -> {column}
%y = tt.broadcast %e : {column} -> {x}"""


@BOTH
@pytest.mark.parametrize("op,formula", [("addi", np.sum), ("maxsi", np.max), ("xori", np.bitwise_xor.reduce)])
def test_a_reduction(op: str, formula: Any, by_register: bool) -> None:
    x, y = through(reduction(op), (16, 32), by_register=by_register)
    np.testing.assert_array_equal(y, np.broadcast_to(formula(x, axis=1)[:, None], (16, 32)))


def test_a_float_sum_is_taken_in_the_layouts_order_by_register() -> None:
    """Registers first, then lanes, far ones first: here written out by hand."""
    x, y = through(reduction("addf", "f32"), (16, 32), "f32", by_register=True)
    held = x.reshape(16, 2, 8, 2)  # registers, lanes, registers
    sums = ((held[:, 0, :, 0] + held[:, 0, :, 1]) + held[:, 1, :, 0]) + held[:, 1, :, 1]
    for far in (4, 2, 1):
        sums = sums[:, :far] + sums[:, far : 2 * far]
    np.testing.assert_array_equal(y[:, 0], sums[:, 0])


def test_a_reduction_of_two_tensors_finds_the_first_largest() -> None:
    body = f"""%i = tt.broadcast %ac1 : tensor<1x32xi32, {L}> -> {X}
%r:2 = "tt.reduce"(%x, %i) <{{axis = 1 : i32}}> ({{
^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
%g = arith.cmpi sgt, %a, %b : i32
%s = arith.cmpi eq, %a, %b : i32
%f = arith.cmpi slt, %ai, %bi : i32
%t = arith.andi %s, %f : i1
%u = arith.ori %g, %t : i1
%v = arith.select %u, %a, %b : i32
%w = arith.select %u, %ai, %bi : i32
tt.reduce.return %v, %w : i32, i32
}}) : ({X}, {X}) -> ({ROW}, {ROW})
%e = tt.expand_dims %r#1 {{axis = 1 : i32}} : {ROW} -> {COLUMN}
%y = tt.broadcast %e : {COLUMN} -> {X}"""
    for by_register in (False, True):
        x, y = through(body, (16, 32), by_register=by_register)
        np.testing.assert_array_equal(y[:, 0], x.argmax(axis=1))


@BOTH
@pytest.mark.parametrize("reverse", [False, True])
def test_a_scan(reverse: bool, by_register: bool) -> None:
    body = f"""%y = "tt.scan"(%x) <{{axis = 1 : i32, reverse = {str(reverse).lower()}}}> ({{
^bb0(%l: i32, %m: i32):
%z = arith.addi %l, %m : i32
tt.scan.return %z : i32
}}) : ({X}) -> {X}"""
    x, y = through(body, (16, 32), by_register=by_register)
    step = -1 if reverse else 1
    np.testing.assert_array_equal(y, x[:, ::step].cumsum(axis=1)[:, ::step])


@BOTH
def test_join_and_split(by_register: bool) -> None:
    joined = "#ttg.blocked<{sizePerThread = [1, 2, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [2, 1, 1], order = [2, 1, 0]}>"
    body = f"""%n = arith.addi %x, %x : {X}
%j = tt.join %x, %n : {X} -> tensor<16x32x2xi32, {joined}>
%s:2 = tt.split %j : tensor<16x32x2xi32, {joined}> -> {X}
%y = arith.subi %s#1, %s#0 : {X}"""
    x, y = through(body, (16, 32), by_register=by_register)
    np.testing.assert_array_equal(y, x)


@BOTH
def test_a_gather(by_register: bool) -> None:
    body = f"""%m = arith.constant dense<31> : {X}
%i = arith.andi %x, %m : {X}
%y = tt.gather %x[%i] {{axis = 1 : i32}} : ({X}, {X}) -> {X}"""
    x, y = through(body, (16, 32), by_register=by_register)
    np.testing.assert_array_equal(y, np.take_along_axis(x, (x & 31).astype(np.int64), 1))


@BOTH
def test_shared_memory(by_register: bool) -> None:
    """One of two buffers is filled, read transposed and in part."""
    body = f"""%m = ttg.local_alloc : () -> !ttg.memdesc<2x16x32xi32, {SHARED}>
%b = ttg.memdesc_index %m[%c1] : !ttg.memdesc<2x16x32xi32, {SHARED}> -> !ttg.memdesc<16x32xi32, {SHARED}>
ttg.local_store %x, %b : {X} -> !ttg.memdesc<16x32xi32, {SHARED}>
%t = ttg.memdesc_trans %b {{order = array<i32: 1, 0>}} : !ttg.memdesc<16x32xi32, {SHARED}> -> !ttg.memdesc<32x16xi32, {SHARED}>
%u = ttg.memdesc_subslice %t[16, 0] : !ttg.memdesc<32x16xi32, {SHARED}> -> !ttg.memdesc<16x16xi32, {SHARED}, 32x16>
%y = ttg.local_load %u : !ttg.memdesc<16x16xi32, {SHARED}, 32x16> -> tensor<16x16xi32, {L}>"""
    x, y = through(body, (16, 16), by_register=by_register)
    np.testing.assert_array_equal(y, x.T[16:])


def test_a_dot_adds_to_its_accumulator() -> None:
    body = f"""%t = tt.trans %x {{order = array<i32: 1, 0>}} : tensor<16x32xf32, {L}> -> tensor<32x16xf32, {L}>
%c = arith.constant dense<2.0> : tensor<16x16xf32, {L}>
%y = tt.dot %x, %t, %c : tensor<16x32xf32, {L}> * tensor<32x16xf32, {L}> -> tensor<16x16xf32, {L}>"""
    x, y = through(body, (16, 16), "f32")
    np.testing.assert_array_equal(y, x @ x.T + 2)  # small integers, so exact in any order


def test_a_histogram_counts() -> None:
    x = np.random.default_rng(0).integers(0, 8, 64).astype(np.int32)
    y = np.zeros(8, np.int32)
    run("""%i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
%s = tt.splat %p0 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
%q = tt.addptr %s, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
%x = tt.load %q : tensor<64x!tt.ptr<i32>>
%h = tt.histogram %x : tensor<64xi32> -> tensor<8xi32>
%j = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
%t = tt.splat %p1 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
%o = tt.addptr %t, %j : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
tt.store %o, %h : tensor<8x!tt.ptr<i32>>""", [x, y])  # fmt: skip
    np.testing.assert_array_equal(y, np.bincount(x, minlength=8))


# ---- what only threads can get wrong


def test_an_operation_must_find_its_elements_in_its_own_thread() -> None:
    """A vector in another layout than the slice of the matrix's: by value that makes no difference."""
    wrong = f"tensor<16xi32, #ttg.slice<{{dim = 1, parent = {O}}}>>"
    body = f"""%v = ttg.convert_layout %ar : {ROW} -> {wrong}
%e = tt.expand_dims %v {{axis = 1 : i32}} : {wrong} -> {COLUMN}
%y = tt.broadcast %e : {COLUMN} -> {X}"""
    _, y = through(body, (16, 32))
    np.testing.assert_array_equal(y, np.broadcast_to(np.arange(16)[:, None], (16, 32)))
    with pytest.raises(NotInThread):
        through(body, (16, 32), by_register=True)


def test_copies_that_differ_are_found() -> None:
    """A difference has no fixed order of its operands, so the threads that hold one row's result disagree."""
    with pytest.raises(CopiesDiffer):
        through(reduction("subi"), (16, 32), by_register=True)


@pytest.mark.parametrize(
    ("text", "element", "expected"),
    [
        ("0xFF800000", "f32", -np.inf),
        ("0x7C00", "f16", np.inf),
        ("0xFFF0000000000000", "f64", -np.inf),
        ("0xFF80", "bf16", -np.inf),
        ("0x3F800000", "f32", 1.0),
    ],
)
def test_floats_by_their_bits(text: str, element: str, expected: float) -> None:
    assert constant(f"dense<{text}> : tensor<4x{element}>", f"tensor<4x{element}>").tolist() == [expected] * 4
