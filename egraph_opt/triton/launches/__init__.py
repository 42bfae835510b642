"""What the plug-in does at each launch of a kernel: choose among versions, make descriptors, time, compare."""
