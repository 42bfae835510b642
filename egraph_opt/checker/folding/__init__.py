"""Normal form of values in the checker: folding, canonicalisation, and functions of tensor indices."""
