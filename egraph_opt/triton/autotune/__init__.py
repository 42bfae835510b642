"""Ranking of a kernel's tuning configurations by the run time that their machine code predicts.

`tuner_launch` finds the launch of a configuration, `parallel_compile` compiles all of them, `work_estimate` estimates the work of
a program instance, and `rank` orders the configurations. `egraph_opt.triton.autotuner` installs the ranking in Triton's
`Autotuner`.
"""
