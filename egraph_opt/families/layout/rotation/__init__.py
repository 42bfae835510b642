"""Vocabulary of the rules about loads in loops in `rules/rotation.py` (`term`), and its semantics in z3 (`world`)."""
