"""Capture of the kernels that a script launches and of their arguments, on a machine without a GPU."""
