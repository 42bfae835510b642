"""Machine code that ptxas compiles from a program, and time predictions from it, without a GPU.

`sass` decodes instructions with their schedule. `warp_latency` computes the latency of a single warp. `prediction` predicts the time of a
program from latency, registers, stack, occupancy and modelled cost. `stalls` splits a warp's latency by cause. `sectors` counts memory
sectors from TTGIR, since machine code lacks addresses.
"""
