"""Compilation of candidate programs in threads and child processes, and selection of a binary that is no worse than Triton's."""
