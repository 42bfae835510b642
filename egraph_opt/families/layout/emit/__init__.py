"""Construction of the output function from selected nodes, and scheduling of its loads."""
