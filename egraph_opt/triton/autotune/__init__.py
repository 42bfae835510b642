"""Ranking of a kernel's tuning configurations by the run time that their machine code predicts.

`tuner_launch` (launch of one configuration) -> `parallel_compile` (compile all) -> `work_estimate` (work of one program
instance) -> `rank` (order). `egraph_opt.triton.autotuner` installs the ranking in Triton's `Autotuner`.
"""
