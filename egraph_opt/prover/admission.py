"""Proofs of external rules before their first use. Proofs are kept between runs, like those of reports (`kept`)."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

from egraph_opt.core.rule import Rule
from egraph_opt.prover import Proof, prove
from egraph_opt.prover.kept import path_of, save


@cache
def admit(rule: Rule) -> Proof:
    """Prove a rule, or look up its proof.

    Raises:
        Unsound: the sides differ; the message has values for which they do.
        NoAnswer: the solver gave up.
        MissingError: there is no solver.
    """
    path = path_of("admitted", rule)
    if (strength := _known(path)) is not None:
        return Proof(rule.name, strength, 0.0)
    proof = prove(rule)
    with suppress(OSError):
        save(path, json.dumps({"rule": rule.name, "strength": proof.strength}))
    return proof


def _known(path: Path) -> str | None:
    try:
        found: dict[str, str] = json.loads(path.read_text())
        return found["strength"]
    except (OSError, ValueError, TypeError, KeyError):
        return None  # missing or not readable: prove it
