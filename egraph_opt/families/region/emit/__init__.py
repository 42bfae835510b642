"""Construction of the output function from selected e-graph nodes."""
