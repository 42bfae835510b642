"""IREE's tools in child processes, with limits, and reading and printing of IREE programs."""
