"""Construction of the output function from a selection."""
