"""Code shared by all rule families."""
