"""Control flow of a function in the checker: blocks and dominance, known conditions of branches, loops that run once."""
