"""Selection of the program that a kernel is compiled from: Triton's, a better one, or two versions."""
