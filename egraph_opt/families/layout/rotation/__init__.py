"""Vocabulary of the rules in `rules/rotation.py` on loads in loops (`term`), and its semantics in z3 (`world`)."""
