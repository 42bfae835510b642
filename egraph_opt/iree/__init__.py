"""Tools of IREE in child processes: their limits, their target, and programs through them."""
