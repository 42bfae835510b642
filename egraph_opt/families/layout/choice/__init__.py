"""Choice of layouts: candidate layouts, saturation, and the extraction problem."""
