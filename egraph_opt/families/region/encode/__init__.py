"""Conversion of a tensor function to terms."""
