"""Exact extractors, which prove that a selection is optimal."""
