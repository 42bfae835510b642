"""Memory in the checker: what each operation does to it, and which states of it are the same."""
