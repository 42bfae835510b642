"""What factoring exponentials of differences can gain at most: flash-linear-attention's intra kernels, edited by hand and timed on a GPU.

`edits` cuts kernels out of the package's sources and edits them, `arguments` says what they are launched with, and the command times them.
"""
