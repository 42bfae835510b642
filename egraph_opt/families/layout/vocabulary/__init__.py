"""Vocabulary of the layout family (`term`), and its semantics in z3 (`world`)."""
