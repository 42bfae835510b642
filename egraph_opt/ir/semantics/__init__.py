"""Semantics of scalar operations, one module per value domain."""
