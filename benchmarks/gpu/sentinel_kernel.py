"""A small kernel, whose launches cost what launches cost."""

# mypy: ignore-errors
import triton
import triton.language as tl


@triton.jit
def scaled(out_ptr, in_ptr, scale_ptr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(in_ptr + at) * tl.load(scale_ptr + at))
