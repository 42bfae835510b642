"""Sentinel: detects miscompilations by Triton, LLVM or ptxas, by programs that are proved equal and produce different bits."""
