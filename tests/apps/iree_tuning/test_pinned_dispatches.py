"""Computations held in dispatches: every block of a real model stays the program that it is, and the check sees each change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from egraph_opt.apps.iree_tuning.pinned_dispatches import groups, hold_groups
from egraph_opt.apps.iree_tuning.region_inlining import REGION, inlined_same
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.validation.validate import same
from egraph_opt.ir.module import Module, Op
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available
from egraph_opt.text import read, write
from tests.support.kernels import ROOT

BLOCKS = sorted((ROOT / "benchmarks/corpus/blocks").glob("*.mlir"))
QUICK = ("towers", "shufflenet", "fire")
MODEL = ROOT / "benchmarks/corpus/models/residual.mlir"

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def functions(module: Module) -> list[Op]:
    return [op for op in module.op.walk() if op.name in FUNCTIONS]


def regions(module: Module) -> int:
    return sum(op.name == REGION for op in module.op.walk())


@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_every_block_holds_what_it_computes(path: Path) -> None:
    module = iree.read_any(path.read_text(), path.name)
    found = groups(module)
    assert bool(found) == (path.stem != "rope")
    assert len({op for group in found for op in group.ops if op.name.startswith("linalg.") and op.name != "linalg.fill"}) == sum(
        op.name.startswith("linalg.") and op.name != "linalg.fill" for group in found for op in group.ops
    )  # no operation is in two groups
    new = read(write(hold_groups(module, found)))
    assert regions(new) == len(found) and not groups(hold_groups(module, found))
    for before, after in zip(functions(module), functions(new), strict=True):
        assert inlined_same(before, after)
        assert path.stem not in QUICK or same(before, after)  # the check by fingerprints, which knows nothing of the other


def test_one_group_is_held_by_itself() -> None:
    module = iree.read_any(MODEL.read_text(), "residual")
    for group in groups(module):
        new = read(write(hold_groups(module, [group])))
        assert regions(new) == 1
        assert all(inlined_same(*pair) for pair in zip(functions(module), functions(new), strict=True))


def test_iree_computes_the_same_of_it() -> None:
    module = iree.read_any(MODEL.read_text(), "residual")
    with np.load(MODEL.with_suffix(".npz")) as arrays:
        (found,) = iree.run(write(hold_groups(module, groups(module))), "main", [arrays["in0"]])
        np.testing.assert_allclose(found, arrays["out0"], rtol=1e-4, atol=1e-5)


PADDED = """func.func @f(%x: tensor<1x6x10x4xf32>, %k: tensor<3x3x4x8xf32>, %o: tensor<1x6x10x8xf32>) -> tensor<1x6x10x8xf32> {
  %z = arith.constant 0.0 : f32
  PADDING
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%p, %k : tensor<1x8x12x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<1x6x10x8xf32>) -> tensor<1x6x10x8xf32>
  return %c : tensor<1x6x10x8xf32>
}
"""
PAD = """%p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x6x10x4xf32> to tensor<1x8x12x4xf32>"""
INSERTED = """%e = tensor.empty() : tensor<1x8x12x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x12x4xf32>) -> tensor<1x8x12x4xf32>
  %p = tensor.insert_slice %x into %f[0, 1, 1, 0] [1, 6, 10, 4] [1, 1, 1, 1] : tensor<1x6x10x4xf32> into tensor<1x8x12x4xf32>"""


@pytest.mark.parametrize("padding", [PAD.replace("%c:", "%g:"), INSERTED], ids=["pad", "insertion into a fill"])
def test_a_padding_is_held_with_its_convolution(padding: str) -> None:
    """IREE then makes one dispatch: no fill, and no copy into the padded tensor."""
    text = PADDED.replace("PADDING", padding)
    module = iree.read_any(text, "padded")
    (group,) = groups(module)
    assert group.paddings and not any(op in group.ops for op in group.paddings)
    new = hold_groups(module, [group.with_paddings()])
    assert all(inlined_same(*pair) for pair in zip(functions(module), functions(read(write(new))), strict=True))
    before, after = (schedule_of(write(each)) for each in (module, new))
    assert (before.count("dispatch", "slow"), after.count("dispatch", "slow"), after.count("fill", "copy")) == (2, 1, 0)
    random = np.random.default_rng(0)
    given = [random.random(shape, dtype=np.float32) for shape in ((1, 6, 10, 4), (3, 3, 4, 8), (1, 6, 10, 8))]
    expected, made = (iree.run(write(each), "f", given) for each in (module, new))
    assert np.allclose(expected[0], made[0], rtol=1e-5)


def test_a_padding_with_another_reader_is_not_held() -> None:
    text = PADDED.replace("PADDING", PAD.replace("%c:", "%g:")).replace("return %c :", "return %c, %p :")
    text = text.replace("-> tensor<1x6x10x8xf32> {\n  %z", "-> (tensor<1x6x10x8xf32>, tensor<1x8x12x4xf32>) {\n  %z")
    text = text.replace("%p : tensor<1x6x10x8xf32>\n", "%p : tensor<1x6x10x8xf32>, tensor<1x8x12x4xf32>\n")
    (group,) = groups(iree.read_any(text, "padded"))
    assert not group.paddings


PROGRAM = """"builtin.module"() ({
  "util.func"() <{function_type = (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>, sym_name = "f", tied_operands = []}> ({
  ^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>):
    %x = "arith.subf"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %u = "util.optimization_barrier"(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %v = "util.optimization_barrier"(%b) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %r = "flow.dispatch.region"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
      %y = "arith.mulf"(%u, %v) <{fastmath = #arith.fastmath<none>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      "flow.return"(%y) : (tensor<4x4xf32>) -> ()
    }, {
    }) : () -> tensor<4x4xf32>
    "util.return"(%r) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""
CHANGES = {
    "operands swapped": ('"arith.subf"(%a, %b)', '"arith.subf"(%b, %a)'),
    "another operation": ('"arith.mulf"', '"arith.addf"'),
    "another value in a region": ("(%u, %v) <", "(%u, %u) <"),
    "another value returned": ('"util.return"(%r)', '"util.return"(%u)'),
    "another value out of a region": ('"flow.return"(%y)', '"flow.return"(%v)'),
    "an attribute": ("fastmath = #arith.fastmath<none>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n    %u",
                     "fastmath = #arith.fastmath<fast>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n    %u"),
    "a signature": ('sym_name = "f"', 'sym_name = "g"'),
    "an effect left out": ('    %v = "util.optimization_barrier"(%b)', '    %v = "tensor.cast"(%b)'),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_the_check_sees_a_change(name: str) -> None:
    old, new = CHANGES[name]
    assert PROGRAM.count(old) == 1
    before, after = (functions(read(text))[0] for text in (PROGRAM, PROGRAM.replace(old, new)))
    assert inlined_same(before, functions(read(PROGRAM))[0])
    assert not inlined_same(before, after)


def test_the_check_sees_effects_in_another_order() -> None:
    (function,) = functions(read(PROGRAM))
    (block,) = function.regions[0].blocks
    x, u, v, *rest = block.ops
    swapped = replace(function, regions=(replace(function.regions[0], blocks=(replace(block, ops=(x, v, u, *rest)),)),))
    assert not inlined_same(function, swapped)
