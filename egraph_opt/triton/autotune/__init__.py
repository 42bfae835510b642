"""Tuning by model: rank the configurations of a kernel by the time that their machine code predicts.

launch (the launch of a configuration) -> build (all of them, compiled) -> count (the work of one program instance) -> rank (the
order)

`egraph_opt.triton.autotuner` makes Triton's `Autotuner` use it.
"""
