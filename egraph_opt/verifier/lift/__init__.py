"""Lifting: what the launches of one side (the old or the new kernels) compute, as an expression for each element of each array.

Sizes are numbers here, so all programs and iterations are run, on expressions over input elements. Lifting fails if several programs write
different values to one element.
"""
