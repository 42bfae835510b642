"""Polynomials over the reals, each hash-consed under a number, with their signs and common factors."""
