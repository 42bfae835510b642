"""Proofs of user rules before their first use. Proofs and failures are cached (`proof_cache`)."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from egraph_opt.core.rule import Rule
from egraph_opt.prover import NoAnswer, Proof, prove
from egraph_opt.prover.proof_cache import load, path_of, save


@cache
def admit(rule: Rule) -> Proof:
    """Prove a rule, or return its cached proof.

    Raises:
        Unsound: the sides differ; the message has values for which they do.
        NoAnswer: the solver gave up.
        MissingError: z3 is not installed.
    """
    path = path_of("admitted", rule)
    known = _earlier_proofs(path)
    if strength := known.get("strength"):
        return Proof(rule.name, strength, 0.0)
    if why := known.get("no answer"):
        raise NoAnswer(rule, f"{why} (kept from an earlier run)")
    try:
        proof = prove(rule)
    except NoAnswer as error:
        _keep(path, {"rule": rule.name, "no answer": error.why})
        raise
    _keep(path, {"rule": rule.name, "strength": proof.strength})
    return proof


def _keep(path: Path, found: dict[str, str]) -> None:
    with suppress(OSError):
        save(path, found)


def _earlier_proofs(path: Path) -> dict[str, str]:
    return {key: value for key, value in load(path).items() if isinstance(value, str)}
