"""Processes: children that end with their parent, work that a forked process has done by a fresh one, what is owed to a signal."""
