"""Proof that two sides compute the same, at the sizes of a question."""

from egraph_opt.verify.proof.prove import Limits, Proof, prove

__all__ = ["Limits", "Proof", "prove"]
