"""Pairs of kernels for one operation as several authors write it, and wrong kernels, for `egraph-opt verify`."""
