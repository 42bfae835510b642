"""Validation of two tensor functions by fingerprints. It shares only the reader with the search."""
