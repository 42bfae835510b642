"""Proofs against a NumPy or PyTorch function: it is called with symbolic arrays, and returns symbolic results."""
