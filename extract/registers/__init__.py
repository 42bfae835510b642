"""Register pressure: orders in which the values of a selection are computed, and extraction within a number of registers."""
