"""A function on arrays of NumPy as a side: it is called with arrays of expressions, and what it returns are the results."""
