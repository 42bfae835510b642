"""Concrete evaluation of both sides of a question, against which every proof is checked.

Its operations are written apart from the interpreter and from lifting (symbolic execution), so that a fault in either is found.

values     numbers, pointers and windows
scalars    operations on single elements
memory     arrays, and accesses through pointers
tiles      operations on tiles
program    control flow, and the run of a side
agreement  comparison of the values with the expressions of a proof
"""
