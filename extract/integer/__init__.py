"""Integer program of an extraction problem: rows, cuts, and solver."""
