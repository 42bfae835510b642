"""Compilers for comparison: their greedy passes as seeds and opponents, and their final code for a program."""
