"""IREE's own tools, in child processes: their limits, the target that they compile for, and programs through them."""
