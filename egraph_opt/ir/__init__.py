"""The IR that every family works on: modules of operations, and the declaration of each operation."""
