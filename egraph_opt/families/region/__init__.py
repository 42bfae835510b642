"""Dispatch regions of IREE: tensor programs in which slices, insertions, paddings and concatenations find their place by cost."""
