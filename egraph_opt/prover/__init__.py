"""Proofs of rules: for all values that its conditions allow, both sides of a rule mean the same.

A rule's obligation follows from the meanings of its words; its author writes none. What words mean to a solver, and what it takes for two
terms to be the same, is the matter of each family: its vocabulary names the module that proves its rules, which has

    prove(rule, steps) -> Proof     as `prove` here
    BACK_END                        how it is done, in a few words

The same statement by another name is what Cranelift's VeriISLE proves of its rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.errors import UserError


class Refused(UserError):
    """A rule that was not proved: which one, where it stands, and why."""

    def __init__(self, rule: Rule, why: str) -> None:
        super().__init__(rule, why)  # both, so that it can be sent between processes
        self.rule, self.why = rule, why

    def __str__(self) -> str:
        return f"{self.rule.where}: rule {self.rule.name}: {self.why}"


class Unsound(Refused):
    """The two sides differ for some values that the conditions allow; the message shows them."""


class NoAnswer(Refused):
    """The solver gave up: a failure, never a pass."""


class MissingError(UserError):
    """What proves rules is not installed."""

    code = 2


def ask_for_solver() -> None:
    """Raise MissingError where there is no solver."""
    if find_spec("z3") is None:
        raise MissingError("rules are proved by z3, which is not installed: pip install -e '.[proofs]' in a clone")


@dataclass(frozen=True)
class Proof:
    """`strength` says for which values the rule was proved."""

    rule: str
    strength: str
    milliseconds: float


STEPS = 60_000_000
"""What the solver may do for one question (z3's `rlimit`), about 6 s of work, four times what any proof takes: a count, so that a busy
machine proves no less."""


def prove(rule: Rule, steps: int = STEPS) -> Proof:
    """Prove one rule.

    Raises:
        Unsound: with values that tell the sides apart.
        NoAnswer: the solver gave up within `steps`.
        MissingError: there is no solver.
    """
    ask_for_solver()
    return import_module(rule.vocabulary.prover).prove(rule, steps)  # type: ignore[no-any-return]


def unknowns(rule: Rule, world: Any) -> dict[str, Any]:
    """Return what the variables of a rule stand for in a world: anything of their sort."""
    return {name: world.unknown(name, sort) for name, sort in rule.variables.items()}


def sides(rule: Rule, known: dict[str, Any], world: Any) -> tuple[Any, Any, list[Any]]:
    """Return what both sides of a rule mean in a world, and what its conditions say, its variables being `known`."""
    before, after, *conditions = (mean(term, known, world) for term in (rule.before, rule.after, *rule.conditions))
    return before, after, [c for c in conditions if c is not None]


def mean(term: Term, known: dict[str, Any], world: Any) -> Any:
    """Return what a term of a rule means in a world, its variables being `known`."""
    if term.word is None:
        return known[term.head] if isinstance(term.head, str) else term.head
    return term.word.meaning(world, *(mean(a, known, world) for a in term.arguments))
