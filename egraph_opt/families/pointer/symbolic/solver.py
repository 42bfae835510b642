"""z3 solver that takes facts in bulk and charges its work to a function's budget.

Each function has two contexts: one for terms and one for solvers, since a new context costs more than most queries. z3 orders terms
by identity. With one context for the whole process, identities would depend on all earlier queries, and so would answers under a limit.
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
from egraph_opt.prover.z3_context import own_context

UNITS = 2
"""Approximate `rlimit` units that z3 counts per microsecond, which is one step of work."""
FACT = 25
"""Approximate cost in steps of making and asserting one fact."""

Answer = tuple[Any, str]
"""Answer of z3, and the reason if z3 gives up."""

current_work: ContextVar[WorkPart | None] = ContextVar("current_work", default=None)
"""Remaining work budget, if work is limited."""


@dataclass(slots=True)
class Session:
    """z3 context that the solvers of a function share, with a query cache."""

    context: z3.Context = field(default_factory=z3.Context)
    solved: float = 0.0
    """Steps that solvers took."""
    told: int = 0
    """Units of `rlimit` that z3 has counted in the context so far."""
    answers: dict[tuple[tuple[int, ...], int, float, str], tuple[list[Any], Answer]] = field(default_factory=dict)
    """Query terms and answer, by the z3 AST ids of facts and claim, the step limit and the kind of query.

    The terms are kept because z3 reuses the ids of freed terms.
    """
    products: dict[int, bool] = field(default_factory=dict)
    """True for the z3 AST id of a term that has a product of two non-constant terms, False for other ids seen."""
    kept: list[Any] = field(default_factory=list)
    """Terms kept alive because their ids, or the ids of their operands, are keys of `products`."""


current_session: ContextVar[Session] = ContextVar("current_session")
"""Session of the current function, inside `solver_session`."""


@contextmanager
def solver_session() -> Iterator[None]:
    """Provide a new z3 context for terms, and a session whose solvers share a context and cached answers.

    A nested session does nothing. Terms must not outlive the session.
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
    """Disable the sort checks in z3's Python module, which take a sixth of the time; the z3 library checks sorts itself."""
    module: Any = z3.z3
    looks, module.Z3_DEBUG = module.Z3_DEBUG, False
    try:
        yield
    finally:
        module.Z3_DEBUG = looks


class SolverExhausted(EgraphOptError):
    """Report that a function's work budget is exhausted."""


@contextmanager
def limit_work(work: WorkPart) -> Iterator[None]:
    """Limit the work of solvers to `work` inside a `with` statement."""
    token = current_work.set(work)
    try:
        yield
    finally:
        current_work.reset(token)


def spend(steps: float) -> None:
    """Charge steps to the work budget, if there is one.

    Raises:
        SolverExhausted: the budget is exhausted.
    """
    if (work := current_work.get()) is not None:
        work.spend(steps)
        if work.over():
            raise SolverExhausted("it takes more than the limit of work")


def work_without_solver() -> float:
    """Return the steps spent on the current function without solver time: the cost of doing the same work again with cached answers."""
    work = current_work.get()
    return 0.0 if work is None else work.spent - current_session.get().solved


class Solver:
    """z3 solver with asserted facts."""

    def __init__(self, facts: Iterable[Any], whole: bool = False, alone: bool = False) -> None:
        """Assert each fact once through z3's C API: the Python `add` checks sorts, which takes longer than many queries.

        Gröbner bases are disabled: `rlimit` does not count their work, and they do not finish on a product of many sums.

        Args:
            facts: the facts to assert.
            whole: use z3's preprocessing, not only its SMT core.
            alone: use a fresh context, so that the answer depends only on the facts and their order.
        """
        self.asked = Session() if alone else current_session.get()
        self.context = self.asked.context
        self.solver = z3.Solver(ctx=self.context) if whole else z3.SimpleSolver(ctx=self.context)
        self.solver.set("arith.nl.grobner", False)
        self.used = 0.0
        """Steps that this solver took."""
        self.tell(facts)

    def tell(self, facts: Iterable[Any]) -> None:
        found = z3.AstVector()
        for fact in {fact.get_id(): fact for fact in facts}.values():
            found.push(fact)
        self._spend(FACT * len(found))
        context, there = self.context.ref(), found.translate(self.context)
        for number in range(len(found)):
            z3.Z3_solver_assert(context, self.solver.solver, z3.Z3_ast_vector_get(context, there.vector, number))

    def refute(self, claim: Any, steps: float) -> Answer:
        """Return z3's answer on the facts and the negated claim, and z3's reason to give up.

        `z3.unsat` means that the facts imply the claim.

        Raises:
            SolverExhausted: the function's work budget is exhausted.
        """
        self.solver.push()
        self.tell((z3.Not(claim),))
        found = self.check(steps)
        self.solver.pop()
        return found

    def check(self, steps: float) -> Answer:
        """Return z3's answer on the asserted facts within `steps`, and z3's reason to give up."""
        work = current_work.get()
        self.solver.set("rlimit", int(UNITS * max(1, min(steps, work.left if work is not None else steps))))
        answer = self.solver.check()
        count = self.asked.told
        with suppress(z3.Z3Exception):  # z3 has no count
            count = self.solver.statistics().get_key_value("rlimit count")
        used, self.asked.told = (count - self.asked.told) / UNITS, count
        self._spend(used)
        return answer, self.solver.reason_unknown()

    def _spend(self, steps: float) -> None:
        self.used += steps
        if (here := current_session.get(None)) is not None:
            here.solved += steps
        spend(steps)
