"""Conversion of the choice to a function: operations in order."""
