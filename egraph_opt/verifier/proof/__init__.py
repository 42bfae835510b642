"""Proof that the two sides of a question (old and new kernels) compute the same results, at its given sizes."""

from egraph_opt.verifier.proof.side_equality import Limits, Proof, prove

__all__ = ["Limits", "Proof", "prove"]
