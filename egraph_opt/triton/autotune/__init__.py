"""Ranking of a kernel's tuning configurations by the run time that their machine code predicts.

`tuner_launch` finds the launch of a configuration, and `parallel_compile` compiles all configurations. `work_estimate` estimates
the work of a program instance, and `configuration_ranking` orders the configurations. `bit_classes` proves which of them write the
same bits, and `choice_table` keeps choices in JSON. `egraph_opt.triton.autotuner` installs the ranking in Triton's `Autotuner`.
"""
