"""Candidate layouts, saturation, and the extraction problem."""
