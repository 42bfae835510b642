"""A tensor function as terms."""
