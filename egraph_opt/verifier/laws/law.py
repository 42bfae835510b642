"""Laws of the normal form over the real numbers: each has a claim that z3 proves, and a wrong variant that it refutes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from egraph_opt.errors import EgraphOptError
from egraph_opt.prover import STEPS, ask_for_solver
from egraph_opt.prover.z3_context import own_context


class Claim(NamedTuple):
    """Statements of z3 about a law.

    Attributes:
        true: what the law says; of several, each.
        wrong: the law with one condition less, or with one thing changed: it has a counterexample.
        given: definitions of functions that z3 does not know, at the places where the claim needs them.
    """

    true: Sequence[Any]
    wrong: Any
    given: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Law:
    """A law of the normal form.

    Attributes:
        name: its name, as proofs list it.
        statement: what it says, in words.
        claim: function of z3 that returns its claim.
    """

    name: str
    statement: str
    claim: Callable[[Any], Claim]


class Unproved(EgraphOptError):
    """Error raised for a law that z3 does not prove, or whose wrong variant it does not refute."""


LAWS: dict[str, Law] = {}


def law(claim: Callable[[Any], Claim]) -> Callable[[Any], Claim]:
    """Enter a function as a law: its docstring is the statement."""
    LAWS[claim.__name__] = Law(claim.__name__, " ".join((claim.__doc__ or "").split()), claim)
    return claim


def prove_law(law: Law, steps: int = STEPS) -> None:
    """Prove a law, and refute its wrong variant.

    Raises:
        Unproved: z3 gives another answer.
        MissingError: there is no solver.
    """
    ask_for_solver()
    import z3

    with own_context():
        claim = law.claim(z3)
        for number, statement in enumerate(claim.true):
            if (answer := refute(z3, claim.given, statement, steps)) != z3.unsat:
                raise Unproved(f"{law.name}: statement {number + 1} has a counterexample or no answer: {answer}")
        if (answer := refute(z3, claim.given, claim.wrong, steps)) != z3.sat:
            raise Unproved(f"{law.name}: the wrong variant has no counterexample: {answer}")


def refute(z3: Any, given: Sequence[Any], statement: Any, steps: int) -> Any:
    """Return z3's answer to the question whether a statement can be false."""
    solver = z3.Solver()
    solver.set("rlimit", steps)
    solver.add(*given, z3.Not(statement))
    return solver.check()
