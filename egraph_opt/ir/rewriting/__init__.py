"""Rewriting of immutable modules: changed regions, dead code."""
