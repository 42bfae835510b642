"""Work of the plug-in at each launch of a kernel: choose among versions, make descriptors, time, compare."""
