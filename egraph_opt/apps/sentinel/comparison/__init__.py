"""Comparison of programs of one kernel that are proved equal, on copies of a launch's arguments. A differing bit reveals a
miscompilation.
"""
