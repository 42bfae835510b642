"""How well tuning by model chooses among a kernel's own configurations.

prepare (what a script launches, in every configuration) -> build (machine code) -> run (times on a GPU) -> report (what top=1, 3 miss)
"""
