"""Captured kernels, compiled again under other versions of Triton, without a GPU.

corpus (kernels from folders) -> environments (a Python for each version) -> elsewhere (its compiler, in a child: `child`) ->
measure (resources of the machine code) -> ours (the optimiser's result there) -> passes (the pass where two versions diverge) ->
verdicts
"""
