"""Products of repeated tensors: they read the tensor before it was repeated, and the checker tells right readings from wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.flag_search import _is_preserved, held_forms
from egraph_opt.apps.iree_tuning.timed_programs import choices
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.encode.dim_groups import align_factors, refine_dims
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.validation.validate import same
from egraph_opt.families.region.vocabulary.window_reshaping import partners
from egraph_opt.ir.module import Op
from egraph_opt.iree import program as iree
from egraph_opt.iree.compiler import DEFAULT
from egraph_opt.iree.tool_process import available
from egraph_opt.text import write
from tests.support.kernels import ROOT

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

PRODUCT = """
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {{
  %r = linalg.generic {{indexing_maps = [{maps}, affine_map<({loops}) -> (i)>],
      iterator_types = ["parallel", "reduction", "reduction"]}}
      ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<3xf32>) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }} -> tensor<3xf32>
  func.return %r : tensor<3xf32>
}}
"""
NAMED = """
func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x3x4xf32>, tensor<2x4x5xf32>) outs(%c : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  func.return %r : tensor<2x3x5xf32>
}
"""


def function(text: str) -> Op:
    return next(op for op in iree.read_any(text, "case").op.walk() if op.name in FUNCTIONS)


def product(first: str, second: str, loops: str = "i, k, l") -> Op:
    maps = ", ".join(f"affine_map<({loops}) -> ({row})>" for row in (first, second))
    return function(PRODUCT.format(maps=maps, loops=loops))


def test_checker_tells_apart_which_steps_meet() -> None:
    """Both products read all of both operands; other elements meet in them, or in another order."""
    assert same(product("k, l", "k, l"), product("k, l", "k, l"))
    assert not same(product("k, l", "k, l"), product("k, l", "l, k"))
    assert not same(product("k, l", "k, l"), product("k, l", "k, l", "i, l, k"))


def test_checker_knows_a_named_product_as_loops() -> None:
    loops = NAMED.replace("linalg.batch_matmul ins", """linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
        affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
        iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins""")  # fmt: skip
    body = """{
      ^bb0(%x: f32, %y: f32, %z: f32):
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        linalg.yield %s : f32
      } -> tensor<2x3x5xf32>
      func"""
    loops = loops.replace("-> tensor<2x3x5xf32>\n  func", body)
    assert same(function(NAMED), function(loops))
    assert not same(function(NAMED), function(loops.replace("arith.mulf", "arith.addf")))
    assert not same(function(NAMED), function(loops.replace("arith.mulf %x, %y", "arith.mulf %y, %x")))


def test_no_repetition_is_left() -> None:
    """Heads that share keys, and keys that are tiled: one dispatch instead of two, without the bytes of the repetition."""
    text = (ROOT / "tests/cases/region/shared_heads.mlir").read_text()
    result = optimize_text(text, "case", RegionOptions("bytes"))
    assert not result.remarks
    before, after = schedule_of(text), schedule_of(result.ir)
    assert (before.totals()["dispatches"], after.totals()["dispatches"]) == (4, 2) and after.transient < before.transient


@pytest.mark.slow
def test_attention_with_a_cache_reads_the_cache_itself(tmp_path: Path) -> None:
    """IREE takes no code from the cheapest choice of this block; the products alone are rewritten, and compute the same bits."""
    path = ROOT / "benchmarks/corpus/blocks/llama_decode.mlir"
    text = path.read_text()
    result = optimize_text(text, path.name, RegionOptions("bytes", work_limit=20_000))
    assert result.ir != text and all("only products of repeated tensors" in line for line in result.remarks)
    before, after = schedule_of(text), schedule_of(result.ir)
    assert after.totals()["dispatches"] <= before.totals()["dispatches"] and after.transient * 10 < before.transient
    bench = Bench(iree.read_any(text, path.name), text, tmp_path, 1024)
    theirs, mine = (bench.results(bench.compile(ir, DEFAULT)) for ir in (text, result.ir))
    assert [a.tobytes() for a in mine] == [b.tobytes() for b in theirs]


def test_a_call_of_the_compiler_has_both_choices_to_time() -> None:
    """The cheapest choice of attention with a cache, which IREE may refuse, and the products alone; one program if they are the same."""
    options = RegionOptions("bytes", work_limit=20_000)
    text = (ROOT / "benchmarks/corpus/blocks/llama_decode.mlir").read_text()
    found = choices(iree.read_any(text, "block"), text, options)
    assert len(found) == 2 and "flow.dispatch.region" in write(found[0]) and "flow.dispatch.region" not in write(found[1])
    forms = held_forms(found[1])
    assert forms and all(_is_preserved(form) for form in forms)
    assert choices(iree.read_any(NAMED, "case"), NAMED, options) == []


@pytest.mark.parametrize(
    ("row", "shape", "factors"),
    [
        ((4, 2, 256), (8, 256), [(4, 2), (256,)]),
        ((4, 2, 3), (1, 8, 1, 3), [(), (4, 2), (), (3,)]),
        ((6, 4), (3, 8), [(3,), (2, 4)]),
        ((4, 6), (6, 4), None),
        ((8,), (2, 4), [(2,), (4,)]),
    ],
)
def test_factors(row: tuple[int, ...], shape: tuple[int, ...], factors: list[tuple[int, ...]] | None) -> None:
    assert refine_dims(row, shape) == factors


def test_aligned_and_partners() -> None:
    assert align_factors((4, 2, 3), (8, 1, 3)) == [(4, 2), (), (3,)]
    assert align_factors((4, 2, 3), (2, 4, 3)) is None
    assert partners((1, 8, 3), (4, 2, 3)) == ([[0, 1], [2]], [[0, 1], [2]])
    assert partners((8, 1), (1, 2, 4)) == ([[0, 1]], [[0, 1, 2]])
