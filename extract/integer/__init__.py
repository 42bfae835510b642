"""Integer program of an extraction: rows, cuts, and solver."""
