"""Memory in the checker: the effect of each operation on it, and which of its states are the same."""
