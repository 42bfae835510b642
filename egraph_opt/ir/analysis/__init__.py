"""Analyses of functions: dominance, trip counts of loops, underlying arrays of pointers."""
