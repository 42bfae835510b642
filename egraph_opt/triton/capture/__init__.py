"""Capture of a script's kernels and launch arguments, on a machine without a GPU."""
