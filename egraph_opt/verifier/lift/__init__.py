"""Lifting: what the launches of one side (the old or the new kernels) compute, as an expression for each element of each array.

Sizes are numbers here, so all programs and iterations can be run, with expressions over input elements in place of floats and of loaded
integers. All writes are enumerated. Lifting fails if several programs write different values to one element.
"""
