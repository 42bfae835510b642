"""Which program a kernel is compiled from: the one it came as, a better one, or two versions."""
