"""Other compilers for comparison: greedy passes as seeds and baselines, and machine code."""
