"""Meaning of scalar operations, in one file for each domain of values."""
