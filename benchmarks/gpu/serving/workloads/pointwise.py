"""Element-wise kernels that flag_gems generates when an operation is first called, with strides of type int.

The texts are its generator's, without comments and without the branch of tensors that fit into one tile a program.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import empty, normal, outputs

ROWS = """
@triton.jit
def silu_and_mul(x, y):
    x_fp32 = x.to(tl.float32)
    x_silu = tl.fdiv(x_fp32, (1.0 + tl.exp(-x_fp32)))
    return x_silu * y

@triton.jit
def silu_and_mul_kernel_rank_2(
    in0_ptr: tl.tensor, in1_ptr: tl.tensor, out0_ptr: tl.tensor,
    in0_stride0: int, in0_stride1: int, in0_stride_order0: tl.constexpr, in0_stride_order1: tl.constexpr,
    in1_stride0: int, in1_stride1: int, in1_stride_order0: tl.constexpr, in1_stride_order1: tl.constexpr,
    out0_stride0: int, out0_stride1: int, out0_stride_order0: tl.constexpr, out0_stride_order1: tl.constexpr,
    s0, s1, num_tasks, tiles_per_cta: int, tile_size0: tl.constexpr, tile_size1: tl.constexpr, one_tile_per_cta: tl.constexpr,
):
    pid = tl.program_id(0)
    num_tiles0 = tl.cdiv(s0, tile_size0)
    num_tiles1 = tl.cdiv(s1, tile_size1)
    num_ctas = tl.num_programs(0)
    for j in range(0, tiles_per_cta):
        tile_id = pid + j * num_ctas
        tile_id1 = tile_id % num_tiles1
        tile_id //= num_tiles1
        tile_id0 = tile_id
        offset0 = (tile_id0 * tile_size0).to(tl.int32)
        offset1 = (tile_id1 * tile_size1).to(tl.int32)
        in0_bptr = tl.make_block_ptr(in0_ptr, (s0, s1), (in0_stride0, in0_stride1), (offset0, offset1), (tile_size0, tile_size1), order=(in0_stride_order0, in0_stride_order1))
        in0 = tl.load(in0_bptr, boundary_check=(in0_stride_order0, in0_stride_order1)).to(in0_ptr.type.element_ty)
        in1_bptr = tl.make_block_ptr(in1_ptr, (s0, s1), (in1_stride0, in1_stride1), (offset0, offset1), (tile_size0, tile_size1), order=(in1_stride_order0, in1_stride_order1))
        in1 = tl.load(in1_bptr, boundary_check=(in1_stride_order0, in1_stride_order1)).to(in1_ptr.type.element_ty)
        out0 = silu_and_mul(in0, in1)
        out0_bptr = tl.make_block_ptr(out0_ptr, (s0, s1), (out0_stride0, out0_stride1), (offset0, offset1), (tile_size0, tile_size1), order=(out0_stride_order0, out0_stride_order1))
        tl.store(out0_bptr, out0.to(out0_bptr.type.element_ty), boundary_check=(out0_stride_order0, out0_stride_order1))

def silu_and_mul_kernel(in0, in1, *, out0):
    shape, tiles = out0.shape, out0.shape[0] * triton.cdiv(out0.shape[1], 256)
    ctas = min(65536, tiles)
    orders = [x for each in (in0, in1, out0) for x in (*each.stride(), 1, 0)]
    silu_and_mul_kernel_rank_2[(ctas, 1, 1)](
        in0, in1, out0, *orders, *shape, out0.numel(), tiles_per_cta=triton.cdiv(tiles, ctas), tile_size0=1, tile_size1=256,
        one_tile_per_cta=tiles == ctas, num_warps=4,
    )
    return out0
"""  # noqa: E501
"""Two dimensions, for the rows of a tensor that is split in halves; grid-stride loop."""
FLAT = """
@triton.jit
def add(x, y, alpha):
    return x + y * alpha

@triton.jit(do_not_specialize=['val0'])
def add_func_kernel_rank_1(
    in0_ptr: tl.tensor, in1_ptr: tl.tensor, val0, out0_ptr: tl.tensor,
    in0_stride0: int, in0_stride_order0: tl.constexpr, in1_stride0: int, in1_stride_order0: tl.constexpr,
    out0_stride0: int, out0_stride_order0: tl.constexpr,
    s0, num_tasks, tiles_per_cta: int, tile_size0: tl.constexpr, one_tile_per_cta: tl.constexpr,
):
    pid = tl.program_id(0)
    num_tiles0 = tl.cdiv(s0, tile_size0)
    num_ctas = tl.num_programs(0)
    for j in range(0, tiles_per_cta):
        tile_id = pid + j * num_ctas
        tile_id0 = tile_id
        offset0 = (tile_id0 * tile_size0).to(tl.int32)
        in0_bptr = tl.make_block_ptr(in0_ptr, (s0,), (in0_stride0,), (offset0,), (tile_size0,), order=(in0_stride_order0,))
        in0 = tl.load(in0_bptr, boundary_check=(in0_stride_order0,)).to(in0_ptr.type.element_ty)
        in1_bptr = tl.make_block_ptr(in1_ptr, (s0,), (in1_stride0,), (offset0,), (tile_size0,), order=(in1_stride_order0,))
        in1 = tl.load(in1_bptr, boundary_check=(in1_stride_order0,)).to(in1_ptr.type.element_ty)
        out0 = add(in0, in1, val0)
        out0_bptr = tl.make_block_ptr(out0_ptr, (s0,), (out0_stride0,), (offset0,), (tile_size0,), order=(out0_stride_order0,))
        tl.store(out0_bptr, out0.to(out0_bptr.type.element_ty), boundary_check=(out0_stride_order0,))

def add_func(in0, in1, val0, *, out0):
    tiles = triton.cdiv(out0.numel(), 256)
    ctas = min(65536, tiles)
    add_func_kernel_rank_1[(ctas, 1, 1)](
        in0, in1, val0, out0, 1, 0, 1, 0, 1, 0, out0.numel(), out0.numel(), tiles_per_cta=triton.cdiv(tiles, ctas),
        tile_size0=256, one_tile_per_cta=tiles == ctas, num_warps=4,
    )
    return out0
"""
"""Dense tensors of one shape, as one dimension; grid-stride loop."""


@workload("flag_gems/fused/silu_and_mul.py:silu_and_mul_out", silu_and_mul_kernel=ROWS)
def flag_gems_silu(run: Any) -> Step:
    x, result = normal(8192, 2 * 14336), empty(8192, 14336)
    return partial(run, *x.chunk(2, dim=-1), result)


@workload("flag_gems/ops/add.py:add_", add_func=FLAT)
def flag_gems_add(run: Any) -> Step:
    x, y = normal(8192, 8192), normal(8192, 8192)
    return outputs(partial(run, x, y), x)
