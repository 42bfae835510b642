"""Warp specialisation: each partition is optimised, with the layouts its own warps can hold, and checked by itself."""

import pytest

from egraph_opt import optimize
from egraph_opt.baseline import libtriton
from egraph_opt.checker import check
from egraph_opt.cost import MODELS, evaluate
from egraph_opt.families.layout.encode.warp_partitions import with_partitions
from egraph_opt.ir.module import Op
from egraph_opt.text import read
from tests.support.kernels import ROOT

CASE = (ROOT / "tests/cases/layout/warp_specialize.mlir").read_text()
WRONG = {
    "another value is stored": ("tt.store %qq, %w", "tt.store %qq, %o"),
    "an effect is gone": ("      tt.store %qq, %w : tensor<64x64x!tt.ptr<f32>, #A>\n", ""),
    "an effect of the first region is gone": ("      tt.store %pp, %w : tensor<64x64x!tt.ptr<f32>, #A>\n", ""),
    "an effect comes twice": (
        "      ttg.warp_return",
        "      tt.store %qq, %w : tensor<64x64x!tt.ptr<f32>, #A>\n      ttg.warp_return",
    ),
    "another number of warps": ("num_warps(4)", "num_warps(8)"),
    "something else is handed over": ("ttg.warp_specialize(%p, %s)", "ttg.warp_specialize(%p, %s2)"),
}
BEFORE = CASE.replace("%s: f32) {", "%s: f32, %s2: f32) {").replace(
    "      %qq = tt", "      %o = math.exp2 %w : tensor<64x64xf32, #A>\n      %qq = tt"
)


def test_triton_accepts_both() -> None:
    pytest.importorskip("triton")
    assert [a.error for a in libtriton.ask("accept", [BEFORE, optimize(BEFORE).ir])] == ["", ""]


def test_costs_and_conversions_are_those_of_the_whole_function() -> None:
    result = optimize(BEFORE)
    (found,) = result.functions
    assert (found.converts_before, found.converts_after, found.optimal) == (6, 0, True)
    (function,) = read(result.ir).functions()
    assert evaluate(function, MODELS["cycles"]).cost == pytest.approx(found.cost_after)
    assert found.lower_bound <= found.cost_after < found.cost_before


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_partition_is_refused(name: str) -> None:
    module, wrong = read(BEFORE), BEFORE.replace(*WRONG[name])
    assert wrong != BEFORE
    assert check(module, read(BEFORE)).equal
    assert not check(module, read(wrong)).equal


def test_a_partition_has_its_own_number_of_threads_and_what_it_uses_from_outside() -> None:
    (function,) = read(BEFORE.replace("num_warps(4)", "num_warps(2)")).functions()
    seen: list[tuple[list[str], int]] = []

    def note(part: Op, threads: int, _runs: float) -> Op:
        seen.append(([v.name for v in part.regions[0].blocks[0].arguments], threads))
        return part

    again = with_partitions(function, 128, note)
    assert sorted(seen) == [(["%q", "%t"], 64), (["%s", "%pp"], 128)]
    assert [op.name for op in again.walk()] == [op.name for op in function.walk()]


def test_a_specialisation_without_partitions_is_only_its_default_region() -> None:
    """Values that are handed to no partition go nowhere, and the rest of the function is optimised."""
    text = """#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%i: tensor<128xi32, #b>) -> tensor<128xi32, #b> {
    %j = ttg.convert_layout %i : tensor<128xi32, #b> -> tensor<128xi32, #c>
    %k = arith.muli %j, %j : tensor<128xi32, #c>
    %l = ttg.convert_layout %k : tensor<128xi32, #c> -> tensor<128xi32, #b>
    %m = ttg.warp_specialize()
    default {
      %n = ttg.convert_layout %l : tensor<128xi32, #b> -> tensor<128xi32, #c>
      %o = ttg.convert_layout %n : tensor<128xi32, #c> -> tensor<128xi32, #b>
      ttg.warp_yield %o : tensor<128xi32, #b>
    } : () -> tensor<128xi32, #b>
    tt.return %m : tensor<128xi32, #b>
  }
}
"""
    (found,) = optimize(text).functions
    assert (found.stopped_by, found.converts_before, found.converts_after) == ("", 4, 0), found
