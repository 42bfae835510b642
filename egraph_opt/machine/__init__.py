"""Machine code that ptxas compiles from a program, and time predictions from it, without a GPU.

sass (instructions with their schedule) -> warp_latency (latency of a single warp) -> prediction (registers, stack, occupancy, and the
predicted time from these and the modelled cost)
`stalls` splits a warp's latency by cause. `sectors` counts memory sectors from TTGIR, since machine code lacks addresses.
"""
