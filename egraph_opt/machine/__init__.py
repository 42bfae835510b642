"""Machine code that ptxas makes of a program, and what it predicts of the program's time, without a GPU.

sass (instructions with the scheduling in their upper bits) -> path (of one warp, alone) -> use (registers, stack, occupancy, and what all
of it and the modelled cost predict of the time)
`waits` says what the warp waits for on its path; `sectors` counts what accesses fetch, which machine code does not show, from TTGIR.
"""
