"""The obligation of a rule put to z3 in a world: what a family's prover has to do, but for what its words mean there."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.prover import STEPS, NoAnswer, Proof, Unsound, sides, unknowns
from egraph_opt.prover.counterexample import ill_typed, values


class World:
    """What the meanings of a family's words are made of, and what it takes for two of them to be the same."""

    def unknown(self, name: str, sort: Any) -> Any:
        """Anything of a sort, which a variable stands for."""
        raise NotImplementedError

    def assumed(self, before: Any) -> Iterable[Any]:
        """Return what is true of a left side that stands in a program."""
        return ()

    def same(self, before: Any, after: Any) -> Any:
        """Return what z3 has to prove: an expression."""
        return before == after

    def show(self, model: Any, side: Any) -> str:
        """Return what a side is in a model of z3, for who reads a counterexample."""
        return str(model.eval(side, model_completion=True))


def proved(rule: Rule, steps: int, worlds: Iterable[World], strength: str) -> Proof:
    """Prove a rule in each of some worlds: as integers of 32 bits, and as those of 64, say.

    Args:
        rule: the rule.
        steps: what z3 may do for one question (its `rlimit`).
        worlds: where the rule has to hold. In each, something must meet its conditions.
        strength: for which values that proves the rule, in words.

    Raises:
        Unsound: with values that tell the sides apart, or because nothing meets the conditions.
        NoAnswer: z3 gave up.
    """
    import z3

    started = time.perf_counter()
    for world in worlds:
        known = unknowns(rule, world)
        before, after, conditions = sides(rule, known, world)
        solver = z3.Solver()
        solver.set("rlimit", steps)
        solver.add(*conditions, *world.assumed(before))
        if (possible := solver.check()) != z3.sat:
            raise (Unsound if possible == z3.unsat else NoAnswer)(rule, f"no program meets the conditions of {rule}")
        solver.add(z3.Not(world.same(before, after)))
        answer = solver.check()
        if answer == z3.unknown:
            raise NoAnswer(rule, solver.reason_unknown())
        if answer == z3.sat:
            model = solver.model()
            shown = f"  before: {world.show(model, before)}\n  after:  {world.show(model, after)}"
            part = ill_typed(rule, known, world, model)
            said = values(model, [world.same(before, after), *conditions, *world.assumed(before)])
            raise Unsound(rule, f"{rule}\n  with {said}\n{shown}{f': {part}' if part else ''}")
    return Proof(rule.name, strength, (time.perf_counter() - started) * 1e3)


def holds(claim: Any, steps: int = STEPS) -> bool:
    """Return whether z3 proves an expression for all values, in that many steps: what a family validates its outputs with."""
    import z3

    solver = z3.Solver()
    solver.set("rlimit", steps)
    solver.add(z3.Not(claim))
    return bool(solver.check() == z3.unsat)
