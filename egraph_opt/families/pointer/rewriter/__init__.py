"""New operations (`operations`, `tensors`), and functions in which some are exchanged (`prune`)."""
