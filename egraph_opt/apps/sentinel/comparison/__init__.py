"""Comparison of equal programs of one kernel on copies of a launch's arguments. A differing bit reveals a miscompilation."""
