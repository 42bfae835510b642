"""One reduction in the place of several: which become one, and that the checker accepts this and nothing like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt.checker import Outcome, check
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.families.layout.emit.reduction_fusion import MAX_MERGED_REDUCTIONS, REDUCE, reductions_merged
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write

KERNELS = Path(__file__).parents[2] / "benchmarks" / "corpus" / "kernels"
ENDS = "tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>"
FULL = "tensor<64x32xf32, #b>"


def reduction(name: str, operand: str, combine: str = "addf", axis: int = 1) -> str:
    extent = (64, 32)[1 - axis]
    return f"""
    {name} = "tt.reduce"({operand}) <{{axis = {axis} : i32}}> ({{
    ^bb0(%a: f32, %b: f32):
      %c = arith.{combine} %a, %b : f32
      tt.reduce.return %c : f32
    }}) : ({FULL}) -> tensor<{extent}xf32, #ttg.slice<{{dim = {axis}, parent = #b}}>>"""


def of_two(first: str, second: str, results: str = "%r0, %r1", operands: str = "%x, %y") -> str:
    """One reduction of two tensors; `first` and `second` are what it combines them by."""
    return f"""
    {results} = "tt.reduce"({operands}) <{{axis = 1 : i32}}> ({{
    ^bb0(%a0: f32, %a1: f32, %b0: f32, %b1: f32):
      {first}
      {second}
      tt.reduce.return %c0, %c1 : f32, f32
    }}) : ({FULL}, {FULL}) -> ({ENDS}, {ENDS})"""


def program(body: str) -> Module:
    return read(f"""#b = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @sums(%p: tensor<64x!tt.ptr<f32>, #ttg.slice<{{dim = 1, parent = #b}}>>, %x: {FULL}, %y: {FULL}) {{
    %z = arith.mulf %x, %y : {FULL}{body}
    tt.return
  }}
}}
""")


def stored(*names: str) -> str:
    return "".join(f"\n    tt.store %p, {name} : tensor<64x!tt.ptr<f32>, #ttg.slice<{{dim = 1, parent = #b}}>>" for name in names)


def merged(module: Module) -> Module:
    return read(write(module.replace_functions({f: reductions_merged(f) for f in module.functions()})))


def count(module: Module) -> int:
    return sum(op.name == REDUCE for op in module.op.walk())


TWO = program(reduction("%r0", "%x") + reduction("%r1", "%y") + stored("%r0", "%r1"))
SUM0, SUM1 = "%c0 = arith.addf %a0, %b0 : f32", "%c1 = arith.addf %a1, %b1 : f32"


def test_two_become_one_and_are_proved() -> None:
    new = merged(TWO)
    assert count(new) == 1 and check(TWO, new, apart=True).equal and check(new, TWO, apart=True).equal
    assert not check(TWO, new).equal, "it is asked for"


def test_what_the_second_needs_is_moved() -> None:
    before = program(
        reduction("%r0", "%x") + stored("%r0") + f"\n    %n = arith.negf %z : {FULL}" + reduction("%r1", "%n") + stored("%r1")
    )
    new = merged(before)
    assert count(new) == 1 and check(before, new, apart=True).equal


def test_no_more_than_registers_are_likely_to_hold() -> None:
    names = [f"%r{i}" for i in range(2 * MAX_MERGED_REDUCTIONS + 1)]
    before = program("".join(reduction(name, "%x") for name in names) + stored(*names))
    new = merged(before)
    assert count(new) == 3 and check(before, new, apart=True).equal


APART = {
    "another axis": reduction("%r0", "%x") + reduction("%r1", "%y", axis=0) + stored("%r0"),
    "one needs the other": reduction("%r0", "%x")
    + f"\n    %e = tt.expand_dims %r0 {{axis = 1 : i32}} : {ENDS} -> tensor<64x1xf32, #b>"
    + f"\n    %f = tt.broadcast %e : tensor<64x1xf32, #b> -> {FULL}"
    + reduction("%r1", "%f")
    + stored("%r0", "%r1"),
    "what it needs reads memory": reduction("%r0", "%x")
    + stored("%r0")
    + "\n    %l = tt.load %p : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #b}>>"
    + f"\n    %e = tt.expand_dims %l {{axis = 1 : i32}} : {ENDS} -> tensor<64x1xf32, #b>"
    + f"\n    %f = tt.broadcast %e : tensor<64x1xf32, #b> -> {FULL}"
    + reduction("%r1", "%f")
    + stored("%r1"),
}


@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_others_stay_apart(body: str) -> None:
    (function,) = program(body).functions()
    assert reductions_merged(function) is function


WRONG = {
    "results change places": of_two(SUM0, SUM1, results="%r1, %r0"),
    "operands change places": of_two(SUM0, SUM1, operands="%y, %x"),
    "one is reduced twice": of_two(SUM0, SUM1, operands="%x, %x"),
    "another function": of_two(SUM0, SUM1.replace("addf", "mulf")),
    "arguments change places": of_two(SUM0, SUM1.replace("%a1, %b1", "%b1, %a1")),
    "each takes the other's elements": of_two(SUM0.replace("%b0", "%b1"), SUM1.replace("%b1", "%b0")),
    "one takes the other's sum": of_two(SUM0, SUM1.replace("%b1", "%c0")),
    "one begins anew": of_two(SUM0.replace("%a0, %b0", "%b0, %b0"), SUM1),
    "sums change places": of_two(SUM0.replace("%c0", "%c1"), SUM1.replace("%c1", "%c0")),
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_wrong_ones_are_refuted(body: str) -> None:
    assert check(TWO, program(of_two(SUM0, SUM1) + stored("%r0", "%r1")), apart=True).equal
    assert check(TWO, program(body + stored("%r0", "%r1")), apart=True).outcome is Outcome.NOT_PROVED


def test_a_division_that_nothing_uses_is_no_part() -> None:
    """It might be by zero."""
    dead = "%d = arith.divf %a0, %b0 : f32\n      " + SUM0
    assert not check(TWO, program(of_two(dead.replace("divf", "floordivsi"), SUM1) + stored("%r0", "%r1")), apart=True).equal


@pytest.mark.parametrize(
    ("kernel", "reductions"), [("fla.causal_conv1d_fwd_kernel", (4, 1)), ("liger._group_norm_backward_kernel", (4, 1))]
)
def test_real_kernels(kernel: str, reductions: tuple[int, int]) -> None:
    module = read((KERNELS / kernel / "final.ttgir").read_text())
    first = module.replace_functions({f: loads_first(f, no_alias=True) for f in module.functions()})
    new = merged(first)
    assert (count(module), count(new)) == reductions
    assert check(module, new, no_alias=True, apart=True).equal and not check(module, new, no_alias=True).equal
