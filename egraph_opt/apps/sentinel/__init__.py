"""Sentinel: finds kernels that Triton, LLVM or ptxas compile wrongly, by programs that are proved equal and differ in bits."""
