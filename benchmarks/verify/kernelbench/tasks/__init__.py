"""Tasks by family: references in NumPy, launches of right kernels, and mistakes in them."""
