"""Readers of problems: from egglog, JSON, plain Python."""
