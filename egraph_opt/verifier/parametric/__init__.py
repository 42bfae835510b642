"""Proofs for all sizes: program ids, sizes, tile indices and loop counters stay symbols; sums and maxima over them get a normal form."""
