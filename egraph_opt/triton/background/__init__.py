"""Kernels that are launched as Triton makes them once, while a child process finds what is launched from the second time on."""
