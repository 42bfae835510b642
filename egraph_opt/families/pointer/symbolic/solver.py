"""A solver that is given many facts at once, and does no more than is left of the work that a function may cost.

Each function has contexts of its own: one for terms, and one that its solvers share, since a new one takes longer than most answers.
z3 orders terms by their identities. In a context that lives as long as the process, these depend on all that was asked before, and so
would the answers within a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.errors import EgraphOptError
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.prover.context import own_context

UNITS = 2
"""Approximate number of units of `rlimit` that z3 counts in a microsecond, which is one step of work."""
FACT = 25
"""Steps that it takes to make a fact and hand it over, about."""

Answer = tuple[Any, str]
"""An answer of z3, and why it gives up if it does."""

current_work: ContextVar[WorkPart | None] = ContextVar("current_work", default=None)
"""The work that may still be done, where that is limited."""


@dataclass(slots=True)
class Session:
    """A context of solvers, and what they were asked."""

    context: z3.Context = field(default_factory=z3.Context)
    solved: float = 0.0
    """Steps that solvers took."""
    told: int = 0
    """Units of `rlimit` that z3 has counted in the context so far."""
    answers: dict[tuple[tuple[int, ...], int, float, str], tuple[list[Any], Answer]] = field(default_factory=dict)
    """By the identities of the facts and of the claim, the limit of steps, and the kind of question: the terms, and the answer. Terms
    that are kept keep their identities.
    """
    products: dict[int, bool] = field(default_factory=dict)
    """By identities of terms and their parts: whether each has a product of two unknowns."""
    kept: list[Any] = field(default_factory=list)
    """Terms whose identities, and those of their parts, are keys of `products`."""


current_session: ContextVar[Session] = ContextVar("current_session")
"""What was asked about the current function: set inside `solver_session`."""


@contextmanager
def solver_session() -> Iterator[None]:
    """Give the terms made in a `with` statement a new context, and let its solvers share another one and their answers.

    Inside another such statement it does nothing. Terms do not outlive it.
    """
    if current_session.get(None) is not None:
        yield
        return
    with own_context(), _disable_sort_checks():
        token = current_session.set(Session())
        try:
            yield
        finally:
            current_session.reset(token)


@contextmanager
def _disable_sort_checks() -> Iterator[None]:
    """Keep z3's module from looking at the kinds of all terms that it is given, which takes a sixth of the time; z3 itself looks at
    them."""
    module: Any = z3.z3
    looks, module.Z3_DEBUG = module.Z3_DEBUG, False
    try:
        yield
    finally:
        module.Z3_DEBUG = looks


class SolverExhausted(EgraphOptError):
    """A function may cost no more work."""


@contextmanager
def limit_work(work: WorkPart) -> Iterator[None]:
    """Let solvers do no more than this work, for as long as a `with` statement lasts."""
    token = current_work.set(work)
    try:
        yield
    finally:
        current_work.reset(token)


def spend(steps: float) -> None:
    """Count steps of work, where these are limited.

    Raises:
        Exhausted: there may be no more.
    """
    if (work := current_work.get()) is not None:
        work.spend(steps)
        if work.over():
            raise SolverExhausted("it takes more than the limit of work")


def work_without_solver() -> float:
    """Return the steps that were taken for a function, but for those of solvers: as many as it takes to do the same again, where their
    answers are known.
    """
    work = current_work.get()
    return 0.0 if work is None else work.spent - current_session.get().solved


class Solver:
    """A solver that knows some facts."""

    def __init__(self, facts: Iterable[Any], whole: bool = False, alone: bool = False) -> None:
        """Assert each fact once, as it is: z3's own `add` asks each for its sort first, which takes longer than many answers.

        No Gröbner bases are computed: `rlimit` does not count these, and a product of many sums makes them endless.

        Args:
            facts: what it knows.
            whole: use z3's preprocessing too, not only its SMT core.
            alone: use a context of its own, so that the answer depends on nothing but the facts and their order.
        """
        self.asked = Session() if alone else current_session.get()
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
        context, there = self.context.ref(), found.translate(self.context)
        for number in range(len(found)):
            z3.Z3_solver_assert(context, self.solver.solver, z3.Z3_ast_vector_get(context, there.vector, number))

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
        work = current_work.get()
        self.solver.set("rlimit", int(UNITS * max(1, min(steps, work.left if work is not None else steps))))
        answer = self.solver.check()
        count = self.asked.told
        with suppress(z3.Z3Exception):  # it counts nothing
            count = self.solver.statistics().get_key_value("rlimit count")
        used, self.asked.told = (count - self.asked.told) / UNITS, count
        self._spend(used)
        return answer, self.solver.reason_unknown()

    def _spend(self, steps: float) -> None:
        self.used += steps
        if (here := current_session.get(None)) is not None:
            here.solved += steps
        spend(steps)
