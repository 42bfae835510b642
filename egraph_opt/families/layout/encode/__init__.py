"""Conversion of a function to terms of the e-graph."""
