"""Vocabulary of dispatch regions: tensors, their rectangular parts (windows) and extents, with z3 semantics (`world`)."""
