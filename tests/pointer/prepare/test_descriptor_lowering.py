"""Descriptors and block pointers as input: what their accesses are through pointers, and as `tts`."""

from __future__ import annotations

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.core.options import OptionError
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import CASES, same_when_run
from tests.support.kernels import program_text

DESCRIPTORS = (CASES / "descriptors.mlir").read_text()
STAY = program_text("pointer/prepare/descriptor_lowering.stay")


@pytest.mark.parametrize(("file", "gone"), [("descriptors", "tensordesc"), ("blocks", "make_tensor_ptr")])
def test_accesses_through_pointers_do_the_same(file: str, gone: str) -> None:
    """Also as Triton lowers the input itself, which shares nothing with this project."""
    text = (CASES / f"{file}.mlir").read_text()
    result = raise_text(text, file, "pointers")
    assert all(report.raised for function in result.functions for report in function.reports)
    assert gone not in result.ir
    (lowered,) = libtriton.ask("lower", [text])
    assert lowered.text is not None and gone not in lowered.text, lowered.error
    assert same_when_run(read(text), [read(result.ir), read(lowered.text)], 15, (0, 1, 2, 7, 16, 33, -1)) >= 7


def test_accesses_without_a_block_s_first_dimension_do_the_same() -> None:
    """Triton 3.6 does not lower these."""
    assert DESCRIPTORS.count(" tensor<1x16xf32>\n") == 2
    text = DESCRIPTORS.replace(" tensor<1x16xf32>\n", " tensor<16xf32>\n")
    result = raise_text(text, "rows", "pointers")
    assert all(report.raised for function in result.functions for report in function.reports)
    assert same_when_run(read(text), [read(result.ir)], 15, (0, 1, 2, 7, 16, 33, -1)) >= 7


def test_triton_takes_what_goes_through_pointers() -> None:
    one = DESCRIPTORS[: DESCRIPTORS.index("  // A row")] + "}\n"  # a module of one kernel
    (answer,) = libtriton.ask("compile", [raise_text(one, "descriptors", "pointers").ir])
    assert answer.text is not None, answer.error
    assert "ld.global" in answer.text and "cp.async.bulk.tensor" not in answer.text


def test_descriptors_become_structured_accesses() -> None:
    result = raise_text(DESCRIPTORS, "descriptors", "tts", "loop")
    assert all(report.raised for function in result.functions for report in function.reports)
    assert all(report.structured for function in result.functions for report in function.reports)
    assert same_when_run(read(DESCRIPTORS), [read(result.ir)], 15, (0, 1, 2, 7, 16, 33, -1)) >= 7


def test_what_pointers_cannot_say_stays() -> None:
    (function,) = raise_text(STAY, "stay", "pointers").functions
    assert [(r.access, r.raised) for r in function.reports] == [
        ("tt.descriptor_load", False), ("tt.descriptor_load", True), ("tt.descriptor_reduce", False),
    ]  # fmt: skip
    assert "it combines what it stores with what memory holds" in function.reports[2].reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("arith.cmpi slt", "arith.cmpi sle"), ("arith.cmpi sge", "arith.cmpi sgt"), ("dense<0.000000e+00>", "dense<1.000000e+00>"),
        ("dense<0x7FC00000>", "dense<0.000000e+00>"), ("tt.splat %stride", "tt.splat %c1"), ("tt.splat %out", "tt.splat %in"),
        ("arith.extsi %m : i32 to i64", "arith.extui %m : i32 to i64"), ("arith.extsi %n : i32 to i64", "arith.extsi %m : i32 to i64"),
        ("arith.extsi %column", "arith.extui %column"),
    ],
)  # fmt: skip
def test_wrong_neighbours_are_refused(old: str, new: str) -> None:
    text = raise_text(DESCRIPTORS, "descriptors", "pointers").ir
    validate(read(DESCRIPTORS), read(text))
    assert old in text
    with pytest.raises(RaiseRefused):
        validate(read(DESCRIPTORS), read(text.replace(old, new)))


def test_versions_are_for_raising() -> None:
    with pytest.raises(OptionError, match="pointers"):
        raise_text(DESCRIPTORS, "descriptors", "pointers", "loop")
