"""Proofs of rewrite rules: z3 shows that both sides of a rule are equal for all values that meet the conditions.

The proof obligation of a rule follows from the meanings of its symbols. Each rule family defines these meanings, and the equality
of two terms, in z3. A vocabulary (the symbols of a rule family) names the module that proves its rules. That module defines

    prove(rule, steps) -> Proof     as `prove` here
    BACK_END                        the proof method in a few words

VeriISLE proves the same kind of statement for Cranelift's rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.errors import UserError
from egraph_opt.prover.z3_context import own_context


class Refused(UserError):
    """Error: a rule was not proved. The message has the rule's location and name, and the reason."""

    verdict = "Refused"
    """First word of the message of `egraph-opt prove`."""

    def __init__(self, rule: Rule, why: str) -> None:
        super().__init__(rule, why)  # both arguments make it picklable
        self.rule, self.why = rule, why

    def __str__(self) -> str:
        return f"{self.rule.where}: rule {self.rule.name}: {self.why}"


class Unsound(Refused):
    """Error: the two sides of a rule differ for some values that meet the conditions. The message shows the values."""

    verdict = "Unsound"


class NoAnswer(Refused):
    """Error: the solver gave up on a rule."""

    verdict = "No answer"


class MissingError(UserError):
    """Error: the solver that proves rules is not installed."""

    code = 2


def ask_for_solver() -> None:
    """Raise MissingError if z3 is not installed."""
    if find_spec("z3") is None:
        raise MissingError("rules are proved by z3, which is not installed: pip install -e '.[proofs]' in a clone")


@dataclass(frozen=True)
class Proof:
    """Proof of a rule. `strength` describes the values for which the rule is proved."""

    rule: str
    strength: str
    milliseconds: float


STEPS = 60_000_000
"""Limit of one solver query (z3's `rlimit`), about 6 to 10 s of work, which does not depend on the machine's load. No proof needs
more than a quarter of it.
"""


def gave_up(rule: Rule, steps: int, reason: str) -> NoAnswer:
    """Return the error for a rule on which z3 gave up, with z3's `reason`."""
    if reason not in ("canceled", "max. resource limit exceeded"):
        return NoAnswer(rule, f"neither proved nor refuted: {reason}")
    advice = "products of two unknown numbers are hard: try the rule with a number in place of one of them"
    return NoAnswer(rule, f"neither proved nor refuted within {steps:,} steps of the solver ({advice})")


def prove(rule: Rule, steps: int = STEPS) -> Proof:
    """Prove one rule.

    Raises:
        Unsound: the sides differ for some values, which the message shows.
        NoAnswer: the solver gave up within `steps`.
        MissingError: z3 is not installed.
    """
    ask_for_solver()
    with own_context():  # otherwise earlier proofs may change the answer
        return import_module(rule.vocabulary.prover).prove(rule, steps)  # type: ignore[no-any-return]


def unknowns(rule: Rule, world: Any) -> dict[str, Any]:
    """Return a z3 constant for each variable of a rule, made by `world`, which interprets the rule's symbols in z3."""
    return {name: world.unknown(name, sort) for name, sort in rule.variables.items()}


def sides(rule: Rule, known: dict[str, Any], world: Any) -> tuple[Any, Any, list[Any]]:
    """Return the z3 meanings of a rule's two sides and its conditions, with `known` as the meanings of its variables."""
    before, after, *conditions = (mean(term, known, world) for term in (rule.before, rule.after, *rule.conditions))
    return before, after, [c for c in conditions if c is not None]


def mean(term: Term, known: dict[str, Any], world: Any) -> Any:
    """Return the z3 meaning of a term of a rule, with `known` as the meanings of its variables."""
    if term.word is None:
        return known[term.head] if isinstance(term.head, str) else term.head
    return term.word.meaning(world, *(mean(a, known, world) for a in term.arguments))
