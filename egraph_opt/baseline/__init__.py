"""Other compilers: their results as start programs of the search and for comparison, and the machine code that they produce."""
