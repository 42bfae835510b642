"""New operations (`operations`, `tensors`), and functions with some operations replaced (`prune`)."""
