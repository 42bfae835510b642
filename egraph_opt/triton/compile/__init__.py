"""From a program to a binary that is no worse: the work of threads and child processes for a kernel, and its limits."""
