"""Evaluation of sides on numbers, written apart from the interpreter and from lifting, against which every proof is checked.

values     numbers, pointers and windows
scalars    operations on single elements
memory     arrays, and accesses through pointers
tiles      operations on tiles
program    control flow, and the run of a side
agreement  comparison with what a proof says
"""
