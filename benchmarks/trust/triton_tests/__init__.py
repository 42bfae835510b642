"""Modules of Triton's, AMD's and Intel's tests: read and written back, and damaged."""
