"""Equality of two tensor functions by fingerprints. It shares no code with the search, except the reader."""
