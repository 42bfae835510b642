"""Quality of tuning by model: the choice among a kernel's own configurations.

prepare (a script's launches, in every configuration) -> build (machine code) -> run (times on a GPU) -> report (the loss with
top=1, 3)
"""
