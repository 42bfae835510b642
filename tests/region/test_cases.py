"""Tensor programs of all kinds through the region rules: nothing fails, IREE takes every result, computes the same, and pays no more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.compare import compare_module
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, ranked_type
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.validation.validate import same
from egraph_opt.ir.module import InputError, Op
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available
from egraph_opt.text import read
from tests.support.kernels import ROOT

CASES = sorted((ROOT / "tests/cases/region").glob("*.mlir"))
SLOW = pytest.mark.slow
MODELS = ("bytes", "latency:streams=4")
BETTER = {
    "batch_concat", "blocks", "dense_layers", "loop_blocks", "matmul_slice", "mixed_elements", "part_of_itself",
    "quantised", "relu_pad_conv", "scf_if", "several", "shared_heads", "two_results",
}  # fmt: skip
"""Programs that get cheaper under some cost model."""
ELEMENTS = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8, "i32": np.int32}

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def functions(text: str) -> dict[str, Op]:
    """The public functions of a program, by name."""
    found = [op for op in iree.read_any(text, "case").op.walk() if op.name in FUNCTIONS]
    return {op.attributes["sym_name"].strip('"'): op for op in found if op.attributes.get("sym_visibility") != '"private"'}


def drawn(function: Op, seed: int = 0) -> list[np.ndarray | int]:
    """Small integers for each argument; extents known at run time only are 3, 4, ..."""
    rng, extents, made = np.random.default_rng(seed), count(3), []
    for argument in function.regions[0].blocks[0].arguments:
        tensor = ranked_type(argument.type)
        if tensor is None and not argument.type.startswith("tensor<"):
            made.append(2)
            continue
        shape, element = tensor or ((), argument.type[len("tensor<") : -1])
        low, high = {"i1": (0, 2), "i32": (0, 4)}.get(element, (-3, 4))
        made.append(rng.integers(low, high, [next(extents) if n is None else n for n in shape]).astype(ELEMENTS[element]))
    return made


def same_results(text: str, results: Iterable[str]) -> None:
    """Every result computes what a program does, which is run once."""
    for name, function in functions(text).items():
        arguments = drawn(function)
        before = iree.run(iree.generic(text), name, arguments)
        for result in results:
            for mine, theirs in zip(iree.run(result, name, arguments), before, strict=True):
                assert np.allclose(mine, theirs, rtol=1e-6, atol=0, equal_nan=True), name


def optimised(text: str, model: str) -> Result:
    """The result, which costs no more than the input in IREE's own schedules."""
    result = optimize_text(text, "case", RegionOptions(cost_model(model)))
    assert not [f.remark for f in result.functions if f.stopped_by in ("error", "check")]
    before, after = (cost_model(model).price(schedule_of(ir)) for ir in (text, result.ir))
    assert after <= before * (1 + 1e-9)
    return result


@pytest.mark.parametrize("path", [pytest.param(p, marks=SLOW if i % 3 else (), id=p.stem) for i, p in enumerate(CASES)])
def test_case(path: Path) -> None:
    """Every third case; the others are slow."""
    text = path.read_text()
    assert re.match(r"// [A-Z].*\.\n", text), f"{path}: the first line says what it is"
    results = [optimised(text, model) for model in MODELS]
    changed = {result.ir for result in results} - {text}
    assert bool(changed) == (path.stem in BETTER), [result.remarks for result in results]
    if changed:
        same_results(text, sorted(changed))


def test_two_results_go_to_two_targets_in_one_dispatch_or_two() -> None:
    """In one that reads its operand once; or in two at once, each of which computes both. No copy, one wave, and as foreseen."""
    text = (CASES[0].parent / "two_results.mlir").read_text()
    for model, dispatches in (("bytes", 1), ("dispatches:dma=2:wave=10", 2)):
        row = compare_module("", text, RegionOptions(cost_model(model)))
        assert row.iree and row.ours and row.verdict() == "better" and row.optimal
        assert (row.iree.waves, row.ours.waves, row.ours.dispatches, row.ours.copies) == (2, 1, dispatches, 0)
        assert row.ours.cost == pytest.approx(row.predicted, rel=1e-6)


def test_parts_of_what_is_inserted_into_are_read_without_a_copy() -> None:
    """The second layer reads what the first one inserted: one copy less, as foreseen, and the same results."""
    text = (CASES[0].parent / "dense_layers.mlir").read_text()
    row = compare_module("", text, RegionOptions(cost_model("bytes")))
    assert row.iree and row.ours and row.verdict() == "better"
    assert (row.iree.copies, row.ours.copies, row.ours.waves) == (2, 1, row.iree.waves)
    assert row.ours.cost == pytest.approx(row.predicted, rel=1e-6)
    result = optimised(text, "bytes").ir
    assert result.count('"tensor.pad"') == 2, "paddings that IREE fuses by itself are left to it"
    same_results(text, [result])


@pytest.mark.parametrize("channels", [16, 5])
def test_iree_stores_a_part_to_the_wrong_place_if_it_drops_dimensions_of_one_element(channels: int) -> None:
    """A convolution of one image, inserted between images: IREE 3.13 computes something else, or refuses it. Our result is right."""
    given, whole = (f"tensor<{n}x{channels}x{k}xf32>" for n, k in ((1, "8x6"), (3, "10x11")))
    kernel, steps = f"tensor<{channels}x3x2x2xf32>", "{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}"
    text = f"""util.func public @f(%a: tensor<1x3x9x7xf32>, %b: {kernel}) -> {whole} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {given}
  %f = linalg.fill ins(%zero : f32) outs(%e : {given}) -> {given}
  %p = linalg.conv_2d_nchw_fchw {steps} ins(%a, %b : tensor<1x3x9x7xf32>, {kernel}) outs(%f : {given}) -> {given}
  %d = tensor.empty() : {whole}
  %g = linalg.fill ins(%zero : f32) outs(%d : {whole}) -> {whole}
  %r = tensor.insert_slice %p into %g[1, 0, 1, 2] [1, {channels}, 8, 6] [1, 1, 1, 1] : {given} into {whole}
  util.return %r : {whole}
}}
"""
    rng = np.random.default_rng(0)
    x, k = (rng.integers(-2, 3, shape).astype(np.float32) for shape in ((1, 3, 9, 7), (channels, 3, 2, 2)))
    expected = np.zeros((3, channels, 10, 11), np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(x, (2, 2), (2, 3))
    expected[1:2, :, 1:9, 2:8] = np.einsum("nchwij,fcij->nfhw", windows, k)
    ours = optimize_text(text, "case", RegionOptions(cost_model("bytes"))).ir
    assert np.array_equal(iree.run(ours, "f", [x, k])[0], expected)
    try:
        assert not np.array_equal(iree.run(iree.generic(text), "f", [x, k])[0], expected)
    except iree.IreeError as error:
        assert "out-of-bounds" in str(error)


def test_iree_takes_no_dispatch_that_inserts_into_two_targets() -> None:
    """A result in two places (E11) is copied twice or computed twice; the third way, inserting it twice in one dispatch, IREE refuses."""
    body = """
      %y = math.absf %x : tensor<4x8xf32>
      %a = tensor.insert_slice %y into %d[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
      %b = tensor.insert_slice %y into %e[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>"""
    types = "tensor<8x8xf32>, tensor<8x8xf32>"
    signature = f"util.func public @f(%x: tensor<4x8xf32>, %d: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> ({types})"
    text = (
        f"{signature} {{\n  %r:2 = flow.dispatch.region -> ({types}) {{{body}\n      flow.return %a, %b : {types}\n  }}\n"
        f"  util.return %r#0, %r#1 : {types}\n}}\n"
    )
    with pytest.raises(iree.IreeError, match="restricted to workgroup distributed contexts"):
        iree.run(iree.generic(text), "f", [np.ones((4, 8), np.float32)] + [np.ones((8, 8), np.float32)] * 2)


def test_a_part_of_a_product_needs_parts_of_its_operands() -> None:
    """The last row of a product with a bias: a quarter of the bytes, one dispatch instead of two, as foreseen."""
    text = (CASES[0].parent / "matmul_slice.mlir").read_text()
    row = compare_module("", text, RegionOptions(cost_model("bytes")))
    assert row.iree and row.ours and row.optimal
    assert (row.iree.dispatches, row.ours.dispatches) == (2, 1)
    assert row.ours.cost == pytest.approx(row.predicted, rel=1e-6) and row.ours.cost * 3 < row.iree.cost


def test_each_block_is_optimised_and_the_rest_is_kept() -> None:
    """Insertions that cover a fill are behind a loop of blocks: their fill goes, and the loop stays."""
    text = (CASES[0].parent / "loop_blocks.mlir").read_text()
    result = optimised(text, "latency:streams=4")
    assert not result.remarks and result.cost_after < result.cost_before
    assert result.ir.count('"cf.cond_br"') == 1 and result.ir.count('"cf.br"') == 2
    assert "linalg.fill" not in result.ir and "flow.tensor.splat" not in result.ir


def test_validation_tells_branches_apart() -> None:
    """Another operand of a branch, its targets exchanged, or an operation of one block on another value."""
    text = iree.generic((CASES[0].parent / "blocks.mlir").read_text())

    def function(text: str) -> Op:
        (found,) = (op for op in read(text).op.walk() if op.name in FUNCTIONS)
        return found

    assert same(function(text), function(text))
    for old, new in (
        ('"cf.br"(%10)', '"cf.br"(%9)'), ("(%5, %7)", "(%7, %5)"), ('"math.absf"(%9)', '"math.exp"(%9)'),
        ("(%12, %8)", "(%8, %8)"),
    ):  # fmt: skip
        changed = text.replace(old, new)
        assert changed != text and not same(function(text), function(changed)), old


HANDED = """
util.func public @f(%x: tensor<4x8xf32>, %n: i32) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %y = math.absf %x : tensor<4x8xf32>
  %all = tensor.extract_slice %y[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %p = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %p, ^more, ^done(%all : tensor<4x8xf32>)
^more:
  %again = tensor.extract_slice %all[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %e = math.exp %again : tensor<4x8xf32>
  cf.br ^done(%e : tensor<4x8xf32>)
^done(%t: tensor<4x8xf32>):
  %o = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = tensor.insert_slice %t into %f[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %s = arith.addf %all, %t : tensor<4x8xf32>
  %b = tensor.insert_slice %s into %a[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  util.return %b : tensor<8x8xf32>
}
"""


@pytest.mark.parametrize("model", ["dispatches", pytest.param("bytes", marks=SLOW)])
def test_values_that_blocks_hand_each_other(model: str) -> None:
    """A value that a block passes on may have come from another block, under another name."""
    result = optimised(HANDED, model)
    assert not result.remarks and result.cost_after < result.cost_before
    same_results(HANDED, [result.ir])


def test_what_iree_has_to_read_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iree, "available", lambda: False)
    text = "util.func public @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n  util.return %a : tensor<4xf32>\n}\n"
    with pytest.raises(InputError, match=r"is not installed: pip install -e '\.\[iree\]' in a clone") as refused:
        iree.read_any(text, "f.mlir")
    assert "MLIR's generic form need no IREE" in refused.value.note
