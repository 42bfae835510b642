"""Bounds on rounding errors: each value of a kernel has a range, and a bound on its distance from the exact (real) value.

errors   ranges with error bounds, and their propagation through float operations
ranges   symbolic execution of a kernel on such ranges
bound    bound on the difference between two sides
"""
