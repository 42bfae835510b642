"""Registers that are live at once, counted by hand; and a program that is left alone since its cheaper form would spill."""

from dataclasses import dataclass

import egraph_opt
from egraph_opt.cost import Cycles
from egraph_opt.cost.register_pressure import pressure
from egraph_opt.text import read
from tests.support.kernels import ROOT

A = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
PROGRAM = f"""#A = {A}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func @k(%n: i32, %to: tensor<64x64x!tt.ptr<f32>, #A>, %x: tensor<64x64xf32, #A>, %h: tensor<64x64xf16, #A>) {{
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #A>
    %w = arith.extf %h : tensor<64x64xf16, #A> to tensor<64x64xf32, #A>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64x64xf32, #A>)  : i32 {{
      %b = arith.mulf %a, %w : tensor<64x64xf32, #A>
      scf.yield %b : tensor<64x64xf32, #A>
    }}
    %s = arith.addf %r, %zero : tensor<64x64xf32, #A>
    tt.store %to, %s : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  }}
}}
"""


def test_live_registers_are_counted() -> None:
    """In the loop: the addresses (32 elements of 64 bits), what it carries, the factor and the product (32 each)."""
    assert pressure(read(PROGRAM).functions()[0]) == 64 + 32 + 32 + 32


def test_a_program_is_left_alone_where_spills_would_eat_the_gain() -> None:
    @dataclass(frozen=True)
    class Afraid(Cycles):
        def spills(self, pressure: int, threads: int) -> float:
            return 1e6 * pressure

    text = (ROOT / "tests/cases/layout/conflict_first_A.mlir").read_text()
    bold, afraid = egraph_opt.optimize(text), egraph_opt.optimize(text, cost=Afraid())
    assert bold.cost_after < bold.cost_before
    assert afraid.ir == text and not afraid.optimal and afraid.lower_bound == bold.cost_after
    assert "spilled registers would cost" in afraid.remarks[0]
