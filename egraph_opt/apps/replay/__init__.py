"""Captured kernels, compiled again under other versions of Triton, without a GPU.

`kernel_corpus` (kernels from folders) -> `environments` (a Python for each version) -> `compiler_process` (its compiler, in a
child process: `compiler_main`) -> `kernel_metrics` (resources of the machine code) -> `optimized_program` (the optimiser's
result there) -> `pass_bisection` (first pass where two versions diverge) -> `verdict`.
"""
