"""Proof that two sides compute the same, at the sizes of a question."""

from egraph_opt.verifier.proof.side_equality import Limits, Proof, prove

__all__ = ["Limits", "Proof", "prove"]
