"""Proofs for all sizes: program ids, sizes, tile axes and counters of loops stay symbols, and folds over them are normalised."""
