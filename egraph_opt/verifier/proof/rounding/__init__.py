"""Bounds on the rounding of a side: each value has a range, and an error against the value over the real numbers.

errors   ranges with errors, and what float operations do to them
ranges   domain of ranges, for lifting
bound    bound on the difference of two sides
"""
