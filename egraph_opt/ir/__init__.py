"""The IR that every family works on: modules of operations, and what is declared of each operation."""
