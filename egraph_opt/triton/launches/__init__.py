"""Work at each launch of a kernel: program selection, creation of descriptors, and timing."""
