"""Lifting: what a side's launches compute, as one expression over input elements for each element of each array.

At given sizes every program, tile and iteration is known, so a side is run by the interpreter's machine with expressions in place of
floats and of loaded integers. The set of all writes is then finite, and it is enumerated: each element has one writer, or is refused.
"""
