"""Background search: Triton's kernel is launched until a child process has found a better program."""
