"""Extractors that prove what they find."""
