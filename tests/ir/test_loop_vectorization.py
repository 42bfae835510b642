"""Loops that become a tensor dimension: which do, under which condition, that results are the same, and that wrong ones are not proved."""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt.interpret import interpret
from egraph_opt.ir.analysis.iteration_independence import independent_loops
from egraph_opt.ir.module import Op
from egraph_opt.ir.rewriting.lane_projection import project_lanes
from egraph_opt.ir.rewriting.loop_vectorization import guard_loops
from egraph_opt.text import read
from egraph_opt.text.register_attributes import warps_of
from egraph_opt.triton.choice.noalias_candidates import require_equal_lanes, vectorize_loops

INDEX = "%at = arith.muli %row, %stride : i32"
PROGRAM = f"""module {{
  tt.func public @k(%x: !tt.ptr<f32>, %s: !tt.ptr<f32>, %out: !tt.ptr<f32>, %total: !tt.ptr<f32>, %heads: i32, %stride: i32) {{
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c5 = arith.constant 5 : i32
    %c32 = arith.constant 32 : i32
    %zero = arith.constant 0.000000e+00 : f32
    %c1024 = arith.constant 1024 : i32
    %middle = tt.addptr %out, %c1024 : !tt.ptr<f32>, i32
    %p = tt.get_program_id x : i32
    scf.for %i = %c0 to %c32 step %c1 : i32 {{
      scf.for %h = %c0 to %heads step %c1 : i32 {{
        %first = arith.muli %p, %heads : i32
        %row = arith.addi %first, %h : i32
        {INDEX}
        %sums:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %zero, %b = %zero) -> (f32, f32) : i32 {{
          %s0 = tt.addptr %s, %k : !tt.ptr<f32>, i32
          %w = tt.load %s0 : !tt.ptr<f32>
          %x0 = tt.addptr %x, %row : !tt.ptr<f32>, i32
          %x1 = tt.addptr %x0, %i : !tt.ptr<f32>, i32
          %v = tt.load %x1 : !tt.ptr<f32>
          %a0 = arith.mulf %a, %w : f32
          %a1 = arith.addf %a0, %v : f32
          %b1 = arith.addf %b, %w : f32
          scf.yield %a1, %b1 : f32, f32
        }}
        %small = arith.cmpf olt, %sums#0, %sums#1 : f32
        %y = arith.select %small, %sums#0, %sums#1 : f32
        %place = arith.addi %at, %i : i32
        %to = tt.addptr %middle, %place : !tt.ptr<f32>, i32
        tt.store %to, %y : !tt.ptr<f32>
        %more = arith.cmpi slt, %h, %c5 : i32
        scf.if %more {{
          %t = tt.addptr %total, %row : !tt.ptr<f32>, i32
          tt.store %t, %sums#1 : !tt.ptr<f32>
        }}
      }}
    }}
    tt.return
  }}
}}
"""
INDICES = {
    "rows": INDEX,
    "rows of known length": "%at = arith.muli %row, %c32 : i32",
    "shifted": "%at = arith.shli %row, %c5 : i32",
    "a product of two integers": "%r0 = arith.muli %row, %stride : i32\n%at = arith.muli %r0, %heads : i32",
    "a sum": "%r0 = arith.muli %row, %stride : i32\n%r1 = arith.muli %h, %c32 : i32\n%at = arith.addi %r0, %r1 : i32",
    "the same in all inner iterations": "%at = arith.muli %p, %stride : i32",
    "a loaded row": "%l0 = tt.addptr %s, %h : !tt.ptr<f32>, i32\n%l1 = tt.load %l0 : !tt.ptr<f32>\n"
    "%l2 = arith.fptosi %l1 : f32 to i32\n%at = arith.muli %l2, %stride : i32",
    "64 bits": "%r0 = arith.extsi %row : i32 to i64\n%r1 = arith.extsi %stride : i32 to i64\n%r2 = arith.muli %r0, %r1 : i64\n"
    "%at = arith.trunci %r2 : i64 to i32",
    "backwards": "%r0 = arith.muli %row, %stride : i32\n%r1 = arith.addi %i, %i : i32\n%at = arith.subi %r0, %r1 : i32",
}


TENSOR = "%lost = arith.constant dense<0> : tensor<4xi32>"


def function_of(text: str) -> Op:
    (function,) = read(text).functions()
    return function


def vectorized_text(text: str) -> str:
    found = vectorize_loops(text, 1)
    assert found is not None
    return found[0].text


def outputs(text: str, stride: int, heads: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Return what an instance of a program writes."""
    random = np.random.default_rng(0)
    x, s = random.standard_normal(64, dtype=np.float32), random.integers(0, 4, 8).astype(np.float32)
    out, total = np.zeros(2048, dtype=np.float32), np.zeros(16, dtype=np.float32)
    interpret(function_of(text), [x, s, out, total, heads, stride], (1,))
    return out, total


@pytest.mark.parametrize("name", INDICES)
def test_results_are_the_same_for_all_strides(name: str) -> None:
    text = PROGRAM.replace(INDEX, INDICES[name])
    new = vectorized_text(text)
    for stride in (0, 7, 16, 32, 96) if name == "rows" else (16, 32):
        for before, after in zip(outputs(text, stride), outputs(new, stride), strict=True):
            assert before.any() and np.array_equal(before, after), stride


def test_uniform_values_remain_scalars() -> None:
    lines = vectorized_text(PROGRAM).splitlines()
    assert sum("tt.load" in line and "tensor<32x" in line for line in lines) == 1
    assert any("-> (tensor<32xf32>, f32)" in line for line in lines)
    assert sum("tt.store" in line and "tensor<32x" in line for line in lines) == 1


def test_the_condition_is_needed_and_states_what_stores_need() -> None:
    (known,) = independent_loops(function_of(PROGRAM))
    ((factors, of),) = known.conditions
    assert [value.name for value in factors] == ["%stride"] and of == 32
    always = vectorized_text(PROGRAM).replace("arith.cmpi eq, ", "arith.cmpi sge, ")
    same = [np.array_equal(outputs(PROGRAM, stride)[0], outputs(always, stride)[0]) for stride in (16, 32)]
    assert same == [False, True], "rows that overlap are written in another order"


@pytest.mark.parametrize("name", ["rows of known length", "the same in all inner iterations"])
def test_loops_without_a_condition(name: str) -> None:
    (known,) = independent_loops(function_of(PROGRAM.replace(INDEX, INDICES[name])))
    assert not known.conditions


def test_what_instructions_are_saved() -> None:
    found = vectorize_loops(PROGRAM, 4)
    assert found is not None and 0.95 < found[1] < 1.0 - 1.0 / 32
    assert found[0].arrays == ((2, 3), (0, 1, 2, 3)), "written arrays must not overlap each other either"


@pytest.mark.parametrize(("size", "own", "fewer"), [(32, 4, 1), (256, 4, 2), (1024, 4, None), (32, 1, None)])
def test_few_warps_compute_the_scalars(size: int, own: int, fewer: int | None) -> None:
    text = PROGRAM.replace("constant 32", f"constant {size}")
    found, other = vectorize_loops(text, own), vectorize_loops(text.replace("%zero = arith", f"{TENSOR}\n%zero = arith"), own)
    assert found is not None and other is not None
    assert (warps_of(found[0].text), warps_of(other[0].text)) == (fewer, None)


OTHERS = {
    "a varying condition": ("arith.cmpi slt, %h, %c5", "arith.cmpi slt, %i, %c5"),
    "a varying bound": ("scf.for %k = %c0 to %c3", "scf.for %k = %c0 to %i"),
    "one element, different values": ("tt.addptr %middle, %place", "tt.addptr %middle, %at"),
    "every second element": ("arith.addi %at, %i : i32", "arith.muli %i, %heads : i32"),
    "a wrong factor": ("arith.addi %at, %i : i32", "arith.addi %i, %i : i32"),
    "overlapping rows": (INDEX, "%at = arith.muli %row, %c3 : i32"),
    "a stride that moves": (INDEX, "%at = arith.muli %row, %h : i32"),
    "a loaded array that is stored": ("tt.addptr %x, %row", "tt.addptr %out, %row"),
    "two stores to an array": ("tt.addptr %total, %row", "tt.addptr %out, %row"),
    "an unknown array": ("%to = tt.addptr %middle, %place", "%n = tt.ptr_to_int %out : !tt.ptr<f32> -> i64\n"
                         "%o = tt.int_to_ptr %n : i64 -> !tt.ptr<f32>\n%to = tt.addptr %o, %place"),
    "a volatile load": ("tt.load %x1 :", "tt.load %x1 {isVolatile = true} :"),
    "a barrier": ("%more = arith", "gpu.barrier\n%more = arith"),
    "an unknown operation outside": ("tt.return", "tt.call @g() : () -> ()\n    tt.return"),
    "blocks that run again": ("    tt.return", "    %end = arith.cmpi slt, %p, %c3 : i32\n    cf.cond_br %end, ^bb1, ^bb2\n  ^bb1:\n"
                              "    cf.br ^bb1\n  ^bb2:\n    tt.return"),
    "a pointer that moves": ("%sums:2 = scf.for %k = %c0", "%there = scf.for %n = %c0 to %c3 step %c1 iter_args(%q = %middle)"
                             " -> (!tt.ptr<f32>) : i32 {\n%q1 = tt.addptr %q, %c32 : !tt.ptr<f32>, i32\nscf.yield %q1 : !tt.ptr<f32>\n}\n"
                             "%sums:2 = scf.for %k = %c0", "tt.addptr %middle, %place", "tt.addptr %there, %place"),
    "an atomic": ("%more = arith", "%old = tt.atomic_rmw fadd, acq_rel, gpu, %to, %y : (!tt.ptr<f32>, f32) -> f32\n%more = arith"),
    "a tensor": ("%more = arith", "%many = tt.splat %y : f32 -> tensor<4xf32>\n%more = arith"),
    "few iterations": ("%c32 = arith.constant 32", "%c32 = arith.constant 16"),
    "no power of two": ("%c32 = arith.constant 32", "%c32 = arith.constant 48"),
    "many iterations": ("%c32 = arith.constant 32", "%c32 = arith.constant 2048"),
    "an unknown number of iterations": ("%i = %c0 to %c32", "%i = %c0 to %heads"),
    "a start that is not 0": ("%i = %c0 to %c32", "%i = %c1 to %c32"),
    "another step": ("to %c32 step %c1", "to %c32 step %c3"),
}  # fmt: skip


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_other_loops_are_left(change: tuple[str, ...]) -> None:
    text = PROGRAM
    for old, new in zip(change[::2], change[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    assert vectorize_loops(text, 4) is None and not independent_loops(function_of(text))


def test_a_loop_that_carries_a_value_is_left() -> None:
    loop, end = "scf.for %i = %c0 to %c32 step %c1", "      }\n    }\n    tt.return"
    last = "      }\n      %d = arith.addi %c, %i : i32\n      scf.yield %d : i32\n    }\n    tt.return"
    text = PROGRAM.replace(loop, f"%r = {loop} iter_args(%c = %c1) -> (i32)").replace(end, last)
    assert "scf.yield %d" in text and vectorize_loops(text, 4) is None


def test_rows_of_an_enclosing_loop_may_not_overlap_either() -> None:
    """Different threads would write an element, without a barrier between them."""
    inner, outer = "scf.for %i = %c0 to %c32 step %c1 : i32 {", "scf.for %h = %c0 to %heads step %c1 : i32 {"
    text = PROGRAM.replace(inner, "LOOP").replace(outer, inner).replace("LOOP", outer)
    (known,) = independent_loops(function_of(text))
    assert len(known.conditions) == 1
    new = vectorized_text(text)
    for stride in (16, 32):
        assert np.array_equal(outputs(text, stride)[0], outputs(new, stride)[0])
    assert vectorize_loops(text.replace(INDEX, "%at = arith.muli %row, %c3 : i32"), 128) is None


CHOICE = """%less = arith.cmpi sle, %h, %c1 : i32
        %kept = scf.if %less -> (f32) {
          %z = arith.addf %y, %y : f32
          scf.yield %z : f32
        } else {
          scf.yield %zero : f32
        }
        tt.store %to, %kept :"""


def test_a_branch_around_the_loop_is_no_obstacle() -> None:
    head, mark, tail = PROGRAM.partition("    scf.for %i")
    text = f"{head}    %few = arith.cmpi slt, %p, %c3 : i32\n    cf.cond_br %few, ^bb1, ^bb2\n  ^bb1:\n    tt.return\n  ^bb2:\n{mark}{tail}"
    assert "tensor<32xf32>" in vectorized_text(text)


def test_results_of_conditionals() -> None:
    text = PROGRAM.replace("tt.store %to, %y :", CHOICE)
    new = vectorized_text(text)
    assert "-> (tensor<32xf32>) {" in new
    assert np.array_equal(outputs(text, 32)[0], outputs(new, 32)[0])


WRONG = {
    "another operation": ("arith.mulf %a", "arith.addf %a"),
    "another value": ("tt.splat %zero", "tt.splat %one"),
    "another condition": ("arith.constant 31", "arith.constant 15"),
    "no condition": ("arith.cmpi eq", "arith.cmpi sge"),
    "a store missing": ("tt.store %to", "// tt.store %to"),
    "a store of all lanes": ("tt.store %t,", "tt.store %to, %y : tensor<32x!tt.ptr<f32>>\ntt.store %t,"),
    "fewer lanes": ("scf.for %i = %c0 to %c32", "scf.for %i = %c0 to %c5"),
    "other lanes": ("start = 0", "start = 1"),
    "lanes in another order": ("%place = arith.addi %splat_4", "%place = arith.subi %splat_4"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_vectorized_programs_are_not_proved(name: str) -> None:
    module = read(PROGRAM)
    (function,) = module.functions()
    guarded = module.replace_functions({function: guard_loops(function, independent_loops(function))})
    right = vectorized_text(PROGRAM)
    require_equal_lanes(guarded, read(right))
    old, new = WRONG[name]
    assert old in right
    wrong = right.replace(old, new, 1).replace("%zero = arith", "%one = arith.constant 1.0 : f32\n%zero = arith", 1)
    with pytest.raises(RuntimeError):
        require_equal_lanes(guarded, read(wrong))


MORE = {
    "no elementwise operation": "%r = tt.histogram %lanes : tensor<32xi32> -> tensor<32xi32>",
    "another shape": "%r = tt.splat %c0 : i32 -> tensor<64xi32>",
}


@pytest.mark.parametrize("change", MORE.values(), ids=MORE)
def test_operations_that_are_not_elementwise_have_no_lanes(change: str) -> None:
    text = vectorized_text(PROGRAM)
    wrong = text.replace("scf.for %h", f"{change}\nscf.for %h", 1).replace("%make_range", "%lanes")
    with pytest.raises(RuntimeError, match="lane"):
        project_lanes(function_of(wrong))


def test_a_tensor_from_outside_has_no_lanes() -> None:
    text = vectorized_text(PROGRAM)
    head, mark, tail = text.partition("scf.if")
    wrong = f"{head}%far = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32>\n{mark}{tail}".replace(
        "scf.for %h", "%near = arith.addi %far, %far : tensor<32xi32>\nscf.for %h", 1
    )
    with pytest.raises(RuntimeError, match="outside"):
        project_lanes(function_of(wrong))


def test_products_that_wrap_around_are_as_the_condition_says() -> None:
    """The index is the same modulo the number of iterations: `4 * row * stride` is `32 * row` here."""
    text = PROGRAM.replace(INDEX, "%r0 = arith.shli %row, %c2 : i32\n%at = arith.muli %r0, %stride : i32").replace(
        "%c3 = arith", "%c2 = arith.constant 2 : i32\n%c3 = arith"
    )
    (known,) = independent_loops(function_of(text))
    assert [of for _, of in known.conditions] == [8]
    out, wrapped = outputs(text, (1 << 30) + 8)[0], outputs(vectorized_text(text), (1 << 30) + 8)[0]
    assert np.array_equal(out, wrapped) and np.array_equal(out, outputs(text, 8)[0])
