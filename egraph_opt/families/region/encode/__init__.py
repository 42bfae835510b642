"""Encoding of a tensor function as terms."""
