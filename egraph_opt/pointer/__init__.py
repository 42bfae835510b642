"""Raising pointer arithmetic: accesses through chains of `tt.addptr` as structured accesses, where that is proved to be the same.

encode -> saturate (the rules of the book `pointer`) -> structured -> forms of a target -> the cheapest -> written back
"""
