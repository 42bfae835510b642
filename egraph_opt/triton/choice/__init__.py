"""Choice of the program that a kernel is compiled from: the original, a better one, or two versions."""
