"""Code that all families of rules share."""
