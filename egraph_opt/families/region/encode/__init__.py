"""Encoding of a tensor function as terms for the e-graph."""
