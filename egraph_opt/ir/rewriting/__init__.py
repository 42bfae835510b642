"""Rewriting of immutable modules: new operations, changed regions, dead code."""
