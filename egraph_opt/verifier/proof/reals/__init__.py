"""Expressions over the real numbers, in normal form."""
