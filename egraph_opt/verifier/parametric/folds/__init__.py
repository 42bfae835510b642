"""Sums and maxima over symbolic domains in normal form, and the polynomials over the reals in which they are atoms."""
