"""Commands that work on many kernels, and their common parts: a run with a results file, captures, replays."""
