"""Vocabulary of terms: tensors, windows, extents and names, and their meaning in the solver (`world`)."""
