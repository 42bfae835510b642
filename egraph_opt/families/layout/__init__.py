"""The e-graph of the layout family: a function as terms, saturation, the extraction problem, and the function that was chosen."""
