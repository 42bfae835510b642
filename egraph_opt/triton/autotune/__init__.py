"""Tuning by model: which configurations of a kernel are the fastest, by their machine code.

launch (what a configuration would launch) -> build (all of them, compiled) -> count (what one program instance does) -> rank (the order)

`egraph_opt.triton.autotuner` has Triton's `Autotuner` ask for it.
"""
