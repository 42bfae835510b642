"""Code shared by all families of rules."""
