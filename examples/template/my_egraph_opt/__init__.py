"""Extensions that this package adds to egraph-opt. `pyproject.toml` names each one as an entry point."""
