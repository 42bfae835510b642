"""Integer program of an extraction: its rows, its cuts, and the solver."""
