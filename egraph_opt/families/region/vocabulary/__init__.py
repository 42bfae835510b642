"""Vocabulary of dispatch regions: tensors, windows, extents and names, with its semantics in z3 (`world`)."""
