"""Rewrites of kernels in TTIR that keep the meaning over the real numbers by construction."""
