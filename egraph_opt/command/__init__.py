"""Command line tool `egraph-opt`."""
