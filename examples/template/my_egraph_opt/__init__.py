"""What this package adds to egraph-opt: `pyproject.toml` names each of it as an entry point."""
