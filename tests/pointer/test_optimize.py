"""Which accesses are raised to each target, in which way, and the command line."""

from __future__ import annotations

import re
from functools import cache

import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.baseline import libtriton
from egraph_opt.command.cli import main
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.text import read, write
from tests.pointer.cases import CASES, FILES, raised

EXPECTED = {
    "copy_ptr": ("11 00 00", "11 11 11"),
    "mm_ptr": ("111 000 000", "111 111 111"),
    "one_dimension": ("11 11 00", "11 11 11"),
    "other_value": ("11 11 01", "11 11 11"),
    "negative_zero": ("11 10 10", "11 11 11"),
    "both_ends": ("11 01 01", "11 11 11"),
    "transposed": ("111 111 001", "111 111 111"),
    "nested_loops": ("11 11 00", "11 11 00"),
    "carried_indices": ("01 01 01", "11 11 11"),
    "early_return": ("11 11 00", "11 11 00"),
    "after_the_loop": ("1111 1111 0001", "1111 1111 0001"),
    "after_unknown_trips": ("1111 1111 0000", "1111 1111 0000"),
    "inner_results": ("111111 111111 000000", "111111 111111 000000"),
    "carried_through": ("1111 1111 0000", "1111 1111 0000"),
    "part_of_a_step": ("11 11 00", "11 11 00"),
    "not_a_sum": ("1101 1101 0000", "1101 1101 0000"),
    "wrapped_rows": ("11 01 01", "11 11 11"),
    "wrapped_tile": ("11 01 01", "11 11 11"),
    "scalar_truth": ("11 11 00", "11 11 11"),
    "not_below": ("11 10 10", "11 11 11"),
    "three_factors": ("11 11 11", "11 11 11"),
    "not_rectangular": ("1 0 0", "1 0 0"),
    "two_bases": ("0 0 0", "0 0 0"),
    "gathered_rows": ("111 101 101", "111 101 101"),
    "scattered": ("111 100 100", "111 100 100"),
    "chosen_rows": ("111 100 100", "111 100 100"),
    "divided": ("11 01 01", "11 01 01"),
    "chosen_by_if": ("11 01 01", "11 11 11"),
    "clamped": ("11 01 01", "11 11 11"),
    "chosen_columns": ("100 100 100", "111 100 100"),
    "two_lists": ("1111 1100 1100", "1111 1100 1100"),
    "summed_in_32_bits": ("111 101 101", "111 101 101"),
    "masked_elsewhere": ("1111 1101 1101", "1111 1101 1101"),
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
    "block_padded": ("1111 0000 0000", "1111 0000 0100"),
    "block_carried": ("111 000 000", "111 000 110"),
    "block_nested": ("11 00 00", "11 00 00"),
    "volatile": ("0101 1111 0000", "0101 1111 0000"),
    "jagged": ("11111 01111 00000", "11111 01111 00000"),
    "digits": ("11 11 01", "11 11 11"),
    "another_other": ("111 111 101", "111 111 111"),
    "masked_sum": ("11 01 00", "11 11 00"),
    "long_steps": ("11 11 00", "11 11 00"),
    "long_loop": ("1 1 0", "1 1 0"),
    "not_the_last": ("1111 1110 1000", "1111 1111 1000"),
    "unsigned": ("111111 100000 100000", "111111 111111 100000"),
    "packed_rows": ("1111 1111 0000", "1111 1111 0000"),
    "lengths": ("11111 01111 00000", "11111 01111 00000"),
    "rows_of_pages": ("111 110 000", "111 110 000"),
    "used_elsewhere": ("110101 111101 000000", "110101 111101 000000"),
    "if_offsets": ("11 11 01", "11 11 11"),
    "if_pointers": ("11 11 01", "11 11 01"),
    "if_and_for": ("1111 1111 1000", "1111 1111 1000"),
    "if_advances": ("11 11 00", "11 11 00"),
    "unsigned_remainder": ("11 01 01", "11 11 11"),
    "clamps": ("111 001 000", "111 111 000"),
    "block_chosen": ("00 00 00", "00 00 00"),
    "scalars": ("11111 00000 00000", "11111 00000 00000"),
    "scalars_in_a_loop": ("11111 00000 00000", "11111 00000 00000"),
    "rows_and_columns": ("11111 11000 00000", "11111 11000 00000"),
    "masked_by_branch": ("11 10 00", "11 11 11"),
    "either_base": ("111 111 111", "111 111 111"),
    "cast": ("11 11 01", "11 11 01"),
    "without_dimensions": ("11 00 00", "11 00 00"),
    "reordered": ("11 10 10", "11 10 10"),
    "unused": ("11 11 00", "11 11 11"),
}
"""Of each function, which accesses are raised to tts, block pointers and descriptors: where facts are derived, and under a guard."""


@cache
def functions(file: str) -> list[str]:
    """The names of a file's functions."""
    return [op.attributes["sym_name"].strip('"') for op in read((CASES / f"{file}.mlir").read_text()).functions()]


@pytest.mark.parametrize("version", ["loop", *(pytest.param(version, marks=pytest.mark.slow) for version in ("", "kernel"))])
@pytest.mark.parametrize(
    "target", [pytest.param(target, marks=pytest.mark.slow) if target == "block-pointer" else target for target in TARGETS]
)
@pytest.mark.parametrize("file", FILES)
def test_what_is_raised(file: str, target: Target, version: str) -> None:
    found: dict[str, str] = {}
    result = raised(file, target, version)
    assert not result.rejected
    for report in result.reports:
        assert report.raised or report.reason
        found[report.function] = found.get(report.function, "") + str(int(report.raised))
    expected = {name: EXPECTED[name] for name in EXPECTED if name in functions(file)}
    assert found == {name: answers[bool(version)].split()[TARGETS.index(target)] for name, answers in expected.items()}


def test_each_function_is_expected_once() -> None:
    assert sorted(EXPECTED) == sorted(name for file in FILES for name in functions(file))


@pytest.mark.parametrize("target", TARGETS[1:])
def test_what_is_left_keeps_its_bytes(target: Target) -> None:
    assert raised("left", target, "kernel").ir == (CASES / "left.mlir").read_text()


def test_what_has_several_bases_keeps_its_bytes() -> None:
    kept, written = (
        (t := text)[t.index("@two_bases") : t.index("// One of two")]
        for text in (raised("left", "tts", "kernel").ir, (CASES / "left.mlir").read_text())
    )
    assert kept == written


# --- gathers and wrapping around
HOW = {
    "": "copy_ptr both_ends not_below unsigned not_the_last mm_ptr wrapped_rows gathered_rows scattered chosen_rows"
    " divided masked_sum chosen_by_if clamped without_sign three_parts starts_behind masked_where_it_wraps stored"
    " wrapped_tile clamps unsigned_remainder masked_by_branch if_offsets digits block_copy block_padded",
    "loop": "chosen_columns not_the_last gathered_rows scattered chosen_rows divided without_sign three_parts starts_behind"
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
    """Gathered along two dimensions: `tts.make_gather_scatter_tptr` has a list for one: each lane has an offset, and a report says so."""
    (left,) = {r.reason for r in raised("gathers", "tts", version).reports if r.function == "two_lists" and not r.structured}
    assert left.startswith("its addresses are gathered by several lists of indices, %")


def test_a_guard_that_would_hardly_ever_hold_is_not_made() -> None:
    """Offsets summed in 32 bits with entries that may be anything: only a stride of zero would pass."""
    reports = [r for r in raised("gathers", "tts", "loop").reports if r.function == "summed_in_32_bits"]
    assert [r.structured for r in reports] == [True, False, True]
    assert reports[1].reason.endswith("as entries of %index may be anything")


def test_a_tile_that_starts_again_has_a_boundary() -> None:
    text = raised("wraps", "tts", "loop").ir
    assert "strides: [16, 1], offsets: [64, 0], shape: [96, 0]" in text  # multiplied by the stride, from row 4 up to row 6
    assert "strides: [16, 1], offsets: [0, 3], shape: [0, 10]" in text
    assert re.search(r"strides: \[%\w+, 1\], offsets: \[%\w+, 0\], shape: \[%\w+, 0\]", text)


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
    with pytest.raises(ValueError, match=r"rules=.pointer. needs target"):
        optimize((CASES / "copy.mlir").read_text(), rules="pointer")
    assert raise_text((CASES / "copy.mlir").read_text(), "copy", "tts").reports == raised("copy", "tts", "").reports


@pytest.mark.parametrize("target", ["block-pointer", "descriptor"])
def test_generic_form_stays_generic(target: Target) -> None:
    generic = write(read((CASES / "patterns.mlir").read_text()), "generic")
    result = raise_text(generic, "patterns", target, "loop", any_cost=True)
    assert not result.rejected
    assert [r.raised for r in result.reports] == [r.raised for r in raised("patterns", target, "loop").reports]
    assert '"tt.make_tensor_' in result.ir and " = arith." not in result.ir
    (answer,) = libtriton.ask("accept", [result.ir])
    assert answer.text is not None, answer.error
