"""Readers of extraction problems from egglog, JSON and plain Python."""
