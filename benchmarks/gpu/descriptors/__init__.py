"""Gain from descriptors as arguments instead of pointers, on a GPU."""
