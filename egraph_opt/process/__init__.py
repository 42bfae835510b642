"""Child processes that end with their parent, calls that a forked process delegates to a fresh one, and clean-up on signals."""
