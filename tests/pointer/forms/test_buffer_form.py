"""The target `buffer`: what is raised, what Triton's pass for AMD makes of it, that it does the same, and what the checker refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import CASES, FILES, accepted, raised, same_when_run
from tests.support.kernels import program_text
from tests.support.pointer_oracle import outcome

SLOW = ("loops", "gathers", "choices", "sums", "masks", "wraps")
FAILING = ("left", "unstructured")
"""Triton's passes for AMD fail on a function of each of these as it is written: on one whose tensors have no dimensions in the second."""
RUN = [
    pytest.param(file, marks=pytest.mark.slow) if file in SLOW else file for file in (*FILES, "atomics") if file not in FAILING
]
EXPECTED = {
    "copy": ("copy_ptr 00", "copy_ptr 11"),
    "matmul": ("mm_ptr 000", "mm_ptr 111"),
    "patterns": (
        "one_dimension 11 other_value 11 negative_zero 11 both_ends 11 transposed 001 nested_loops 11 carried_indices 01"
        " early_return 11 digits 00 another_other 111",
        "one_dimension 11 other_value 11 negative_zero 11 both_ends 11 transposed 111 nested_loops 11 carried_indices 11"
        " early_return 11 digits 11 another_other 111",
    ),
    "masks": (
        "wrapped_rows 01 wrapped_tile 01 scalar_truth 11 not_below 01 three_factors 11 converted_other 11 volatile 0101"
        " not_the_last 1111 unsigned 111111",
        "wrapped_rows 11 wrapped_tile 11 scalar_truth 11 not_below 11 three_factors 11 converted_other 11 volatile 0101"
        " not_the_last 1111 unsigned 111111",
    ),
    "wraps": (
        "stacked 11 side_by_side 11 side_by_side_masked 11 stacked_at_run_time 01 side_by_side_at_run_time 01 three_parts 11"
        " starts_behind 11 masked_where_it_wraps 11 stored 11",
        "stacked 11 side_by_side 11 side_by_side_masked 11 stacked_at_run_time 11 side_by_side_at_run_time 11 three_parts 11"
        " starts_behind 11 masked_where_it_wraps 11 stored 11",
    ),
    "atomics": ("histogram 111 rows 00 in_a_loop 11", "histogram 111 rows 11 in_a_loop 11"),
    "blocks": (
        "block_copy 00 block_padded 1111 block_carried 000 block_nested 11",
        "block_copy 11 block_padded 1111 block_carried 111 block_nested 11",
    ),
}
"""Of each function of some files, which accesses go through buffers: where facts are derived, and under a guard."""


@cache
def by_triton(file: str, version: str) -> libtriton.PassAnswer:
    """Return the result of Triton's pass for a file that was raised."""
    (answer,) = libtriton.ask("buffers", [raised(file, "buffer", version).ir])
    return answer


@pytest.mark.parametrize("version", [pytest.param("", marks=pytest.mark.slow), "loop"])
@pytest.mark.parametrize("file", [pytest.param(file, marks=pytest.mark.slow) if file in SLOW else file for file in EXPECTED])
def test_what_goes_through_buffers(file: str, version: str) -> None:
    result = raised(file, "buffer", version)
    found: dict[str, str] = {}
    for report in result.reports:
        assert report.raised or report.reason
        found[report.function] = found.get(report.function, "") + str(int(report.raised))
    words = EXPECTED[file][bool(version)].split()
    assert found == dict(zip(words[::2], words[1::2], strict=True))
    assert not result.rejected


@pytest.mark.parametrize("file", RUN)
def test_triton_makes_buffer_instructions_of_all_that_is_raised(file: str) -> None:
    answer = by_triton(file, "loop")
    assert answer.text is not None, answer.error
    assert "egraph_opt.buffer" in raised(file, "buffer", "loop").ir
    assert "egraph_opt.buffer" not in answer.text, [line for line in answer.text.splitlines() if "egraph_opt.buffer" in line]
    assert "amdg.buffer_" in answer.text


@pytest.mark.parametrize("file", RUN)
def test_it_does_the_same_as_raised_and_by_buffer_instructions(file: str) -> None:
    answer = by_triton(file, "loop")
    assert answer.text is not None, answer.error
    others = [read(raised(file, "buffer", "loop").ir), read(answer.text)]
    rounds, sizes = (20, (0, 1, 2, 7, 33, -1, -16, 1 << 25)) if file in ("copy", "patterns", "wraps") else (5, (0, 1, 48, 64, -1))
    assert same_when_run(read((CASES / f"{file}.mlir").read_text()), others, rounds, sizes) >= rounds // 2


FAR = """
module {{
  tt.func public @far(%in: !tt.ptr<f16>, %out: !tt.ptr<f16>, %stride: i32, %rows: i32) {{
    %r = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %wide = arith.extsi %r : tensor<16xi32> to tensor<16xi64>
    %s = arith.extsi %stride : i32 to i64
    %by = tt.splat %s : i64 -> tensor<16xi64>
    %o = arith.muli %wide, %by : tensor<16xi64>
    %p = tt.splat %in : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %a = tt.addptr %p, %o : tensor<16x!tt.ptr<f16>>, tensor<16xi64>
    %n = tt.splat %rows : i32 -> tensor<16xi32>
    %m = arith.cmpi slt, %r, %n : tensor<16xi32>
    %x = tt.load %a, %m : tensor<16x!tt.ptr<f16>>
    %q = tt.splat %out : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %b = tt.addptr %q, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    tt.store %b, %x {marks}: tensor<16x!tt.ptr<f16>>
    tt.return
  }}
}}
"""


@pytest.mark.parametrize(("stride", "first"), [(1 << 26, 0), ((1 << 26) + 1, 0), (-1, 15), (0, 0), (70, 0), (1 << 30, 0)])
def test_the_guard_knows_where_a_buffer_ends(stride: int, first: int) -> None:
    """One lane is read, at the buffer's first byte: others are far away, or before it, and masked."""
    text = FAR.format(marks="")
    new = raise_text(text, "far", "buffer", "loop").ir
    (answer,) = libtriton.ask("buffers", [new])
    assert answer.text is not None and answer.text.count("amdg.buffer_") >= 2
    (limit,) = re.findall(r"minui %\w+, %c(\d+)_i32", new)
    assert 15 * int(limit) * 2 + 2 <= (1 << 31) - 2 < 15 * 2 * int(limit) * 2 + 2
    x = np.arange(1 << 12, dtype=np.uint16)
    rows = 16 if 0 <= stride * 15 < len(x) else 1
    given = [x.view(np.float16), np.zeros(16, np.float16), stride, rows]
    results = [outcome(read(t).functions()[0], given, (0, 0, 0)) for t in (text, new, answer.text)]
    assert results[0] is not None and results == [results[0]] * 3


def test_a_load_of_f32_for_a_product_is_left_with_the_reason() -> None:
    text = """
module {
  tt.func public @product(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = arith.constant dense<16> : tensor<16x1xi32>
    %e = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %f = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %g = arith.muli %e, %c : tensor<16x1xi32>
    %h = tt.broadcast %g : tensor<16x1xi32> -> tensor<16x16xi32>
    %i = tt.broadcast %f : tensor<1x16xi32> -> tensor<16x16xi32>
    %o = arith.addi %h, %i : tensor<16x16xi32>
    %p = tt.splat %in : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %a = tt.addptr %p, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %x = tt.load %a : tensor<16x16x!tt.ptr<f32>>
    %y = tt.dot %x, %x, %zero : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %q = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %b = tt.addptr %q, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %b, %y : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
"""
    load, store = raise_text(text, "product", "buffer").reports
    assert (load.raised, store.raised) == (False, True)
    assert load.reason == "it loads f32 in a function with a matrix product, which Triton's pass leaves alone"
    (answer,) = libtriton.ask("buffers", [text])
    assert answer.text is not None
    assert ("tt.load" in answer.text, "amdg.buffer_store" in answer.text) == (True, True)


NO_INSTRUCTION = program_text("pointer/forms/buffer_form.no_instruction")


def test_atomic_operations_without_an_instruction_are_left_with_the_reason() -> None:
    """Triton's pass would take the first, and its lowering then fails; it leaves the others alone."""
    result = raise_text(NO_INSTRUCTION, "no_instruction", "buffer", "loop")
    assert result.ir == NO_INSTRUCTION
    none = "buffers have no instruction for the atomic operation {} that Triton writes"
    reasons = [none.format("exch of f32"), none.format("fadd of f16"), none.format("max of i32")]
    assert [report.reason for report in result.reports] == [*reasons, "it is atomic for other devices, too"]


@pytest.mark.parametrize("arch", [942, pytest.param(950, marks=pytest.mark.slow)])
def test_atomic_operations_become_machine_instructions(arch: int) -> None:
    (answer,) = libtriton.ask("assembly", [raised("atomics", "buffer", "loop").ir], options={"num_warps": 4, "arch": arch})
    assert answer.text is not None, answer.error
    found = {word for word in re.findall(r"\bbuffer_atomic_\w+", answer.text)}
    assert found == {f"buffer_atomic_{kind}" for kind in ("add", "add_f32", "add_f64", "xor_x2")}


def test_what_is_raised_is_not_raised_again() -> None:
    first = raise_text(FAR.format(marks=""), "far", "buffer").ir
    assert first.count("{egraph_opt.buffer}") == 1
    again = raise_text(first, "far", "buffer")
    assert again.ir == first
    assert [r.reason for r in again.reports][1] == "it is one to a buffer already"


WRONG: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "other base": ("patterns", "", lambda t: t.replace("tt.splat %addptr : ", "tt.splat %in : ", 1)),
    "other offsets": ("patterns", "", lambda t: t.replace("end = 64 : i32, start = 0", "end = 65 : i32, start = 1", 1)),
    "other mask": ("patterns", "", lambda t: t.replace("%few, %other {", "%mask, %other {", 1)),
    "no mask": ("patterns", "", lambda t: t.replace("tt.store %addptr_2, %x, %mask", "tt.store %addptr_2, %x", 1)),
    "other value of masked lanes": ("patterns", "", lambda t: t.replace("dense<-1.0", "dense<-2.0", 1)),
    "limit too small": ("copy", "loop", lambda t: re.sub(r"(%c\d+_i32 = arith.constant )\d{6,}", r"\g<1>16", t, count=1)),
    "limit too great": ("copy", "loop", lambda t: re.sub(
        r"(arith.minui %\w+, )%c\d+_i32", r"\1%greatest", t.replace(
            "    %c", "    %greatest = arith.constant 2147483647 : i32\n    %c", 1), count=1)
        .replace("arith.constant 8388608 : i64", "arith.constant 2147483647 : i64").replace(
            "arith.constant 16777216 : i64", "arith.constant 2147483647 : i64")),
    "guard dropped": ("copy", "loop", lambda t: re.sub(r"scf\.if %\w+", "scf.if %true", t).replace(
        "    scf.if", "    %true = arith.constant true\n    scf.if", 1)),
    "a signed limit": ("copy", "loop", lambda t: t.replace("arith.minui", "arith.maxsi", 1)),
    "a stride for another": ("copy", "loop", lambda t: re.sub(r"arith.minui %\w+,", "arith.minui %arg2,", t, count=1)),
    "another atomic operation": ("atomics", "", lambda t: t.replace("tt.atomic_rmw add,", "tt.atomic_rmw or,")),
    "a weaker order": ("atomics", "", lambda t: t.replace("xor, release, cta", "xor, relaxed, cta")),
    "a smaller scope": ("atomics", "", lambda t: t.replace("fadd, acquire, gpu", "fadd, acquire, cta")),
    "another value of an atomic operation": ("atomics", "", lambda t: t.replace("gpu, %addptr_0, %x, %m", "gpu, %addptr_0, %r, %m")),
    "an atomic operation of more lanes": ("atomics", "", lambda t: re.sub(
        r"%x, %mask (\{.*\} : \(.*), tensor<64xi1>\)", r"%x \1)", t, count=1)),
    "an atomic operation elsewhere": ("atomics", "", lambda t: t.replace("gpu, %addptr_0, %x, %m", "gpu, %addptr, %x, %m")),
    "an atomic operation in the loop's last place": ("atomics", "", lambda t: t.replace("tt.splat %addptr :", "tt.splat %bits :")),
    "a store for an atomic operation": ("atomics", "", lambda t: re.sub(
        r"%y = tt.atomic_rmw .*", "tt.store %addptr_2, %halves {egraph_opt.buffer} : tensor<32x!tt.ptr<f64>>", t)),
    "an atomic guard dropped": ("atomics", "loop", lambda t: re.sub(r"scf\.if %\w+", "scf.if %true", t).replace(
        "    scf.if", "    %true = arith.constant true\n    scf.if", 1)),
    "a remainder that is none": ("wraps", "", lambda t: t.replace("arith.remui", "arith.divui", 1)),
    "a remainder by another": ("wraps", "", lambda t: re.sub(r"(remui %\w+, )(%\w+)", r"\1%other", re.sub(
        r"(\n +)(%\w+ = arith.remui)", r"\1%other = arith.constant dense<5> : tensor<8xi32>\1\2", t, count=1), count=1)),
}  # fmt: skip


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if WRONG[n][0] == "wraps" else n for n in WRONG])
def test_the_checker_refuses(name: str) -> None:
    file, version, spoil = WRONG[name]
    old, text = accepted(file, "buffer", version)
    wrong = spoil(text)
    assert wrong != text
    with pytest.raises(RaiseRefused):
        validate(old, read(wrong))
