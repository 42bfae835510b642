"""Questions to the solver about a claim: its hypotheses, its terms made simpler, its cases, and additional facts for a second try.

The hypotheses are what holds when a raised access runs: the callers' promises, the program's assumptions, and its guard.
Terms that the guard makes simpler are numbers that fit in their width, and numbers of which a condition always selects the same one.
Without these, the remaining claim about addresses is mostly the equality of two sums of products. A solver would else ask for each
case in each product: a stride that a limit is put on is the stride itself where the guard checks that limit.

A number that nested conditionals select becomes a sum with a product for each set of conditions, which double with each conditional. Of one
condition after the other, the cases of the conditionals are left, as many as there are ways through them. A sum of varying steps
lies between the number of iterations times the least and times the largest step.
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
"""Attribute of a function by which callers promise that arithmetic of 32 bits or less does not overflow (see `symbolic.program`)."""
POSITIVE = "egraph_opt.positive_parameters"
"""Attribute by which they promise that its integer parameters are 1 or more."""
NO_ALIAS = "egraph_opt.no_alias"
"""Attribute by which they promise that no byte is accessed through two pointer parameters if one of these accesses writes."""
READABLE = "egraph_opt.readable"
"""Attribute by which they promise that lanes of loads may be read that meet the comparisons in their masks (see `assumptions`)."""


def state_hypotheses(program: LaneEvaluator, holds: Value | None, own: int) -> list[Any]:
    """Return the facts that hold when a raised access runs, if its guard is proved to mean what it says."""
    return [*assume_guard(program, holds).conjuncts, *positive(program, own), *state_assumptions(program)]


def positive(program: LaneEvaluator, own: int) -> Iterator[Any]:
    """Yield the callers' promises about the parameters that a function had."""
    if POSITIVE in program.function.attributes:
        for value in program.function.regions[0].blocks[0].arguments[:own]:
            if value.type.startswith("i") and value.type not in ("i1", "index"):
                yield program.at(value) >= 1


def state_assumptions(program: LaneEvaluator) -> Iterator[Any]:
    """Yield a program's assumptions about its numbers; if one is false, the program's behaviour is undefined in LLVM."""
    for op in program.function.regions[0].blocks[0].ops:
        if op.name == "llvm.intr.assume":
            with suppress(UnknownValue):
                yield program.at(op.operands[0])
        elif effect(op) not in (OpEffect.PURE, OpEffect.READ):
            return


class AccessGuard(NamedTuple):
    """Conjunction that holds when a raised access runs."""

    conjuncts: list[Any]
    sure: list[Any]
    """Conditions under which the conjuncts mean what they say: each may rest only on those before it."""
    ranges: Ranges
    """Ranges of terms where they hold."""
    found: TermFacts
    """What belongs to the conjuncts."""


def assume_guard(program: LaneEvaluator, condition: Value | None) -> AccessGuard:
    """Return a guard of a function."""
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
"""Steps for one question of whether a number fits in its width, or what a condition selects."""


class GuardedEqualities:
    """Equal terms by a guard and facts that share no unknowns with others but those of a term: enough for questions about it alone."""

    def __init__(self, shared: SharedSymbols, guard: AccessGuard, claims: Iterable[Any]) -> None:
        """Look at the numbers that were brought into their width, in the order in which they were made, then at the claims."""
        self.shared, self.guard = shared, guard
        self.given = self.known = [*shared.found.known]
        """Facts, as they were found and with the numbers that conditions select."""
        self.none: list[Any] = []
        """Turns of numbers that are in their width already: nothing was taken off."""
        self.ways: list[tuple[Any, Any]] = []
        """Numbers that a condition selects, each with the one that it always selects."""
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
        """All pairs of equal terms."""
        return [*self.ways, *((turn, z3.IntVal(0)) for turn in self.none)]

    @property
    def facts(self) -> list[Any]:
        """Known facts, the guard itself as it is, since the rest rests on it, and what was found."""
        return [*self.known, *self.guard.conjuncts, *(turn == 0 for turn in self.none)]

    def put(self, term: Any) -> Any:
        """Return a term with the simpler ones in place of those that are equal."""
        return z3.substitute(term, *self.equal) if self.ways or self.none else term

    def fit(self, turn: Any, exact: Any, bits: int) -> None:
        """Note that a number is in its width, if that is so."""
        about = [self.known[n] for n in self.about.get(turn.get_id(), ())]
        if fits_by_range(exact, bits, self.guard.ranges) or self.holds(turn == 0, exact, *about):
            self.none.append(turn)
            self.growing.tell(turn == 0)

    def settle(self, found: list[Any]) -> None:
        """Note the numbers of which a condition always selects one."""
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
        """Return a fact, of which an older form is known, with the numbers that conditions select."""
        named = self.shared.unknowns_in
        return z3.substitute(given, *self.ways) if named(self.ways[-1][0]) <= named(given) else known

    def holds(self, claim: Any, *about: Any) -> bool:
        """Return whether a claim follows from the facts about some terms.

        They are in the order in which they became known: that of identities depends on what the process did before.
        """
        names = self.shared.around(frozenset().union(*map(self.shared.unknowns_in, about)))
        near = [fact for fact in self.known if (own := self.shared.unknowns_in(fact)) and own <= names]
        return self.growing.holds(z3.Implies(conjunction(near), claim) if near else claim, FITS)


def choices(terms: Iterable[Any], seen: set[int]) -> list[Any]:
    """Return the numbers in terms that a comparison selects, each after those in it; of terms that were `seen`, by identity, none."""
    return [choice for choice in find_selected(terms, seen) if not z3.is_const(choice.arg(0))]


TOGETHER, FIRST, STEPS = 40_000, 600_000, 1_000_000
"""Steps that the solver may take for all claims of one access at once, for one claim, and for one where that was too little. One that
gives up has proved nothing."""


class Claims(NamedTuple):
    """Claims of one access."""

    active: Any
    """Truth of lanes that are active."""
    same: Any
    """Equality of two addresses that is claimed of such lanes."""
    rest: list[Any]
    """Claims about all lanes."""


def reduce_claims(shared: SharedSymbols, facts: list[Any], wanted: Claims, equal: list[tuple[Any, Any]]) -> list[Any]:
    """Return the claims, with equal terms in place of some, and the dividend for each remainder that is equal to it in active lanes.

    The solver is asked of these without the products that they are factors of; the rest is mostly one sum of products.
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
"""Names of sums, each with the function that counts the iterations of such a sum."""
STEPS = 200_000
"""Steps that the solver may take for one comparison."""


def bounds(programs: Sequence[tuple[LaneEvaluator, TermFacts]]) -> Iterator[Any]:
    """Yield the bounds of the sums that programs carry, at any time; for a shared sum, by the first program.

    A step is bounded by facts that hold in every iteration of its loop, and so by no fact about the place where the sum is used.
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
    """Return the least and the largest number that a value may be, of 32 bits."""
    with suppress(UnknownValue):
        shared = SharedSymbols(within.shared.grid)
        program = LaneEvaluator(within.function, shared)
        term = program.at(step)
        solver = Solver(shared.found.known)
        if program.shared.found.exact and solver.refute(z3.And(*program.shared.found.exact), STEPS)[0] != z3.unsat:
            return None  # it may not mean what it says
        greatest, least = _greatest(solver, term), _greatest(solver, -term)
        if greatest is not None and least is not None:
            return -least, greatest
    return None


def _greatest(solver: Solver, term: Any) -> int | None:
    """A number of 32 bits that a term is proved not to be above, by bisection: the least where the solver never gives up."""
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
"""Most cases of a claim; one with more is left as it is."""


def cases(claim: Any) -> list[Any]:
    """Return claims that are together as strong as one: each where some truth values, unknown otherwise, are given."""
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
    """Return the truth value that selects the most numbers of a claim; None if there is none. Of equally many, it is the first one."""
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
