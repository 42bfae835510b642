"""Solver queries about a claim: hypotheses, simplification of terms, case splits, and additional facts for a second try.

The hypotheses are callers' promises, the program's assumptions, and the guard of the raised access.

By the guard, wrapped results provably fit in their width and conditionals always select one operand; such terms are simplified. The
simplified claim is mostly the equality of two sums of products. Without this simplification, the solver splits cases in each product.
An example is a stride bounded by `minui`, where the guard checks that the bound has no effect.

Nested conditionals expand to one product for each combination of conditions, so each conditional doubles the size. Splitting on one
condition at a time leaves one case for each path. For a second try, a sum of varying increments gets bounds: the iteration count times the
least increment, and times the greatest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import z3

from egraph_opt.checker.access.effects import OpEffect, effect
from egraph_opt.families.pointer.symbolic.entailment import Growing, refute
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.loop_induction import iterations, trips
from egraph_opt.families.pointer.symbolic.smt_arithmetic import fits_by_range
from egraph_opt.families.pointer.symbolic.solver import Solver
from egraph_opt.families.pointer.symbolic.symbols import Ranges, SharedSymbols, TermFacts, UnknownValue
from egraph_opt.families.pointer.symbolic.z3_capi import conjunction, find_selected
from egraph_opt.ir.module import Value

NO_OVERFLOW = "egraph_opt.no_overflow"
"""Function attribute: callers promise that arithmetic of at most 32 bits does not overflow (see `integers.assumptions`)."""
POSITIVE = "egraph_opt.positive_parameters"
"""Function attribute: callers promise that integer parameters are at least 1."""
NO_ALIAS = "egraph_opt.no_alias"
"""Function attribute: callers promise that no byte is accessed through two pointer parameters if one of these accesses writes."""
READABLE = "egraph_opt.readable"
"""Function attribute: callers promise that lanes that meet the comparisons of a load's mask may be read (see `integers.assumptions`)."""


def state_hypotheses(program: LaneEvaluator, holds: Value | None, own: int) -> list[Any]:
    """Return the facts that hold when a raised access runs; its guard must be proved free of overflow."""
    return [*assume_guard(program, holds).conjuncts, *positive(program, own), *state_assumptions(program)]


def positive(program: LaneEvaluator, own: int) -> Iterator[Any]:
    """Yield, if callers promise it, that each integer parameter is at least 1. Parameters that raising has added do not count."""
    if POSITIVE in program.function.attributes:
        for value in program.function.regions[0].blocks[0].arguments[:own]:
            if value.type.startswith("i") and value.type not in ("i1", "index"):
                yield program.at(value) >= 1


def state_assumptions(program: LaneEvaluator) -> Iterator[Any]:
    """Yield a program's `llvm.intr.assume` conditions; if one is false, the program's behaviour is undefined."""
    for op in program.function.regions[0].blocks[0].ops:
        if op.name == "llvm.intr.assume":
            with suppress(UnknownValue):
                yield program.at(op.operands[0])
        elif effect(op) not in (OpEffect.PURE, OpEffect.READ):
            return


class AccessGuard(NamedTuple):
    """Guard of a raised access, as a list of conjuncts."""

    conjuncts: list[Any]
    sure: list[Any]
    """Conditions under which the conjuncts do not overflow; each may assume only earlier conjuncts."""
    ranges: Ranges
    """Ranges of terms if the conjuncts are true."""
    found: TermFacts
    """Facts about the terms in the conjuncts."""


def assume_guard(program: LaneEvaluator, condition: Value | None) -> AccessGuard:
    """Evaluate the conjuncts of a guard."""
    conjuncts: list[Any] = []
    sure: list[Any] = []
    todo = [] if condition is None else [condition]
    while todo:
        value = todo.pop()
        op, _ = program.defined.get(value, (None, 0))
        if op is not None and op.name == "arith.andi":
            todo += reversed(op.operands)
            continue
        program.guarding = True
        term = program.at(value)
        program.guarding = False
        program.narrowed = (program.narrowed or program.shared.ranges).under(term)
        if program.shared.found.exact:
            exact = conjunction([*program.shared.found.exact])
            sure.append(z3.Implies(conjunction(conjuncts), exact) if conjuncts else exact)
            program.shared.found.exact.clear()
        conjuncts.append(term)
    ranges, program.narrowed = program.narrowed or program.shared.ranges, None
    return AccessGuard(conjuncts, sure, ranges, program.shared.found)


FITS = 15_000
"""Step limit of the query whether a term fits in its width, or which operand a conditional selects."""


class GuardedEqualities:
    """Equalities of terms that a guard implies, to simplify claims. Each is proved only from facts that share its unknowns."""

    def __init__(self, shared: SharedSymbols, guard: AccessGuard, claims: Iterable[Any]) -> None:
        self.shared, self.guard = shared, guard
        self.given = self.known = [*shared.found.known]
        """Facts, as given and after simplification."""
        self.none: list[Any] = []
        """Overflow counts of wrapped results that are provably zero."""
        self.ways: list[tuple[Any, Any]] = []
        """Conditionals, each with the operand that it always selects."""
        self.growing = Growing(guard.conjuncts)
        self.about: dict[int, list[int]] = {}
        for number, fact in enumerate(self.given):
            for name in shared.unknowns_in(fact):
                self.about.setdefault(name, []).append(number)
        seen: set[int] = set()
        for turn, number, bits in shared.found.turned.values():
            self.settle(choices([number], seen))
            self.fit(turn, self.put(number), bits)
        self.settle(choices(claims, set()))

    @property
    def equal(self) -> list[tuple[Any, Any]]:
        return [*self.ways, *((turn, z3.IntVal(0)) for turn in self.none)]

    @property
    def facts(self) -> list[Any]:
        """Return the simplified facts, the guard's conjuncts, and the overflow counts that are zero."""
        return [*self.known, *self.guard.conjuncts, *(turn == 0 for turn in self.none)]

    def put(self, term: Any) -> Any:
        """Substitute known equalities in a term."""
        return z3.substitute(term, *self.equal) if self.ways or self.none else term

    def fit(self, turn: Any, exact: Any, bits: int) -> None:
        """Record that a wrapped result fits in `bits` bits, if this is proved."""
        about = [self.known[n] for n in self.about.get(turn.get_id(), ())]
        if fits_by_range(exact, bits, self.guard.ranges) or self.holds(turn == 0, exact, *about):
            self.none.append(turn)
            self.growing.tell(turn == 0)

    def settle(self, found: list[Any]) -> None:
        """Record each conditional in `found` that provably always selects the same operand."""
        done = {choice.get_id() for choice, _ in self.ways}
        for choice in found:
            if choice.get_id() in done:
                continue
            condition, *ways = map(self.put, choice.children())
            same = ways[0] == ways[1]
            for truth, way in ((condition, ways[0]), (z3.Not(condition), ways[1])):
                if self.holds(z3.Or(truth, same), condition, *ways):
                    self.ways.append((choice, way))
                    self.known = [*map(self.select_fact, self.given, self.known)]
                    break

    def select_fact(self, given: Any, known: Any) -> Any:
        """Return the fact `given`, with each recorded conditional replaced by the operand that it selects.

        If the newest conditional cannot occur in `given`, return `known`, which earlier calls have simplified.
        """
        named = self.shared.unknowns_in
        return z3.substitute(given, *self.ways) if named(self.ways[-1][0]) <= named(given) else known

    def holds(self, claim: Any, *about: Any) -> bool:
        """Return whether facts that share unknowns with the terms `about` are proved to imply a claim.

        Facts keep the order in which they were found; the order of AST ids would depend on the history of the process.
        """
        names = self.shared.around(frozenset().union(*map(self.shared.unknowns_in, about)))
        near = [fact for fact in self.known if (own := self.shared.unknowns_in(fact)) and own <= names]
        return self.growing.holds(z3.Implies(conjunction(near), claim) if near else claim, FITS)


def choices(terms: Iterable[Any], seen: set[int]) -> list[Any]:
    """Return the conditionals in `terms` that select by a comparison, in post-order, except those whose AST ids are in `seen`."""
    return [choice for choice in find_selected(terms, seen) if not z3.is_const(choice.arg(0))]


TOGETHER, FIRST, STEPS = 40_000, 600_000, 1_000_000
"""Step limits: for all claims of an access together, for one claim, and for a second try at one claim.

A query beyond its limit proves nothing.
"""


class Claims(NamedTuple):
    """Claims about one raised access."""

    active: Any
    """Condition under which a lane is active."""
    same: Any
    """Equality of two addresses, claimed for active lanes."""
    rest: list[Any]
    """Claims about all lanes, active or not."""


def reduce_claims(shared: SharedSymbols, facts: list[Any], wanted: Claims, equal: list[tuple[Any, Any]]) -> list[Any]:
    """Simplify claims by known equalities, and replace each remainder that equals its dividend in active lanes.

    Each equality of a remainder and its dividend is a query of its own, apart from the products that contain the remainder.
    """

    def put(term: Any, *more: tuple[Any, Any]) -> Any:
        return z3.simplify(z3.substitute(term, *more, *equal), som=True)

    active, same = put(wanted.active), put(wanted.same)
    for _, x, _, rest in reversed(shared.remainders):
        if not z3.is_true(same) and rest.get_id() in shared.unknowns_in(same):
            dividend = put(x)
            if refute(facts, z3.Implies(active, rest == dividend), FITS)[0] == z3.unsat:
                same = put(same, (rest, dividend))
    return [*map(put, wanted.rest), z3.simplify(z3.Implies(active, same))]


COUNTS = (("so far", iterations), ("in all", trips))
"""Kinds of unknown sums (of increments so far, or of all), each with the function that returns the number of increments."""
STEPS = 200_000
"""Step limit of one comparison of an increment with a bound."""


def bounds(programs: Sequence[tuple[LaneEvaluator, TermFacts]]) -> Iterator[Any]:
    """Yield bounds on sums of varying increments. If both programs have a sum, the bounds come from the first program's increment.

    An increment's bounds rely only on facts that hold in every iteration of its loop, not on facts where the sum is used.
    """
    bounded = set()
    for program, found in programs:
        loops = {number: loop for loop, number in program.loops.items()}
        for place, step in found.steps.items():
            totals = [(program.shared.unknowns.get((when, *place)), count) for when, count in COUNTS]
            if place in bounded or all(total is None for total, _ in totals) or not (ends := _ends(program, step)):
                continue
            bounded.add(place)
            for total, count in totals:
                if total is not None:
                    done = count(program, loops[place[0]])
                    yield z3.And(total >= ends[0] * done, total <= ends[1] * done)


def _ends(within: LaneEvaluator, step: Value) -> tuple[int, int] | None:
    """Return the least and greatest value of a 32-bit increment; None if unknown."""
    with suppress(UnknownValue):
        shared = SharedSymbols(within.shared.grid)
        program = LaneEvaluator(within.function, shared)
        term = program.at(step)
        solver = Solver(shared.found.known)
        if program.shared.found.exact and solver.refute(z3.And(*program.shared.found.exact), STEPS)[0] != z3.unsat:
            return None  # it may overflow
        greatest, least = _greatest(solver, term), _greatest(solver, -term)
        if greatest is not None and least is not None:
            return -least, greatest
    return None


def _greatest(solver: Solver, term: Any) -> int | None:
    """Return an upper bound of a 32-bit term by bisection, or None. The bound is tight unless the solver gives up."""
    low, high = -(1 << 31), 1 << 31
    if solver.refute(term <= high, STEPS)[0] != z3.unsat:
        return None
    while low < high:
        middle = (low + high) // 2
        answer, _ = solver.refute(term <= middle, STEPS)
        if answer == z3.unknown:
            break
        low, high = (low, middle) if answer == z3.unsat else (middle + 1, high)
    return high


CASES = 64
"""Maximum number of cases of a claim. A claim with more cases is not split."""


def cases(claim: Any) -> list[Any]:
    """Split a claim by the boolean unknowns in its conditionals, into claims whose conjunction is equivalent to it."""
    found: list[Any] = []
    todo: list[tuple[Any, tuple[Any, ...]]] = [(claim, ())]
    while todo:
        now, given = todo.pop()
        condition = _condition(now)
        if condition is None:
            if not z3.is_true(now):
                found.append(z3.Implies(z3.And(*given), now) if given else now)
        else:
            for truth, case in ((True, condition), (False, z3.Not(condition))):
                known = z3.simplify(z3.substitute(now, (condition, z3.BoolVal(truth))), som=True)
                todo.append((known, (*given, case)))
        if len(found) + len(todo) > CASES:
            return [claim]
    return found


def _condition(claim: Any) -> Any:
    count: Counter[int] = Counter()
    terms: dict[int, Any] = {}
    seen: set[int] = set()
    todo = [claim]
    while todo:
        term = todo.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        parts = term.children()
        if z3.is_app_of(term, z3.Z3_OP_ITE) and z3.is_int(term) and z3.is_const(parts[0]):
            count[parts[0].get_id()] += 1
            terms[parts[0].get_id()] = parts[0]
        todo += reversed(parts)
    return terms[max(count, key=lambda number: count[number])] if count else None
