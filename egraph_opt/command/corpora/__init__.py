"""Commands that work on many kernels, and what they share: a run with a results file, captures, replays."""
