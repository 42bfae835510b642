"""Upper bound of the gain from factoring exponentials of differences: flash-linear-attention's intra kernels, edited by hand and
timed on a GPU.

`edits` cuts kernels out of the package's sources and edits them, `arguments` has their arguments, and the command times them.
"""
