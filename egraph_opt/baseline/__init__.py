"""Other compilers for comparison: their greedy passes as seeds and baselines, and their machine code for a program."""
