"""Pairs of kernels of packages whose wheels are read where they lie."""
