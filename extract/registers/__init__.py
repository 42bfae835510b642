"""Register pressure: evaluation orders of a selection, and extraction under a register limit."""
