"""Benchmarks of raising pointer arithmetic: its cost, and how far it goes on kernels of packages that it was not made for."""
