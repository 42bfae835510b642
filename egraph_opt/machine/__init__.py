"""Machine code that ptxas compiles from a program, and time predictions from it, without a GPU.

`sass` decodes instructions with their schedule. `warp_latency` computes the latency of a single warp, and `stalls` splits it by cause.
`prediction` predicts how much faster one program is than another, `launch_cycles` has the cycles of a launch, and `configuration_cycles`
ranks tuning configurations. `sector_overfetch` counts memory sectors from TTGIR, since machine code lacks addresses.
"""
