"""Memory model of the checker: effects of operations, and equality of memory states."""
