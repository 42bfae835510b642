"""Long functions, and functions of several blocks, in parts for the optimiser."""
