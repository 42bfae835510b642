"""A seed that costs less and is not used: a remark says which option would allow it, or what is not proved."""

from __future__ import annotations

import pytest

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.result import Result
from egraph_opt.core.task import Clock
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module
from egraph_opt.text import read

TEXT = """#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: tensor<64x64xf32, #a>, %p: tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #a}>>) {
    %y = ttg.convert_layout %x : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>
    %z = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%i: f32, %j: f32):
      %k = arith.addf %i, %j : f32
      tt.reduce.return %k : f32
    }) : (tensor<64x64xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>
    %w = ttg.convert_layout %z : tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #a}>>
    tt.store %p, %w : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #a}>>
    tt.return
  }
}
"""
OTHER_ORDER = (
    TEXT.replace("    %y = ttg.convert_layout %x : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>\n", "")
    .replace('"tt.reduce"(%y)', '"tt.reduce"(%x)')
    .replace("(tensor<64x64xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>",
             "(tensor<64x64xf32, #a>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #a}>>")
    .replace("    %w = ttg.convert_layout %z : tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>> -> "
             "tensor<64xf32, #ttg.slice<{dim = 1, parent = #a}>>\n", "")
    .replace("%p, %w", "%p, %z")
)  # fmt: skip


def seeded(seed: str, **options: bool) -> Result:
    return optimize_module(LayoutTask(read(TEXT), Options(**options), Clock(), TEXT, seeds=[read(seed)]))


def test_the_option_that_allows_a_cheaper_seed_is_named() -> None:
    result = seeded(OTHER_ORDER)
    assert result.functions[0].converts_after == 2 and "--reassociate" in " ".join(result.remarks)
    result = seeded(OTHER_ORDER, reassociate=True)
    assert result.functions[0].converts_after == 0 and not result.remarks


def test_a_cheaper_seed_that_does_something_else_is_named() -> None:
    result = seeded(OTHER_ORDER.replace("arith.addf", "arith.maxnumf"))
    assert result.functions[0].converts_after == 2 and "not proved equal" in " ".join(result.remarks)


@pytest.mark.parametrize("seed", [TEXT, TEXT.replace("arith.addf", "arith.maxnumf")])
def test_a_seed_that_is_no_cheaper_is_not_named(seed: str) -> None:
    assert not seeded(seed).remarks


@pytest.mark.parametrize("refused", [0, 1])
def test_where_the_cheapest_is_not_proved_the_next_is_taken(refused: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed that costs less than what follows by rules is optimised itself, and the result without it comes after it."""
    asked: list[Module] = []

    def prove(task: LayoutTask, before: Module, after: Module) -> Verdict:
        asked.append(after)
        return Verdict(Outcome.NOT_PROVED, "on purpose") if len(asked) <= refused else EQUAL

    monkeypatch.setattr(LayoutTask, "prove", prove)
    options = Options(reassociate=True, limits=Limits(nodes=1))
    result = optimize_module(LayoutTask(read(TEXT), options, Clock(), TEXT, seeds=[read(OTHER_ORDER)]))
    assert result.functions[0].converts_after == 2 * refused and bool(result.rejected) is bool(refused)
    assert len(asked) == 1, "the other result is the input, which needs no proof"
