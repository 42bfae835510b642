"""From a program to a binary that is no worse: what threads and child processes do for a kernel, and within which limits."""
