"""Verification of parsed modules: symbols, shapes, element types, attributes."""
