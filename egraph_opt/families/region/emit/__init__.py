"""Conversion of a choice back to a function."""
