"""A function as terms of the e-graph."""
