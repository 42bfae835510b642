"""Vocabulary of dispatch regions: tensors, windows and extents, with their semantics in z3 (`world`)."""
