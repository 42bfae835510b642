"""Raised accesses: what is raised, that it does the same when it is run, and that Triton's own passes lower it back to the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner

from benchmarks.pointer_oracle import outcome
from egraph_opt import optimize
from egraph_opt.baseline import libtriton
from egraph_opt.command.cli import main
from egraph_opt.interpret.element import element_of, pointee, storage_of
from egraph_opt.ir import Module, Op
from egraph_opt.pointer import raise_text
from egraph_opt.pointer.forms.form import TARGETS, Target
from egraph_opt.pointer.raising import Result
from egraph_opt.pointer.validation.refused import Refused, Undecided
from egraph_opt.pointer.validation.validate import validate
from egraph_opt.text import read, write

CASES = Path(__file__).parent / "cases" / "pointer"
Array = npt.NDArray[Any]
EXPECTED = {
    "copy_ptr": ("11 00 00", "11 11 11"),
    "mm_ptr": ("111 000 000", "111 111 111"),
    "one_dimension": ("11 11 00", "11 11 11"),
    "other_value": ("11 11 01", "11 11 11"),
    "negative_zero": ("11 10 10", "11 10 10"),
    "both_ends": ("01 01 01", "11 11 11"),
    "transposed": ("111 111 001", "111 111 111"),
    "nested_loops": ("11 11 00", "11 11 00"),
    "carried_indices": ("01 01 01", "11 11 11"),
    "early_return": ("11 11 00", "11 11 00"),
    "after_the_loop": ("1111 1111 0001", "1111 1111 0001"),
    "after_unknown_trips": ("1111 1111 0001", "1111 1111 0001"),
    "inner_results": ("111111 111111 000001", "111111 111111 000001"),
    "carried_through": ("1111 1111 0000", "1111 1111 0001"),
    "part_of_a_step": ("11 11 00", "11 11 00"),
    "not_a_sum": ("1101 1101 0001", "1101 1101 0001"),
    "wrapped_rows": ("11 01 01", "11 11 11"),
    "wrapped_tile": ("11 01 01", "11 11 11"),
    "scalar_truth": ("11 11 00", "11 11 11"),
    "not_below": ("10 10 10", "11 11 11"),
    "three_factors": ("11 11 11", "11 11 11"),
    "not_rectangular": ("0 0 0", "0 0 0"),
    "two_bases": ("0 0 0", "0 0 0"),
    "gathered_rows": ("111 101 101", "111 101 101"),
    "scattered": ("111 100 100", "111 100 100"),
    "chosen_rows": ("111 100 100", "111 100 100"),
    "divided": ("11 01 01", "11 01 01"),
    "chosen_by_if": ("11 01 01", "11 11 11"),
    "clamped": ("11 01 01", "11 11 11"),
    "chosen_columns": ("100 100 100", "111 100 100"),
    "two_lists": ("1100 1100 1100", "1100 1100 1100"),
    "summed_in_32_bits": ("101 101 101", "101 101 101"),
    "masked_elsewhere": ("1101 1101 1101", "1101 1101 1101"),
    "without_sign": ("1 0 0", "1 0 0"),
    "stacked": ("11 01 01", "11 01 01"),
    "side_by_side": ("11 01 01", "11 01 01"),
    "side_by_side_masked": ("11 01 01", "11 01 01"),
    "stacked_at_run_time": ("01 01 01", "11 11 11"),
    "side_by_side_at_run_time": ("01 01 01", "11 11 11"),
    "three_parts": ("11 01 01", "11 01 01"),
    "starts_behind": ("11 01 01", "11 01 01"),
    "masked_where_it_wraps": ("11 01 01", "11 01 01"),
    "stored": ("11 00 00", "11 00 00"),
    "converted_other": ("11 11 01", "11 11 11"),
    "block_copy": ("11 00 00", "11 00 11"),
    "block_padded": ("1111 0000 0010", "1111 0000 0111"),
    "block_carried": ("111 000 000", "111 000 110"),
    "block_nested": ("11 00 00", "11 00 00"),
    "packed_rows": ("1111 1111 0001", "1111 1111 0001"),
    "lengths": ("01111 01111 00000", "01111 01111 00000"),
    "rows_of_pages": ("110 110 000", "110 110 000"),
    "used_elsewhere": ("110101 110101 000000", "110101 110101 000000"),
    "if_offsets": ("11 11 01", "11 11 11"),
    "if_pointers": ("11 11 01", "11 11 01"),
    "if_and_for": ("1111 1111 1000", "1111 1111 1000"),
    "if_advances": ("01 01 00", "01 01 00"),
    "unsigned_remainder": ("11 01 01", "11 11 11"),
    "clamps": ("111 001 000", "111 111 000"),
    "block_chosen": ("00 00 00", "00 00 00"),
}
"""Of each function, which accesses are raised to tts, block pointers and descriptors: where facts are derived, and under a guard."""

FILES = ("copy", "matmul", "patterns", "loops", "masks", "left", "gathers", "wraps", "blocks", "choices", "sums")


@lru_cache
def raised(file: str, target: Target, version: str) -> Result:
    text = (CASES / f"{file}.mlir").read_text()
    return raise_text(text, file, target, version, trips=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("version", ["loop", *(pytest.param(version, marks=pytest.mark.slow) for version in ("", "kernel"))])
@pytest.mark.parametrize("target", TARGETS)
def test_what_is_raised(target: Target, version: str) -> None:
    found: dict[str, str] = {}
    for file in FILES:
        result = raised(file, target, version)
        assert not result.refused
        for report in result.reports:
            assert report.raised or report.reason
            found[report.function] = found.get(report.function, "") + str(int(report.raised))
    assert found == {name: answers[bool(version)].split()[TARGETS.index(target)] for name, answers in EXPECTED.items()}


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_left_keeps_its_bytes(target: Target) -> None:
    assert raised("left", target, "kernel").ir == (CASES / "left.mlir").read_text()


# --- the same when it is run
SIZES = (0, 1, 7, 16, 33, 64, 100, 128, -1, -16, (1 << 31) - 1, -(1 << 31), 1 << 25)
PROGRAMS = (0, 0, 0, 1, 2, 1 << 24, 1 << 25, (1 << 31) - 2)


def arguments(function: Op, random: np.random.Generator, sizes: tuple[int, ...]) -> list[Any]:
    found: list[Any] = []
    for parameter in function.regions[0].blocks[0].arguments:
        if element_of(parameter.type) == "ptr":
            storage = storage_of(pointee(parameter.type))
            found.append(random.integers(0, 100, 1 << 15).astype(storage))
        else:
            found.append(int(random.choice(sizes)))
    return found


def same_when_run(old: Module, others: list[Module], rounds: int, sizes: tuple[int, ...] = SIZES) -> int:
    """Run functions on random inputs; how many runs stayed within their buffers, all of which did the same."""
    random = np.random.default_rng(2026)
    runs = 0
    for number, function in enumerate(old.functions()):
        for _ in range(rounds):
            given = arguments(function, random, sizes)
            program = (int(random.choice(PROGRAMS)), int(random.integers(3)), 0)
            expected = outcome(function, given, program)
            if expected is not None:
                runs += 1
                for other in others:
                    assert outcome(other.functions()[number], given, program) == expected, (
                        function.attributes["sym_name"],
                        given[1:],
                    )
    return runs


@pytest.mark.parametrize("version", ["", "loop", pytest.param("kernel", marks=pytest.mark.slow)])
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "file", ["copy", "patterns", "loops", "masks", "gathers", "wraps", "blocks", "choices", "stored_below", "sums"]
)
def test_raised_programs_do_the_same(file: str, target: Target, version: str) -> None:
    text = raised(file, target, version).ir
    texts = [text]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", [text])
        assert lowered.text is not None, lowered.error
        assert "make_tensor_" not in lowered.text
        texts.append(lowered.text)
    rounds, sizes = (
        (15, (0, 1, 2, 7, 33, -1, -16)) if file in ("loops", "blocks", "choices", "stored_below", "sums") else (60, SIZES)
    )
    assert same_when_run(read((CASES / f"{file}.mlir").read_text()), [read(t) for t in texts], rounds, sizes) >= rounds // 2


@pytest.mark.parametrize("target", TARGETS)
def test_a_raised_matrix_product_does_the_same(target: Target) -> None:
    texts = [raised("matmul", target, "kernel").ir]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", texts)
        assert lowered.text is not None, lowered.error
        texts.append(lowered.text)
    others = [read(text) for text in texts]
    assert same_when_run(read((CASES / "matmul.mlir").read_text()), others, 12, (0, 1, 48, 64, 100, -1)) >= 6


def test_a_guard_tells_an_offset_that_wraps_around() -> None:
    """Stride 0 and a program so far out that its row is negative: every lane is read, which no bounds check would do."""
    (old,) = read((CASES / "copy.mlir").read_text()).functions()
    x = np.arange(1 << 15, dtype=np.float16)
    given = [x, np.zeros_like(x), 64, 64, 0, 0]
    expected = outcome(old, given, (1 << 25, 0, 0))
    assert expected is not None and expected[1] != given[1].tobytes()
    for target in TARGETS:
        (new,) = read(raised("copy", target, "kernel").ir).functions()
        assert outcome(new, given, (1 << 25, 0, 0)) == expected


@pytest.mark.parametrize("file", ["copy", "matmul"])
def test_triton_compiles_descriptors_to_bulk_copies(file: str) -> None:
    (answer,) = libtriton.ask("compile", [raised(file, "descriptor", "kernel").ir])
    assert answer.text is not None, answer.error
    assert answer.text.count("cp.async.bulk.tensor") >= 2


# --- gathers and wrapping around
HOW = {
    "": "copy_ptr mm_ptr wrapped_rows gathered_rows scattered chosen_rows divided chosen_by_if clamped without_sign three_parts"
    " starts_behind masked_where_it_wraps stored wrapped_tile clamps unsigned_remainder",
    "loop": "chosen_columns gathered_rows scattered chosen_rows divided without_sign three_parts starts_behind"
    " masked_where_it_wraps stored",
}
"""Functions of which tts gathers an access: where even steps, or two parts, are neither derived nor, under a guard, possible."""


@pytest.mark.parametrize("version", HOW)
def test_what_is_gathered(version: str) -> None:
    reports = [report for file in FILES for report in raised(file, "tts", version).reports]
    gathered = {report.function for report in reports if report.how == "gathered"}
    assert gathered - {"negative_zero"} == set(HOW[version].split())
    turned = {report.function for report in reports if report.how == "wraps around"}
    run_time = {"stacked_at_run_time", "side_by_side_at_run_time", "wrapped_tile"} if version else set()
    assert turned == {"stacked", "side_by_side", "side_by_side_masked", "stored"} | run_time


@pytest.mark.parametrize("version", ["", "loop"])
def test_two_lists_are_one_too_many(version: str) -> None:
    """Gathered along two dimensions: `tts.make_gather_scatter_tptr` has a list for one, so the access stays, and says so."""
    (left,) = {r.reason for r in raised("gathers", "tts", version).reports if r.function == "two_lists" and not r.raised}
    assert left.startswith("its addresses are gathered by several lists of indices, %")


def test_a_guard_that_would_hardly_ever_hold_is_not_made() -> None:
    """Offsets summed in 32 bits with entries that may be anything: only a stride of zero would pass."""
    reports = [r for r in raised("gathers", "tts", "loop").reports if r.function == "summed_in_32_bits"]
    assert [r.raised for r in reports] == [True, False, True]
    assert reports[1].reason.endswith("as entries of %index may be anything")


def test_a_tile_that_starts_again_has_a_boundary() -> None:
    text = raised("wraps", "tts", "loop").ir
    assert "strides: [16, 1], offsets: [64, 0], shape: [96, 0]" in text  # multiplied by the stride, from row 4 up to row 6
    assert "strides: [16, 1], offsets: [0, 3], shape: [0, 10]" in text
    assert re.search(r"strides: \[%\w+, 1\], offsets: \[%\w+, 0\], shape: \[%\w+, 0\]", text)


# --- the checker of raised programs
WRONG: dict[str, tuple[Target, str, str, Callable[[str], str]]] = {
    "guard dropped": ("block-pointer", "copy", "kernel", lambda t: re.sub(r"scf\.if %\w+", "scf.if %true", t).replace(
        "    scf.if", "    %true = arith.constant true\n    scf.if", 1)),
    "other bound": ("block-pointer", "copy", "kernel", lambda t: re.sub(r"(make_tensor_ptr %arg0, \[)(%\w+), (%\w+)", r"\1\3, \2", t)),
    "dimension not checked": ("block-pointer", "patterns", "", lambda t: t.replace("boundaryCheck = array<i32: 0>, ", "", 1)),
    "no padding": ("block-pointer", "patterns", "", lambda t: t.replace(", padding = 1 : i32", "", 1)),
    "stride 2": ("descriptor", "copy", "kernel", lambda t: re.sub(r"(c1_i64\w* = arith.constant) 1 :", r"\1 2 :", t)),
    "other index": ("descriptor", "copy", "kernel", lambda t: re.sub(r"(descriptor_load %\w+)\[(%\w+), (%\w+)\]", r"\1[\3, \2]", t)),
    "other extent": ("tts", "patterns", "", lambda t: t.replace("arith.minsi", "arith.maxsi", 1)),
    "other offset": ("tts", "patterns", "", lambda t: t.replace("offsets: [0]", "offsets: [1]", 1)),
    "not turned back": ("descriptor", "patterns", "loop", lambda t: re.sub(
        r"(tt\.trans %transposed_tile\w* \{order = array<i32: )1, 0", r"\g<1>0, 1", t)),
    "other list": ("tts", "gathers", "", lambda t: t.replace("gather_scatter_offset: %place,", "gather_scatter_offset: %down,", 1)),
    "list of all": ("tts", "gathers", "", lambda t: t.replace("offset: %index gather", "offset: %make_range gather", 1)),
    "no mask": ("tts", "gathers", "", lambda t: t.replace(" gather_scatter_mask: %some", "", 1).replace("tensor<16xi1> <f32>", "<f32>", 1)
        .replace("static_mask_dims = array<i64: 0>", "static_mask_dims = array<i64: 16>", 1)),
    "a mask and an extent": ("tts", "gathers", "", lambda t: t.replace("= array<i64: 0>", "= array<i64: 8>", 1)),
    "gathered along another": ("tts", "gathers", "", lambda t: t.replace("gather_scatter_dim: 0", "gather_scatter_dim: 1", 1)),
    "other stride of a list": ("tts", "gathers", "", lambda t: re.sub(r"strides: \[%\w+, 1\]", "strides: [2, 1]", t, count=1)),
    "other boundary": ("tts", "wraps", "", lambda t: t.replace("shape: [96, 0]", "shape: [80, 0]", 1)),
    "no boundary": ("tts", "wraps", "", lambda t: t.replace("shape: [96, 0]", "shape: [0, 0]", 1)),
    "starts behind its boundary": ("tts", "wraps", "", lambda t: t.replace("offsets: [64, 0]", "offsets: [160, 0]", 1)),
    "boundary of another dimension": ("tts", "wraps", "", lambda t: t.replace("shape: [0, 10]", "shape: [10, 0]", 1)),
    "offset beside a boundary": ("tts", "wraps", "", lambda t: t.replace("offsets: [0, 3]", "offsets: [16, 3]", 1)),
    "masked where it wraps": ("tts", "wraps", "", lambda t: re.sub(r"(-\d+), 16>", r"8, \1>", t, count=1)),
    "three parts": ("tts", "wraps", "loop", lambda t: re.sub(
        r"    (.*)scf\.if %\w+", r"    %yes = arith.constant true\n    \1scf.if %yes", t)),
    "zero for NaN": ("tts", "blocks", "", lambda t: t.replace("0x7FC00000", "0.000000e+00", 1)),
    "an integer for a float": ("tts", "masks", "", lambda t: t.replace("%seven = arith.constant 7", "%seven = arith.constant 8")),
    "a block pointer's start": ("tts", "blocks", "", lambda t: re.sub(r"offsets: \[\w+, 0\]", "offsets: [0, 1]", t, count=1)),
    "a block pointer's step": ("tts", "blocks", "", lambda t: re.sub(r"muli (%\w+), %c17_index", r"muli \1, %c3_index", t, count=1)),
    "other sign of a choice": ("block-pointer", "choices", "", lambda t: t.replace("%subi = arith.subi", "%subi = arith.addi", 1)),
    "clamped after all": ("block-pointer", "choices", "loop", lambda t: re.sub(
        r"    (.*)scf\.if %(?=cmpi)\w+", r"    %yes = arith.constant true\n    \1scf.if %yes", t)),
    "a sum that starts at 1": ("tts", "sums", "", lambda t: t.replace("%c0_i64 = arith.constant 0", "%c0_i64 = arith.constant 1", 1)),
    "a sum of another step": ("tts", "sums", "", lambda t: re.sub(r"extsi %i : (i32 to i64\n.*addi %sum_0)", r"extsi %n : \1", t, count=1)),
    "a sum with a step twice": ("tts", "sums", "", lambda t: re.sub(r"addi %sum_0, (%extsi\w*)", r"addi \1, \1", t, count=1)),
    "a sum that is subtracted": ("tts", "sums", "", lambda t: t.replace("= arith.addi %sum_0,", "= arith.subi %sum_0,", 1)),
    "a sum one step ahead": ("tts", "sums", "", lambda t: re.sub(
        r"(index_cast)( %sum_0 : i64 to index)", r"\1 %ahead : i64 to index", t.replace(
            "      %index_cast = arith", "      %now = arith.extsi %i : i32 to i64\n      %ahead = arith.addi %sum_0, %now : i64\n"
            "      %index_cast = arith", 1), count=1)),
    "an inner sum from the start": ("tts", "sums", "", lambda t: t.replace("iter_args(%sum_2 = %sum_0)", "iter_args(%sum_2 = %c0_i64)", 1)),
    "an inner sum that is lost": ("tts", "sums", "", lambda t: t.replace("scf.yield %sum_1 : i64", "scf.yield %sum_0 : i64", 1)),
    "a sum in 32 bits": ("tts", "sums", "", lambda t: re.sub(
        r"(.*%addi\w* = arith.addi %sum_0, %page : i64\n)(.*scf.yield) (%\w+)",
        r"\1      %cut = arith.trunci \3 : i64 to i32\n      %low = arith.extsi %cut : i32 to i64\n\2 %low", t)),
    "other advance": ("block-pointer", "matmul", "kernel", lambda t: re.sub(r"(tt\.advance %\w+, \[%\w+, )%\w+", r"\1%c0_i32", t, count=1)),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_refuses(name: str) -> None:
    target, file, version, spoil = WRONG[name]
    text = raised(file, target, version).ir
    wrong = spoil(text)
    assert wrong != text
    old = read((CASES / f"{file}.mlir").read_text())
    validate(old, read(text))
    with pytest.raises(Refused):
        validate(old, read(wrong))


def test_a_solver_that_gives_up_leaves_what_is_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guarded version that is not proved in time is not written; what needs no guard is."""
    from egraph_opt.pointer import raising

    def gives_up(old: Module, new: Module) -> None:
        if "egraph_opt.guard" in write(new):
            raise Undecided("tt.load at line 1: timeout")
        validate(old, new)

    monkeypatch.setattr(raising, "validate", gives_up)
    result = raise_text((CASES / "masks.mlir").read_text(), "masks", "tts", "loop")
    assert not result.refused
    assert [r.raised for r in result.reports] == [r.raised for r in raised("masks", "tts", "").reports]
    assert {r.reason for r in result.reports if not r.raised} == {"not proved: tt.load at line 1: timeout"}


# --- the command line
def test_command_line() -> None:
    path = str(CASES / "patterns.mlir")
    done = CliRunner().invoke(main, [path, "--rules", "pointer", "--target", "block-pointer", "--explain-accesses"])
    assert done.exit_code == 0, done.output
    assert done.stdout == raised("patterns", "block-pointer", "").ir
    assert re.search(
        r"@both_ends: line \d+: tt\.load: left: needs the offset of dimension 0: -2\^31 <= - %shift < 2\^31", done.stderr
    )
    assert "evictionPolicy = evict_first" in done.stdout and "cacheModifier = cs" in done.stdout


def test_command_line_misuse() -> None:
    path = str(CASES / "patterns.mlir")
    for options in (["--rules", "pointer"], ["--target", "tts"], ["--rules", "layout,pointer"]):
        assert CliRunner().invoke(main, [path, *options]).exit_code == 2


def test_later_versions_write_descriptor_types_without_tensor() -> None:
    path = str(CASES / "copy.mlir")
    options = ["--rules", "pointer", "--target", "descriptor", "--version", "kernel", "--descriptor-types", "3.8", "--any-cost"]
    done = CliRunner().invoke(main, [path, *options])
    assert ": <f16>, <64x64xf16>" in done.stdout and "!tt.tensordesc<64x64xf16>" in done.stdout


def test_the_book_is_not_run_without_a_target() -> None:
    with pytest.raises(ValueError, match="has a target"):
        optimize((CASES / "copy.mlir").read_text(), rules="pointer")
    assert raise_text((CASES / "copy.mlir").read_text(), "copy", "tts").reports == raised("copy", "tts", "").reports


@pytest.mark.parametrize("target", ["block-pointer", "descriptor"])
def test_generic_form_stays_generic(target: Target) -> None:
    generic = write(read((CASES / "patterns.mlir").read_text()), "generic")
    result = raise_text(generic, "patterns", target, "loop", trips=None)
    assert not result.refused
    assert [r.raised for r in result.reports] == [r.raised for r in raised("patterns", target, "loop").reports]
    assert '"tt.make_tensor_' in result.ir and " = arith." not in result.ir
    (answer,) = libtriton.ask("accept", [result.ir])
    assert answer.text is not None, answer.error
