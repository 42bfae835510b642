"""Replay of captured kernels: compilation under other versions of Triton, without a GPU, and comparison of the machine code.

Modules in the order of processing: `kernel_corpus` (kernels from folders), `environments` (a Python for each version of Triton),
`compiler_process` (compiler in a child process, which runs `compiler_main`), `kernel_metrics` (resources of the machine code),
`optimized_program` (the optimiser's result), `pass_bisection` (first pass where two versions diverge), `verdict`.
"""
