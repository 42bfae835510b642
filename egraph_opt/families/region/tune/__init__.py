"""Programs and flags chosen by measured time."""
