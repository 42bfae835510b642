"""The interpreter's memory and control flow against numpy and Python, and its errors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from egraph_opt.interpret import NotModelled, OutOfBounds, StepLimit, interpret, launch
from egraph_opt.text import read

CONSTANTS = "".join(f"%c{i} = arith.constant {i} : i32\n%l{i} = arith.constant {i} : i64\n" for i in (0, 1, 2, 3, 5, 6))
RANGE = """%i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
%s = tt.splat %p0 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
%q = tt.addptr %s, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
%t = tt.splat %p1 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
%o = tt.addptr %t, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
"""
"""Pointers to eight elements of either buffer: `%q` and `%o`."""


def run(body: str, arguments: Sequence[Any], parameters: str = "!tt.ptr<i32>, !tt.ptr<i32>", **options: Any) -> None:
    """A function of parameters `%p0`, `%p1`, ... whose types are listed, with constants `%c5`, `%l5` at hand."""
    names = ", ".join(f"%p{i}: {type}" for i, type in enumerate(parameters.split(", ")))
    functions = read(f"module {{\ntt.func @k({names}) {{\n{CONSTANTS}{body}\ntt.return\n}}\n}}").functions()
    interpret(functions[0], arguments, **options)


def test_masked_loads_and_stores() -> None:
    x, y = np.arange(8, dtype=np.int32), np.full(8, -1, np.int32)
    body = """%n = arith.constant dense<5> : tensor<8xi32>
%m = arith.cmpi slt, %i, %n : tensor<8xi32>
%x = tt.load %q, %m, %n : tensor<8x!tt.ptr<i32>>
%k = arith.cmpi sge, %i, %n : tensor<8xi32>
tt.store %o, %x, %k : tensor<8x!tt.ptr<i32>>"""
    run(RANGE + body, [x, y])
    np.testing.assert_array_equal(y, [-1, -1, -1, -1, -1, 5, 5, 5])


def test_what_a_mask_leaves_out_may_lie_outside() -> None:
    x, y = np.arange(5, dtype=np.int32), np.zeros(8, np.int32)
    body = """%n = arith.constant dense<5> : tensor<8xi32>
%m = arith.cmpi slt, %i, %n : tensor<8xi32>
%x = tt.load %q, %m : tensor<8x!tt.ptr<i32>>
tt.store %o, %x : tensor<8x!tt.ptr<i32>>"""
    run(RANGE + body, [x, y])
    np.testing.assert_array_equal(y, [0, 1, 2, 3, 4, 0, 0, 0])
    with pytest.raises(OutOfBounds):
        run(RANGE + body.replace(", %m :", " :"), [x, y])


@pytest.mark.parametrize("offset", [-1, 8])
def test_an_access_outside_its_buffer_says_where(offset: int) -> None:
    body = f"%o = arith.constant {offset} : i32\n%q = tt.addptr %p0, %o : !tt.ptr<i32>, i32\n%x = tt.load %q : !tt.ptr<i32>"
    with pytest.raises(OutOfBounds, match=rf"byte {4 * offset} of buffer 0, which has 32") as raised:
        run(body, [np.zeros(8, np.int32), np.zeros(8, np.int32)])
    assert raised.value.__notes__ == [f"in tt.load at line {CONSTANTS.count(chr(10)) + 5}"]


@pytest.mark.parametrize("kind,start,left,old", [
    ("add", 3, 31, [3, 3, 4, 6, 9, 13, 18, 24]), ("max", 2, 7, [2, 2, 2, 2, 3, 4, 5, 6]), ("umin", -1, 0, [-1, *[0] * 7]),
    ("min", -1, -1, [-1] * 8), ("exch", 9, 7, [9, 0, 1, 2, 3, 4, 5, 6]), ("xor", 0, 0, [0, 0, 1, 3, 0, 4, 1, 7]),
])  # fmt: skip
def test_atomics_take_each_element_in_turn(kind: str, start: int, left: int, old: list[int]) -> None:
    """0 to 7 go to one address; what it held before each comes back."""
    memory, before = np.array([0, start], np.int32), np.zeros(8, np.int32)
    body = f"""%a = tt.addptr %p0, %c1 : !tt.ptr<i32>, i32
%b = tt.splat %a : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
%m = arith.constant dense<true> : tensor<8xi1>
%r = tt.atomic_rmw {kind}, acq_rel, gpu, %b, %i, %m : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
tt.store %o, %r : tensor<8x!tt.ptr<i32>>"""
    run(RANGE + body, [memory, before])
    np.testing.assert_array_equal(memory, [0, left])
    np.testing.assert_array_equal(before, old)


def test_compare_and_swap() -> None:
    memory, old = np.array([5], np.int32), np.zeros(2, np.int32)
    body = """%a = tt.atomic_cas acq_rel, gpu, %p0, %c5, %c3 : (!tt.ptr<i32>, i32, i32) -> i32
%b = tt.atomic_cas acq_rel, gpu, %p0, %c5, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
tt.store %p1, %a : !tt.ptr<i32>
%q = tt.addptr %p1, %c1 : !tt.ptr<i32>, i32
tt.store %q, %b : !tt.ptr<i32>"""
    run(body, [memory, old])
    assert memory[0] == 3 and list(old) == [5, 3]


def test_block_pointers_stop_at_the_boundary() -> None:
    """A 4 x 4 window of a 5 x 6 matrix, moved to its corner; what lies beyond is zero and is not written."""
    x, y = np.arange(1, 31, dtype=np.int32).reshape(5, 6), np.full((5, 6), -1, np.int32)
    make = "tt.make_tensor_ptr %p{}, [%l5, %l6], [%l6, %l1], [%c0, %c0] {{order = array<i32: 1, 0>}} : <tensor<4x4xi32>>"
    move = "tt.advance %{}, [%c3, %c5] : <tensor<4x4xi32>>"
    check = "{boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<4x4xi32>>"
    body = f"""%a = {make.format(0)}
%a1 = {move.format("a")}
%x = tt.load %a1 {check}
%n = arith.addi %x, %x : tensor<4x4xi32>
%b = {make.format(1)}
%b1 = {move.format("b")}
tt.store %b1, %n {check.replace(", padding = 1 : i32", "")}"""
    run(body, [x, y])
    expected = np.full((5, 6), -1)
    expected[3:, 5:] = 2 * x[3:, 5:]
    np.testing.assert_array_equal(y, expected)
    with pytest.raises(OutOfBounds):
        run(body.replace("boundaryCheck = array<i32: 0, 1>", "boundaryCheck = array<i32>"), [x, y])


def test_descriptors_stop_at_the_boundary() -> None:
    x, y = np.arange(1, 31, dtype=np.int32).reshape(5, 6), np.full((5, 6), -1, np.int32)
    make = "tt.make_tensor_descriptor %p{}, [%c5, %c6], [%l6, %l1] : <i32>, <tensor<4x4xi32>>"
    body = f"""%a = {make.format(0)}
%x = tt.descriptor_load %a[%c2, %c3] : !tt.tensordesc<tensor<4x4xi32>> -> tensor<4x4xi32>
%b = {make.format(1)}
tt.descriptor_store %b[%c1, %c0], %x : !tt.tensordesc<tensor<4x4xi32>>, tensor<4x4xi32>"""
    run(body, [x, y])
    read_part = np.zeros((4, 4), np.int32)
    read_part[:3, :3] = x[2:, 3:]
    expected = np.full((5, 6), -1)
    expected[1:, :4] = read_part
    np.testing.assert_array_equal(y, expected)


# ---- control flow


def test_a_loop_carries_and_swaps() -> None:
    found = np.zeros(1, np.int32)
    body = """%r:2 = scf.for %k = %c0 to %p1 step %c1 iter_args(%a = %c0, %b = %c1) -> (i32, i32)  : i32 {
%s = arith.addi %a, %b : i32
scf.yield %b, %s : i32, i32
}
tt.store %p0, %r#0 : !tt.ptr<i32>"""
    for n, value in ((0, 0), (1, 1), (10, 55)):
        run(body, [found, n], "!tt.ptr<i32>, i32")
        assert found[0] == value


@pytest.mark.parametrize("step", [0, -1])
def test_a_loop_needs_a_positive_step(step: int) -> None:
    body = """scf.for %k = %c0 to %c1 step %p1  : i32 {
tt.store %p0, %k : !tt.ptr<i32>
}"""
    with pytest.raises(NotModelled, match="not positive"):
        run(body, [np.zeros(1, np.int32), step], "!tt.ptr<i32>, i32")


COLLATZ = """%r:2 = scf.while (%n = %p1, %k = %c0) : (i32, i32) -> (i32, i32) {
%g = arith.cmpi ne, %n, %c1 : i32
scf.condition(%g) %n, %k : i32, i32
} do {
^bb0(%n: i32, %k: i32):
%odd = arith.remsi %n, %c2 : i32
%is = arith.cmpi ne, %odd, %c0 : i32
%next = scf.if %is -> (i32) {
%t = arith.muli %n, %c3 : i32
%u = arith.addi %t, %c1 : i32
scf.yield %u : i32
} else {
%h = arith.divsi %n, %c2 : i32
scf.yield %h : i32
}
%more = arith.addi %k, %c1 : i32
scf.yield %next, %more : i32, i32
}
tt.store %p0, %r#1 : !tt.ptr<i32>"""


def test_while_and_if() -> None:
    found = np.zeros(1, np.int32)
    run(COLLATZ, [found, 27], "!tt.ptr<i32>, i32")
    assert found[0] == 111
    with pytest.raises(StepLimit):
        run(COLLATZ, [found, 27], "!tt.ptr<i32>, i32", max_steps=100)


@pytest.mark.parametrize("n,value", [(0, 7), (4, 1)])
def test_branches_between_blocks(n: int, value: int) -> None:
    found = np.full(1, 7, np.int32)
    body = """%z = arith.cmpi eq, %p1, %c0 : i32
cf.cond_br %z, ^bb1, ^bb2
^bb1:
tt.return
^bb2:
cf.br ^bb3(%c1 : i32)
^bb3(%v: i32):
tt.store %p0, %v : !tt.ptr<i32>"""
    run(body, [found, n], "!tt.ptr<i32>, i32")
    assert found[0] == value


def test_a_call_and_a_grid() -> None:
    """Each program of a 3 x 2 grid writes its number, which another function computes."""
    text = """module {
tt.func private @number(%x: i32, %y: i32, %w: i32) -> i32 {
%a = arith.muli %y, %w : i32
%b = arith.addi %a, %x : i32
tt.return %b : i32
}
tt.func @k(%p: !tt.ptr<i32>) {
%x = tt.get_program_id x : i32
%y = tt.get_program_id y : i32
%w = tt.get_num_programs x : i32
%n = tt.call @number(%x, %y, %w) : (i32, i32, i32) -> i32
%q = tt.addptr %p, %n : !tt.ptr<i32>, i32
tt.store %q, %n : !tt.ptr<i32>
tt.return
}
}"""
    number, kernel = read(text).functions()
    memory = np.full(6, -1, np.int32)
    launch(kernel, [memory], (3, 2), functions=[number])
    np.testing.assert_array_equal(memory, np.arange(6))
    with pytest.raises(NotModelled, match="@number"):
        interpret(kernel, [memory])


# ---- errors


def test_what_is_not_modelled_is_named() -> None:
    text = '"tt.elementwise_inline_asm"(%p1) {asm_string = "", constraints = "", pure = true, packed_element = 1 : i32}'
    with pytest.raises(NotModelled, match="elementwise_inline_asm") as raised:
        run(f"%x = {text} : (i32) -> i32", [np.zeros(1, np.int32), 1], "!tt.ptr<i32>, i32")
    assert raised.value.name == "tt.elementwise_inline_asm"


def test_buffers_must_be_contiguous_and_writable() -> None:
    with pytest.raises(ValueError, match="contiguous and writable"):
        run("", [np.zeros(8, np.int32)[::2], np.zeros(8, np.int32)])
