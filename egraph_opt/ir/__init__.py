"""IR of all families: modules of operations, and operation definitions."""
