"""Kernels of Triton, one file for each operation; each kernel of a file does the same, another way, unless its docstring says else."""
