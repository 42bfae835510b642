"""Selection of the programs that a kernel is compiled from: Triton's, a better one, or both."""
