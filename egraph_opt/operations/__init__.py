"""Base classes of rule families whose cost is a sum over terms, or whose terms are operations of straight-line code."""
