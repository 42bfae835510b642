"""Work at each launch of a kernel: select a version, make descriptors, time programs."""
