"""Symbolic execution of kernels and of NumPy references: their operations, loops, accesses and arrays."""
