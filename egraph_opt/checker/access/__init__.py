"""Memory in the checker: effects of operations, memory states, shared and tensor memory, and the order of copies."""
