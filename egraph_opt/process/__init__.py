"""Child processes that end with their parent, execution of calls from a fork in a fresh process, and clean-up on signals."""
