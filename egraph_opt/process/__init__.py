"""Processes: children that end with their parent, work that a fresh process does for a forked one, and clean-up on signals."""
