"""A solver that is given many facts at once, and does no more than is left of the work that a function may cost.

The solvers of one function share a context, since a new one takes longer than most answers. In one that lives as long as the process,
what other functions asked decides in which order z3 looks at terms, and so whether it answers within a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.errors import EgraphOptError
from egraph_opt.extract.base.work import Part

UNITS = 2
"""Approximate number of units of `rlimit` that z3 counts in a microsecond, which is one step of work."""
FACT = 25
"""Steps that it takes to make a fact and hand it over, about."""

Answer = tuple[Any, str]
"""An answer of z3, and why it gives up if it does."""

allowed: ContextVar[Part | None] = ContextVar("allowed", default=None)
"""The work that may still be done, where that is limited."""


@dataclass(slots=True)
class Asked:
    """A context of solvers, and what they were asked."""

    context: z3.Context = field(default_factory=z3.Context)
    told: int = 0
    """Units of `rlimit` that z3 has counted in the context so far."""
    answers: dict[tuple[tuple[int, ...], int, float, bool], tuple[list[Any], Answer]] = field(default_factory=dict)
    """By the identities of the facts and of the claim, the limit of steps, and the kind of solver: the terms, and the answer. Terms
    that are kept keep their identities.
    """


asked: ContextVar[Asked | None] = ContextVar("asked", default=None)
"""What was asked about the current function."""


@contextmanager
def together() -> Iterator[None]:
    """Let the solvers that are made in a `with` statement share a context and their answers, those of an outer one if there is one."""
    if asked.get() is not None:
        yield
        return
    token = asked.set(Asked())
    try:
        yield
    finally:
        asked.reset(token)


class Exhausted(EgraphOptError):
    """A function may cost no more work."""


@contextmanager
def allowing(work: Part) -> Iterator[None]:
    """Let solvers do no more than this work, for as long as a `with` statement lasts."""
    token = allowed.set(work)
    try:
        yield
    finally:
        allowed.reset(token)


def spend(steps: float) -> None:
    """Count steps of work, where these are limited.

    Raises:
        Exhausted: there may be no more.
    """
    if (work := allowed.get()) is not None:
        work.spend(steps)
        if work.over():
            raise Exhausted("it takes more than the limit of work")


class Solver:
    """A solver that knows some facts."""

    def __init__(self, facts: Iterable[Any], whole: bool = False) -> None:
        """Assert each fact once, as it is: z3's own `add` asks each for its sort first, which takes longer than many answers.

        No Gröbner bases are computed: `rlimit` does not count these, and a product of many sums makes them endless.

        Args:
            facts: what it knows.
            whole: use z3's preprocessing too, not only its SMT core.
        """
        self.asked = asked.get() or Asked()
        self.context = self.asked.context
        self.solver = z3.Solver(ctx=self.context) if whole else z3.SimpleSolver(ctx=self.context)
        self.solver.set("arith.nl.grobner", False)
        self.used = 0.0
        """Steps that it has taken so far."""
        self.tell(facts)

    def tell(self, facts: Iterable[Any]) -> None:
        """Let it know more."""
        found = z3.AstVector()
        for fact in {fact.get_id(): fact for fact in facts}.values():
            found.push(fact)
        self._spend(FACT * len(found))
        for fact in found.translate(self.context):
            z3.Z3_solver_assert(self.context.ref(), self.solver.solver, fact.as_ast())

    def refute(self, claim: Any, steps: float) -> Answer:
        """Return what it says of the facts without a claim (`z3.unsat`: the claim holds), and why where it gives up after `steps`.

        Raises:
            Exhausted: no more work may be done.
        """
        self.solver.push()
        self.tell((z3.Not(claim),))
        found = self.check(steps)
        self.solver.pop()
        return found

    def check(self, steps: float) -> Answer:
        """Return z3's answer about all facts that it was told, and why if it gives up after `steps`."""
        work = allowed.get()
        self.solver.set("rlimit", int(UNITS * max(1, min(steps, work.left if work is not None else steps))))
        answer = self.solver.check()
        statistics = self.solver.statistics()
        count = statistics.get_key_value("rlimit count") if "rlimit count" in statistics.keys() else self.asked.told  # noqa: SIM118
        used, self.asked.told = (count - self.asked.told) / UNITS, count
        self._spend(used)
        return answer, self.solver.reason_unknown()

    def _spend(self, steps: float) -> None:
        self.used += steps
        spend(steps)
