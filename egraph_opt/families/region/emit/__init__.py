"""A choice as a function again."""
