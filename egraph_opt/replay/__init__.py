"""Captured kernels, compiled again under other versions of Triton, without a GPU.

corpus (kernels from folders) -> environments (a Python for each version) -> elsewhere (its compiler, in a child: `child`) -> measure (what
the machine code takes) -> ours (what the optimiser makes of it there) -> passes (where two versions part) -> verdicts
"""
