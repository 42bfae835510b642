"""The checker of raised programs refuses wrong ones, and what it cannot decide is not written."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.validation.errors import RaiseRefused, SolverUndecided
from egraph_opt.families.pointer.validation.validate import Proofs, validate
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write
from tests.pointer.cases import CASES, accepted, raised

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
    "other sign of a choice": ("block-pointer", "choices", "loop", lambda t: t.replace("%subi = arith.subi", "%subi = arith.addi", 1)),
    "clamped after all": ("block-pointer", "choices", "loop", lambda t: re.sub(
        r"    (.*)scf\.if %(?=cmpi)\w+", r"    %yes = arith.constant true\n    \1scf.if %yes", t)),
    "no longer volatile": ("block-pointer", "masks", "", lambda t: t.replace("isVolatile = true, ", "")),
    "cached again": ("block-pointer", "masks", "", lambda t: t.replace(" cacheModifier = cv", "")),
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
    "a sum of steps that are taken for none": ("tts", "sums", "", lambda t: re.sub(
        r"(@long_steps[\s\S]*?)(%index_cast = arith.index_cast) %sum_0",
        r"\1%cut = arith.muli %sum_0, %none : i64\n      \2 %cut", t, count=1)),
    "a loop that seems not to run": ("tts", "sums", "", lambda t: re.sub(
        r'(@long_loop[\s\S]*?"tts.store"\(%\w+, %ones), %\w+\) <{static_mask_dims = array<i64: -\d+>}>(.*), index\) -> \(\)',
        r"\1) <{static_mask_dims = array<i64>}>\2) -> ()", t, count=1)),
    "a jagged sum of other steps": ("tts", "sums", "", lambda t: re.sub(r"(@jagged[\s\S]*?constant) 16 : i64", r"\1 8 : i64", t, count=1)),
    "a jagged sum of other loops": ("tts", "sums", "", lambda t: t.replace("%j = %zero to %length step", "%j = %zero to %n step")),
    "another base": ("tts", "unstructured", "", lambda t: t.replace('"tts.gather"(%in, %splat', '"tts.gather"(%out, %splat', 1)),
    "the offset of another scalar": ("tts", "unstructured", "", lambda t: t.replace('(%out, %program, %sum)', '(%out, %where, %sum)', 1)),
    "an offset without a part": ("tts", "unstructured", "", lambda t: t.replace(
        "arith.addi %extsi, %extsi_0 : i64", "arith.addi %extsi, %extsi : i64", 1)),
    "an offset without sign": ("tts", "unstructured", "", lambda t: t.replace("arith.extsi %offset :", "arith.extui %offset :", 1)),
    "a sum of offsets in 32 bits": ("tts", "unstructured", "", lambda t: re.sub(
        r"%addi = arith\.addi %extsi, %extsi_0 : tensor<16x16xi64>",
        "%sum32 = arith.addi %offset, %places : tensor<16x16xi32>\n    %addi = arith.extsi %sum32 : tensor<16x16xi32> to tensor<16x16xi64>",
        t, count=1)),
    "no mask on a list": ("tts", "unstructured", "", lambda t: t.replace(
        "(%out, %at, %sum, %triangle)", "(%out, %at, %sum)").replace("16x16xf32>, tensor<16x16xi1>) -> ()", "16x16xf32>) -> ()")),
    "another default": ("tts", "unstructured", "", lambda t: t.replace("%seven = arith.constant 7.", "%seven = arith.constant 8.", 1)),
    "another value of masked lanes": ("tts", "unstructured", "", lambda t: t.replace("%loaded, %other", "%loaded, %x", 1)),
    "a list of another value": ("tts", "unstructured", "", lambda t: t.replace("tt.splat %z : f32", "tt.splat %x : f32", 1)),
    "a mask of a scalar": ("tts", "unstructured", "", lambda t: t.replace(
        "(%out, %program, %sum) : (!tt.ptr<f32>, i32, f32)", "(%out, %program, %sum, %some) : (!tt.ptr<f32>, i32, f32, i1)", 1)),
    "an offset that a loop forgets": ("tts", "unstructured", "", lambda t: t.replace(
        "scf.yield %addi : i64", "scf.yield %offset_0 : i64", 1)),
    "the other base": ("tts", "unstructured", "", lambda t: t.replace("%which, %in, %in2", "%which, %in2, %in", 1)),
    "the other mask of a branch": ("tts", "unstructured", "", lambda t: t.replace("subi %muli, %muli_0", "subi %muli_0, %muli", 1)),
    "another array's bytes": ("tts", "unstructured", "", lambda t: t.replace(
        "tt.bitcast %in : !tt.ptr<i1>", "tt.bitcast %out : !tt.ptr<i8>", 1)),
    "other advance": ("block-pointer", "matmul", "kernel", lambda t: re.sub(r"(tt\.advance %\w+, \[%\w+, )%\w+", r"\1%c0_i32", t, count=1)),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_refuses(name: str) -> None:
    target, file, version, spoil = WRONG[name]
    old, text = accepted(file, target, version)
    wrong = spoil(text)
    assert wrong != text
    with pytest.raises(RaiseRefused):
        validate(old, read(wrong))


def test_a_solver_that_gives_up_leaves_what_is_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guarded version that is not proved in time is not written; what needs no guard is."""
    from egraph_opt.families.pointer import optimize

    def gives_up(old: Module, new: Module, proofs: Proofs) -> None:
        if "egraph_opt.guard" in write(new):
            raise SolverUndecided("tt.load at line 1: timeout")
        validate(old, new, proofs)

    monkeypatch.setattr(optimize, "validate", gives_up)
    result = raise_text((CASES / "masks.mlir").read_text(), "masks", "block-pointer", "loop")
    assert not result.rejected
    assert [r.raised for r in result.reports] == [r.raised for r in raised("masks", "block-pointer", "").reports]
    assert {r.reason for r in result.reports if not r.raised} == {"not proved: tt.load at line 1: timeout"}
