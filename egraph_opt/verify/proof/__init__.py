"""Proof that two sides compute the same, at the sizes of a question."""

from egraph_opt.verify.proof.side_equality import Limits, Proof, prove

__all__ = ["Limits", "Proof", "prove"]
