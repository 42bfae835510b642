"""Counts of machine code: real kernels give sane numbers, and what does not compile is a failure."""

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.baseline.ptxas_counts import Failure, Static, counts
from tests.support.kernels import ROOT

KERNELS = ("fla.chunk_gla_fwd_kernel_o", "fla.chunk_gla_fwd_A_kernel_intra_sub_intra")

pytestmark = pytest.mark.skipif(not libtriton.available(), reason="needs Triton")


def text(kernel: str) -> str:
    return (ROOT / "benchmarks/corpus/kernels" / kernel / "rlc3.before.ttgir").read_text()


def test_real_kernels_and_a_broken_one() -> None:
    first, broken, second = counts([text(KERNELS[0]), "module {", text(KERNELS[1])], timeout=300.0, jobs=2)
    assert isinstance(first, Static) and isinstance(second, Static)
    for found in (first, second):
        assert 16 <= found.registers <= 255
        assert found.instructions > found.shared_loads + found.shared_stores + found.shuffles + found.barriers > 0
        assert found.spill_bytes == 0
    assert "ttg.convert_layout" in text(KERNELS[0])
    assert first.shared_bytes > 0 and first.shared_loads > 0 and first.shared_stores > 0 and first.barriers > 0
    assert second.shuffles > 0, "it reduces over lanes"
    assert isinstance(broken, Failure) and "Parse MLIR file failed" in broken.error


def test_only_cuda_is_compiled() -> None:
    (answer,) = counts([text(KERNELS[1]).replace('"cuda:90"', '"hip:gfx942"')], timeout=100.0)
    assert isinstance(answer, Failure) and "no PTX for hip:gfx942" in answer.error


def test_a_conversion_through_shared_memory_is_seen() -> None:
    """A 64x64 tensor of floats, transposed between threads, takes shared memory, a store, a barrier and a load; without it none."""
    layouts = (
        "#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>\n"
        "#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>\n"
        'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", '
        '"ttg.threads-per-warp" = 32 : i32} {\n'
        "  tt.func public @k(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {\n"
        "    %from = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>\n"
        "    %to = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #LAST>\n"
        "    %x = tt.load %from : tensor<64x64x!tt.ptr<f32>, #A>\n"
        "    %y = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #LAST>\n"
        "    tt.store %to, %y : tensor<64x64x!tt.ptr<f32>, #LAST>\n"
        "    tt.return\n  }\n}\n"
    )
    moved, kept = counts([layouts.replace("#LAST", "#B"), layouts.replace("#LAST", "#A")], timeout=100.0)
    assert isinstance(moved, Static) and isinstance(kept, Static)
    assert moved.shared_bytes >= 64 * 64 * 4 / 2 and moved.shared_loads and moved.shared_stores and moved.barriers
    assert (kept.shared_bytes, kept.shared_loads, kept.shared_stores, kept.barriers) == (0, 0, 0, 0)
    assert kept.instructions < moved.instructions


def test_what_is_late_is_a_failure() -> None:
    assert all(isinstance(answer, Failure) for answer in counts([text(KERNELS[0])], timeout=0.0))
    assert counts([], timeout=1.0) == []
