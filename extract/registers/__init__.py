"""Register pressure of a selection: evaluation orders, and conflicts with a register limit."""
