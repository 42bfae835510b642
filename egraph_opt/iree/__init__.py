"""IREE's tools in child processes, with limits, and the programs that they read and write."""
