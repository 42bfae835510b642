"""Sentinel: detection of miscompilations by Triton, LLVM or ptxas. Programs that are proved equal must produce equal bits."""
