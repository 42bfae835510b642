"""Child processes that end with their parent, delegation of calls from a fork to a fresh process, and clean-up on signals."""
