"""Intermediate representation: modules, operations and values, and definitions of operations."""
