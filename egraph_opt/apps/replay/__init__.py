"""Replay of captured kernels: compilation under other versions of Triton, without a GPU, and comparison of the machine code.

Modules in the order of processing: `kernel_corpus`, `environments`, `compiler_process` (which runs `compiler_main`),
`kernel_metrics`, `optimized_program`, `pass_bisection`, `verdict`.
"""
