"""Tensor programs of all kinds through the region rules: nothing fails, IREE takes every result, computes the same, and pays no more."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from egraph_opt.ir import Op
from egraph_opt.region import iree
from egraph_opt.region.cost import cost_model
from egraph_opt.region.encode import FUNCTIONS, ranked
from egraph_opt.region.optimize import RegionOptions, optimize_text
from egraph_opt.result import Result

CASES = sorted((Path(__file__).parent / "cases" / "region").glob("*.mlir"))
MODELS = ("bytes", "latency:streams=4")
BETTER = {"batch_concat", "blocks", "loop_blocks", "quantised", "relu_pad_conv", "scf_if", "several"}
"""Programs that get cheaper under some cost model."""
ELEMENTS = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8, "i32": np.int32}

pytestmark = pytest.mark.skipif(not iree.available(), reason="needs IREE")


def functions(text: str) -> dict[str, Op]:
    """The public functions of a program, by name."""
    found = [op for op in iree.read_any(text, "case").op.walk() if op.name in FUNCTIONS]
    return {op.attributes["sym_name"].strip('"'): op for op in found if op.attributes.get("sym_visibility") != '"private"'}


def drawn(function: Op, seed: int = 0) -> list[np.ndarray | int]:
    """Small integers for each argument; extents known at run time only are 3, 4, ..."""
    rng, extents, made = np.random.default_rng(seed), count(3), []
    for argument in function.regions[0].blocks[0].arguments:
        tensor = ranked(argument.type)
        if tensor is None and not argument.type.startswith("tensor<"):
            made.append(2)
            continue
        shape, element = tensor or ((), argument.type[len("tensor<") : -1])
        low, high = {"i1": (0, 2), "i32": (0, 4)}.get(element, (-3, 4))
        made.append(rng.integers(low, high, [next(extents) if n is None else n for n in shape]).astype(ELEMENTS[element]))
    return made


def same_results(text: str, result: str) -> None:
    for name, function in functions(text).items():
        arguments = drawn(function)
        before, after = (iree.run(ir, name, arguments) for ir in (iree.generic(text), result))
        for mine, theirs in zip(after, before, strict=True):
            assert np.allclose(mine, theirs, rtol=1e-6, atol=0, equal_nan=True), name


def optimised(text: str, model: str) -> Result:
    """The result, which costs no more than the input in IREE's own schedules."""
    result = optimize_text(text, "case", RegionOptions(cost_model(model), 1.0))
    assert not [f.remark for f in result.functions if f.stopped_by in ("error", "check")]
    before, after = (cost_model(model).price(iree.schedule_of(ir)) for ir in (text, result.ir))
    assert after <= before * (1 + 1e-9)
    return result


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    text = path.read_text()
    assert re.match(r"// [A-Z].*\.\n", text), f"{path}: the first line says what it is"
    results = [optimised(text, model) for model in MODELS]
    same = iree.generic(text).strip()
    changed = {result.ir for result in results} - {ir for ir in (result.ir for result in results) if ir.strip() == same}
    assert bool(changed) == (path.stem in BETTER), [result.remarks for result in results]
    for ir in changed:
        same_results(text, ir)


def test_each_block_is_optimised_and_the_rest_is_kept() -> None:
    """Insertions that cover a fill are behind a loop of blocks: their fill goes, and the loop stays."""
    text = (CASES[0].parent / "loop_blocks.mlir").read_text()
    result = optimised(text, "latency:streams=4")
    assert not result.remarks and result.cost_after < result.cost_before
    assert result.ir.count('"cf.cond_br"') == 1 and result.ir.count('"cf.br"') == 2
    assert "linalg.fill" not in result.ir and "flow.tensor.splat" not in result.ir


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


@pytest.mark.parametrize("model", ["bytes", "dispatches"])
def test_values_that_blocks_hand_each_other(model: str) -> None:
    """What a block hands on may be what another handed to it, under another name."""
    result = optimised(HANDED, model)
    assert not result.remarks and result.cost_after < result.cost_before
    same_results(HANDED, result.ir)
