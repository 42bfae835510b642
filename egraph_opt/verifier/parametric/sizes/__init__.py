"""Integers in symbols: indices and sizes as polynomials, conditions on them, facts about sizes, and values by cases."""
