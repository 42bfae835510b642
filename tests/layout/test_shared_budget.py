"""The shared memory that a program needs at once, and programs that fit into less."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from egraph_opt import optimize
from egraph_opt.baseline.libtriton import available
from egraph_opt.baseline.ptxas_counts import compile_programs
from egraph_opt.families.layout.encode.shared_budget import BufferLiveness, buffer_bytes, shared_peak
from egraph_opt.text import read
from tests.support.kernels import ROOT

KERNELS = ROOT / "benchmarks/corpus/kernels"
MATMUL, SWEEP = "tb.matmul_kernel__2", "gems.sweep"
SAMPLE = (
    MATMUL,
    SWEEP,
    "fla.chunk_gla_bwd_kernel_intra",
    "liger._softmax_single_block_forward_kernel__2",
    "fla.fused_recurrent_fwd_kernel",
)
BUFFERS = """
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%n: i32, %v: tensor<64xf32, #B>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttg.local_alloc %v : (tensor<64xf32, #B>) -> !ttg.memdesc<64xf32, #S, #smem>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = ttg.local_load %a : !ttg.memdesc<64xf32, #S, #smem> -> tensor<64xf32, #B>
      %b = ttg.local_alloc %x : (tensor<64xf32, #B>) -> !ttg.memdesc<64xf32, #S, #smem>
      %y = ttg.local_load %b : !ttg.memdesc<64xf32, #S, #smem> -> tensor<64xf32, #B>
      %z = arith.addf %y, %y : tensor<64xf32, #B>
    }
    %c = ttg.local_alloc %v : (tensor<64xf32, #B>) -> !ttg.memdesc<64xf32, #S, #smem>
    %w = ttg.local_load %c : !ttg.memdesc<64xf32, #S, #smem> -> tensor<64xf32, #B>
    tt.return
  }
}
""".replace("#B", "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>")


def text_of(name: str) -> str:
    return Path(KERNELS, name, "rlc3.before.ttgir").read_text()


def peak(text: str) -> int:
    return max(shared_peak(function).bytes for function in read(text).functions())


def test_a_buffer_is_live_to_the_end_of_the_loop_that_reads_it() -> None:
    (function,) = read(BUFFERS).functions()
    live = BufferLiveness(function)
    by_name = {op.results[0].name: live.of(op) for op in live.number if op.results}
    assert buffer_bytes("!ttg.memdesc<2x64xf16, #S, #ttg.shared_memory, mutable, 3x64>") == 384
    assert by_name["%b"] == by_name["%y"] == 512
    assert by_name["%z"] == 256  # the buffer of the loop's body has been read, the other is read in the next iteration
    assert by_name["%c"] == by_name["%w"] == 256
    assert shared_peak(function).describe() == "ttg.local_alloc in line 11 needs 512 bytes in buffers"


@pytest.mark.skipif(not available(), reason="needs Triton")
@pytest.mark.parametrize("name", SAMPLE)
def test_the_peak_is_what_triton_allocates(name: str) -> None:
    (found,) = compile_programs([text_of(name)], time.monotonic() + 120)
    assert isinstance(found, tuple)
    assert peak(text_of(name)) == found[1]


def test_a_program_that_fits_is_found_though_it_costs_more() -> None:
    text = text_of(MATMUL)
    assert peak(text) == peak(optimize(text).ir) == 40960
    found = optimize(text, shared_limit=32768)
    (record,) = found.functions
    assert peak(found.ir) == 32768
    assert record.optimal and not record.remark
    assert record.cost_after > optimize(text).functions[0].cost_after
    if available():
        (compiled,) = compile_programs([found.ir], time.monotonic() + 120)
        assert isinstance(compiled, tuple) and compiled[1] <= 32768


def test_where_nothing_fits_the_remark_names_what_needs_too_much() -> None:
    text = text_of(SWEEP)
    found = optimize(text, shared_limit=8000)
    assert found.ir == text
    (record,) = found.functions
    assert not record.optimal
    assert record.remark == (
        "left unchanged: no program found fits into 8000 bytes: ttg.convert_layout in line 73 needs 16384 bytes"
    )


def test_a_limit_that_nothing_exceeds_changes_nothing() -> None:
    text = text_of(SAMPLE[2])
    assert optimize(text, shared_limit=232448).ir == optimize(text).ir
