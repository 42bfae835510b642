"""Base of rule families whose terms are operations of straight-line code."""
