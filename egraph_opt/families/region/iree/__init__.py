"""IREE itself, in child processes, and our choice beside its own."""
