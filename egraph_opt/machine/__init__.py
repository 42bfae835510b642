"""What machine code will take on an NVIDIA multiprocessor: its instructions read with their scheduling, followed, and simulated.

`predict.microseconds` joins the parts: `sass` reads what `cuobjdump` prints, `trace` follows the integer part of a warp through branches
and loops, `access` counts what its addresses cost, and `simulate` runs the resident warps of one multiprocessor.
"""
