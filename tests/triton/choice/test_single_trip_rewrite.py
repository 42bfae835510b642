"""Loops that run once: what is proved, what is not, and that Triton then pipelines the loop around one."""

from __future__ import annotations

import pytest

from egraph_opt.checker import check
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write
from egraph_opt.triton.choice.noalias_version import without_single_loops
from egraph_opt.triton.choice.single_trip_rewrite import with_constant_trips

PROGRAM = """module {
  tt.func public @k(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c15 = arith.constant 15 : i32
    %c16 = arith.constant 16 : i32
    %c31 = arith.constant 31 : i32
    %c32 = arith.constant 32 : i32
    %zero = arith.constant 0.0 : f32
    %n1 = arith.addi %n, %c15 : i32
    %chunks = arith.divsi %n1, %c16 : i32
    scf.for %i = %c0 to %chunks step %c1 : i32 {
      %done = arith.muli %i, %c16 : i32
      %left = arith.subi %n, %done : i32
      %size = arith.minsi %left, %c16 : i32
      %s1 = arith.addi %size, %c15 : i32
      %parts = arith.divsi %s1, %c16 : i32
      %sum = scf.for %j = %c0 to %parts step %c1 iter_args(%s = %zero) -> (f32) : i32 {
        %x = tt.load %in : !tt.ptr<f32>
        %t = arith.addf %s, %x : f32
        scf.yield %t : f32
      }
      tt.store %out, %sum : !tt.ptr<f32>
    }
    tt.return
  }
}
"""
MORE_OR_LESS = {
    "none in the last chunk": ("arith.addi %n, %c15", "arith.addi %n, %c31"),
    "twice": ("arith.minsi %left, %c16", "arith.minsi %left, %c32"),
    "none where nothing is left": ("arith.subi %n, %done", "arith.subi %n, %n"),
    "as often as the counter says": ("arith.minsi %left, %c16", "arith.minsi %i, %c16"),
    "not from a constant on": ("scf.for %j = %c0", "scf.for %j = %n"),
}


def constant(text: str) -> Module:
    module = read(text)
    return module.replace_functions({function: with_constant_trips(function) for function in module.functions()})


def test_one_part_a_chunk() -> None:
    new = write(constant(PROGRAM))
    assert new.count("%once") == 2 and "to %once" in new
    assert check(read(PROGRAM), read(new), strict=True, once=True).equal
    assert not check(read(PROGRAM), read(new), strict=True).equal, "nobody asked for a proof"


@pytest.mark.parametrize("change", MORE_OR_LESS.values(), ids=MORE_OR_LESS)
def test_loops_that_may_run_more_or_less_often(change: tuple[str, str]) -> None:
    text = PROGRAM.replace(*change)
    assert text != PROGRAM and write(constant(text)) == write(read(text))
    wrong = text.replace("to %parts step", "to %c1 step")
    assert not check(read(text), read(wrong), strict=True, once=True).equal


def test_two_loops_that_run_once_and_do_not_do_the_same() -> None:
    other = PROGRAM.replace("arith.addf %s, %x", "arith.addf %x, %x")
    assert not check(read(PROGRAM), read(other), strict=True, once=True).equal


def test_counters_of_64_bits_are_left() -> None:
    """The solver's integers are unbounded, and its 32-bit results wrap around; those of 64 do not."""
    text = PROGRAM.replace("i32", "i64")
    assert write(constant(text)) == write(read(text))
    assert not check(read(text), read(text.replace("to %parts step", "to %c1 step")), strict=True, once=True).equal


@pytest.mark.parametrize("array", ("in", "out"))
def test_what_descriptors_load_is_apart_from_what_is_stored(array: str) -> None:
    """Triton then pipelines the loop around, whose copies would pass stores of earlier iterations."""
    made = f"""%one = arith.constant 1 : i64
    %d = tt.make_tensor_descriptor %{array}, [%c16], [%one] : <f32>, <tensor<16xf32>>
    %zero ="""
    text = PROGRAM.replace("%zero =", made).replace("%n: i32", "%n: i32, %other: !tt.ptr<f32>")
    text = text.replace("arith.addf %s, %x", "arith.addf %x, %y").replace(
        "%x = tt.load %in : !tt.ptr<f32>",
        "%y = tt.load %other : !tt.ptr<f32>\n"
        "        %block = tt.descriptor_load %d[%j] : !tt.tensordesc<tensor<16xf32>> -> tensor<16xf32>\n"
        '        %x = "tt.reduce"(%block) <{axis = 0 : i32}> ({ ^bb0(%a: f32, %b: f32):\n'
        "          %c = arith.addf %a, %b : f32\n          tt.reduce.return %c : f32\n        }) : (tensor<16xf32>) -> f32",
    )
    found = without_single_loops(text)
    assert (None if found is None else found.arrays) == (None if array == "out" else ((1,), (0, 3)))
