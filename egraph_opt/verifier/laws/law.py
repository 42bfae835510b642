"""Laws of the normal form over the real numbers: each has a claim that z3 proves, and a wrong variant that it refutes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from egraph_opt.errors import EgraphOptError
from egraph_opt.prover import STEPS, ask_for_solver
from egraph_opt.prover.z3_context import own_context


class Claim(NamedTuple):
    """Formulas of z3 about a law.

    Attributes:
        true: formulas that express the law; z3 must prove each.
        wrong: the law with a condition left out, or with one thing changed; z3 must find a counterexample.
        given: axioms about uninterpreted functions such as exp, for the arguments that occur in the claim.
    """

    true: Sequence[Any]
    wrong: Any
    given: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Law:
    """Algebraic law that the normal form over the reals uses.

    Attributes:
        name: its name, as proofs list it.
        statement: what it says, in words.
        claim: function that builds the law's formulas with the module `z3`.
    """

    name: str
    statement: str
    claim: Callable[[Any], Claim]


class Unproved(EgraphOptError):
    """Error raised for a law that z3 does not prove, or whose wrong variant it does not refute."""


LAWS: dict[str, Law] = {}


def law(claim: Callable[[Any], Claim]) -> Callable[[Any], Claim]:
    """Decorate a claim function to register it as a law. Its docstring is the law's statement."""
    LAWS[claim.__name__] = Law(claim.__name__, " ".join((claim.__doc__ or "").split()), claim)
    return claim


def prove_law(law: Law, steps: int = STEPS) -> None:
    """Prove a law, and refute its wrong variant.

    Raises:
        Unproved: z3 does not prove the law, or finds no counterexample of the wrong variant.
        MissingError: z3 is not installed.
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
    """Return z3's result for the negation of a statement: `unsat` if it is proved, `sat` if it has a counterexample."""
    solver = z3.Solver()
    solver.set("rlimit", steps)
    solver.add(*given, z3.Not(statement))
    return solver.check()
