"""What terms say: tensors, windows, extents and names, and what they mean to the solver (`world`)."""
