"""Kernels in TTIR for tests, written so that one thing can be changed."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier import Verdict, verify

DOUBLE = """module {
  tt.func public @double(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
    %two = arith.constant dense<2.000000e+00> : tensor<BLOCKxf32>
    %zero = arith.constant dense<0.000000e+00> : tensor<BLOCKxf32>
    %block = arith.constant BLOCK : i32
    %p = tt.get_program_id x : i32
    %start = arith.muli %p, %block : i32
    %range = tt.make_range {end = BLOCK : i32, start = 0 : i32} : tensor<BLOCKxi32>
    %first = tt.splat %start : i32 -> tensor<BLOCKxi32>
    %i = arith.addi %first, %range : tensor<BLOCKxi32>
    %ns = tt.splat %n : i32 -> tensor<BLOCKxi32>
    %mask = arith.cmpi slt, %i, %ns : tensor<BLOCKxi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<BLOCKx!tt.ptr<f32>>
    %px = tt.addptr %xs, %i : tensor<BLOCKx!tt.ptr<f32>>, tensor<BLOCKxi32>
    %v = tt.load %px, %mask, %zero : tensor<BLOCKx!tt.ptr<f32>>
    %w = arith.mulf %v, %two : tensor<BLOCKxf32>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<BLOCKx!tt.ptr<f32>>
    %py = tt.addptr %ys, %i : tensor<BLOCKx!tt.ptr<f32>>, tensor<BLOCKxi32>
    tt.store %py, %w, %mask : tensor<BLOCKx!tt.ptr<f32>>
    tt.return
  }
}
"""
"""`y = 2 x`, a block of elements for each program."""
ARGS = {"x": "f32[N]", "y": "f32[N]", "n": "N"}


def double(block: int, *changes: tuple[str, str]) -> str:
    """Return the kernel with blocks of some size, and texts replaced in it."""
    text = DOUBLE.replace("BLOCK", str(block))
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def answer(new: str, block: int = 8, n: int | None = 21, old: str | None = None, **options: Any) -> Verdict:
    """Return the verdict on a kernel beside `double(8)`; each program has a block."""
    from egraph_opt.verifier import Call

    left = Call(old or double(8), "cdiv(N, 8)", dict.fromkeys(ARGS, None) | {"x": "x", "y": "y", "n": "N"})
    right = Call(new, f"cdiv(N, {block})", left.args)
    arrays = {"x": "f32[N]", "y": "f32[N]", **options.pop("arrays", {})}
    return verify(left, right, arrays=arrays, sizes={"N": n}, **{"fast": True, **options})
