"""Encoding of a function as e-graph terms."""
