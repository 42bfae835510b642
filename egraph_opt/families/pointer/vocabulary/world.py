"""Proofs of rules about addresses: both sides are equal as 64-bit vectors for all values that meet the conditions.

Solvers do not finish on 64-bit multiplication. A rule that needs only ring laws is proved for any width by polynomial normalisation,
with function applications as unknowns. Rules that need more are proved by bit-vector reasoning without products of unknowns.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import z3

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term, Word
from egraph_opt.families.pointer.vocabulary.conditions import ENDING, INDUCTIVE, flag
from egraph_opt.families.pointer.vocabulary.meaning import Lane, Lanes, Loop, Mask, Num
from egraph_opt.families.pointer.vocabulary.tile import Lanewise, Tile
from egraph_opt.prover import Proof, Unsound, gave_up, mean, sides, unknowns
from egraph_opt.prover.counterexample_text import text, values

BACK_END = "z3: 64-bit vectors and ring laws, induction over loops"
STRENGTH = "all 64-bit addresses, 32-bit offsets, ranks, shapes and trip counts"


class PointerWorld:
    """z3 semantics of the vocabulary: uninterpreted functions for opaque values, loops, dimensions and accesses."""

    def __init__(self) -> None:
        number, bits = z3.IntSort(), z3.BitVecSort(64)
        self.step, self.index = step, index = z3.DeclareSort("Step"), z3.DeclareSort("Index")
        self.coordinate = z3.Function("coordinate", number, index, z3.BitVecSort(31))
        self.source = z3.Function("source", number, index, index)
        self.is_first = z3.Function("is_first", number, step, z3.BoolSort())
        self.before = z3.Function("before", number, step, step)
        self.outside = z3.Function("outside", number, step, step)
        self.runs = z3.Function("runs", number, step, z3.BoolSort())
        self.last = z3.Function("last", number, step, step)
        self.atom, self.count, self.counter, self.carried_number, self.result_number = (
            z3.Function(name, number, step, bits) for name in ("atom", "count", "counter", "carried_number", "result_number")
        )
        self.carried_lanes, self.result_lanes, self.opaque_lanes = (
            z3.Function(name, number, step, index, bits) for name in ("carried_lanes", "result_lanes", "opaque_lanes")
        )
        self.opaque_mask = z3.Function("opaque_mask", number, step, index, z3.BoolSort())
        self.entry = z3.Function("entry", number, step, z3.BitVecSort(31), bits)
        self.chosen = z3.Function("chosen", number, step, z3.BitVecSort(31), z3.BoolSort())
        self.origin = z3.Const("origin", index)
        self.in_block = z3.Function("in_block", number, index, z3.BoolSort())
        self.undefined = z3.Function("undefined", step, index, z3.BoolSort())
        self.bytes = z3.Function("bytes", number, bits)
        self.stores = z3.Function("stores", number, z3.BoolSort())
        self.readable = z3.Function("readable", number, z3.BoolSort())
        self.whole = z3.Function("whole", bits, number, z3.BoolSort())
        self.point = z3.Const("step", step), z3.Const("index", index)

    def unknown(self, name: str, sort: Any) -> Any:
        if sort is Num:
            number = z3.Function(name, self.step, z3.BitVecSort(64))
            return Lane(lambda k, i: number(k))
        if sort is Tile:
            return Lanewise(
                z3.Function(f"{name} active", self.step, self.index, z3.BoolSort()),
                z3.Function(name, self.step, self.index, z3.BitVecSort(64)),
            )
        if sort in (Lanes, Mask):
            return Lane(z3.Function(name, self.step, self.index, z3.BitVecSort(64) if sort is Lanes else z3.BoolSort()))
        return z3.Const(name, z3.IntSort())


CORNERS = (0, 1, -1, (1 << 31) - 1, -(1 << 31), (1 << 32) - 1)
"""Extreme integers, at which products overflow. A search for a counterexample tries them for each unknown 64-bit number."""
MAX_CORNERS = 256
"""Largest number of assignments of `CORNERS` to unknowns that are tried one by one."""


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule about addresses, as `egraph_opt.prover.prove` does."""
    started = time.perf_counter()
    world = PointerWorld()
    k, i = world.point
    known = unknowns(rule, world)
    before, after, conditions = sides(rule, known, world)

    def said_of(facts: Collection[Word[Any, Any]], sort: type[Term]) -> list[Any]:
        """Return the arguments of type `sort` in those conditions of the rule whose symbol is in `facts`."""
        found = (a for c in rule.conditions if c.word in facts for a in c.arguments if isinstance(a, sort))
        return [mean(argument, known, world) for argument in found]

    loops = said_of(INDUCTIVE, Loop)
    for loop in loops:  # induction hypothesis: the rule holds in the previous iteration
        earlier = world.before(loop, k)
        conditions.append(z3.Or(world.is_first(loop, k), before.at(earlier, i) == after.at(earlier, i)))
    solver = z3.Solver()
    solver.set("rlimit", steps)
    solver.add(*conditions)
    if (possible := solver.check()) == z3.unsat:
        raise Unsound(rule, f"no program meets the conditions of {rule}")
    if possible == z3.unknown:
        raise gave_up(rule, steps, solver.reason_unknown())
    ends, flags = said_of(ENDING, Loop), said_of((flag,), Num)
    split = world.is_first(loops[0], k) if loops else world.runs(ends[0], k) if ends else z3.BoolVal(True)
    cases = tuple(flags[0].at(k, i) == n for n in (0, -1)) if flags else (split, z3.Not(split))
    for different in differences(before, after, world):
        solver.push()
        solver.add(different)
        if not all(_contradict([*solver.assertions(), case]) for case in (*cases, z3.Not(z3.Or(*cases)))):
            _search_counterexample(rule, solver, before, after, world, steps)
        solver.pop()
    return Proof(rule.name, STRENGTH, (time.perf_counter() - started) * 1e3)


def differences(before: Lane | Lanewise, after: Lane | Lanewise, world: PointerWorld) -> list[Any]:
    """Return z3 conditions under which two terms differ in an arbitrary iteration and lane. The address of an inactive lane is ignored."""
    at = before.at(*world.point) != after.at(*world.point)
    if isinstance(before, Lane) or isinstance(after, Lane):
        return [at]
    active = before.active(*world.point)
    return [active != after.active(*world.point), z3.And(active, at)]


def _search_counterexample(rule: Rule, solver: Any, before: Any, after: Any, world: PointerWorld, steps: int) -> None:
    """Search for an assignment under which the two sides of a rule differ.

    Raises:
        Unsound: a counterexample exists.
        NoAnswer: the solver gave up.
    """
    numbers = [term for term in _applications(solver.assertions()) if term.sort() == z3.BitVecSort(64)]
    few = len(CORNERS) ** len(numbers) <= MAX_CORNERS
    small = [z3.And(*(z3.ULT(term, 8) for term in numbers))]
    corners = [z3.And(*(z3.Or(*(term == corner for corner in CORNERS)) for term in numbers))]
    for guess in small if few else small + corners:  # z3 finds a counterexample of such values at once, if there is one
        solver.push()
        solver.add(guess)
        if solver.check() == z3.sat:
            raise Unsound(rule, _counterexample(rule, solver.model(), before, after, world))
        solver.pop()
    for chosen in product(CORNERS, repeat=len(numbers)) if few else ():  # z3 may give up on a query for all assignments
        known = [(term, z3.BitVecVal(value, 64)) for term, value in zip(numbers, chosen, strict=True)]
        tried = z3.Solver()
        tried.set("rlimit", steps)
        tried.add(*(z3.substitute(said, *known) for said in solver.assertions()), *(term == value for term, value in known))
        if tried.check() == z3.sat:
            raise Unsound(rule, _counterexample(rule, tried.model(), before, after, world))
    answer = solver.check()
    if answer == z3.unknown:
        raise gave_up(rule, steps, solver.reason_unknown())
    if answer == z3.sat:
        raise Unsound(rule, _counterexample(rule, solver.model(), before, after, world))


def _contradict(assertions: list[Any]) -> bool:
    """Return whether assertions contradict each other by ring laws alone, with function applications as unknowns."""
    unknowns = [(term, z3.FreshConst(term.sort())) for term in _applications(assertions)]
    goal = z3.Goal()
    goal.add(*(z3.substitute(a, *unknowns) for a in assertions))
    (known,) = z3.Then("simplify", "propagate-values").apply(goal)
    goal = z3.Goal()
    goal.add(*_exact(list(known), [fresh for _, fresh in unknowns]))
    rings = z3.Then("simplify", "propagate-values", "solve-eqs", z3.With("simplify", som=True, pull_cheap_ite=True))
    (rest,) = rings.apply(goal)
    return bool(rest.inconsistent())


def _exact(assertions: list[Any], unknowns: list[Any]) -> list[Any]:
    """Where an assertion equates a term with an unknown, replace the term. Such terms are mainly sign extensions of low halves."""
    found = list(assertions)
    for said in assertions:
        sides = said.children() if z3.is_eq(said) else []
        for term, name in (sides, sides[::-1]) if sides else ():
            if any(name.eq(u) for u in unknowns) and term.num_args():
                found = [a if a.eq(said) else z3.substitute(a, (term, name)) for a in found]
    return found


def _applications(assertions: Iterable[Any]) -> list[Any]:
    """Return the outermost applications of uninterpreted functions, without duplicates."""
    found: dict[Any, None] = {}
    todo = list(assertions)
    while todo:
        term = todo.pop()
        if z3.is_app(term) and term.num_args() and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[term] = None
        elif z3.is_app(term):
            todo += term.children()
    return list(found)


def _counterexample(rule: Rule, model: Any, before: Lane | Lanewise, after: Lane | Lanewise, world: PointerWorld) -> str:
    k, i = world.point
    lanes = [side.at(k, i) for side in (before, after)]
    shown = (text(model.eval(lane, model_completion=True)) for lane in lanes)
    return "{}\n  with {}\n  before: {}\n  after:  {}".format(rule, values(model, lanes, rule.variables), *shown)
