"""The compilers we compare with: their greedy passes as seeds and opponents, and what they make of a program in the end."""
