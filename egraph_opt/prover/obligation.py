"""Proof of a rule by z3, in the interpretations (worlds) of a rule family."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.prover import STEPS, Proof, Unsound, gave_up, sides, unknowns
from egraph_opt.prover.counterexample_text import find_ill_typed, smallest, text, values


class World:
    """Interpretation of a rule family's symbols in z3, with the equality of two meanings."""

    def unknown(self, name: str, sort: Any) -> Any:
        """Return a z3 constant of a sort, as the meaning of a variable."""
        raise NotImplementedError

    def assumptions(self, before: Any) -> Iterable[Any]:
        """Return z3 conditions that are true wherever a rule's left side occurs in a program, such as well-typedness."""
        return ()

    def same(self, before: Any, after: Any) -> Any:
        """Return the z3 condition to prove: `before` equals `after`."""
        return before == after

    def show(self, model: Any, side: Any) -> str:
        """Return the text of a side's value in a z3 model, for a counterexample."""
        return text(model.eval(side, model_completion=True))

    def bounds(self, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> Iterable[Sequence[Any]]:
        """Return sets of z3 bounds on the unknowns in `goals`, tightest first, within which to search for a small counterexample."""
        return ()

    def describe_counterexample(self, model: Any, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> str:
        """Return the values of a counterexample as text. `known` has the meanings of the rule's variables."""
        return values(model, goals, rule.variables)


def prove_rule(rule: Rule, steps: int, worlds: Iterable[World], strength: str) -> Proof:
    """Prove a rule under each of several interpretations (worlds), for example with integers of 32 bits and of 64 bits.

    Args:
        rule: the rule.
        steps: limit of one z3 query (its `rlimit`).
        worlds: interpretations under which the rule must hold and its conditions be satisfiable.
        strength: description of the values for which the rule is proved.

    Raises:
        Unsound: the sides differ for some values, or the conditions are unsatisfiable.
        NoAnswer: z3 gave up.
    """
    import z3

    started = time.perf_counter()
    for world in worlds:
        known = unknowns(rule, world)
        before, after, conditions = sides(rule, known, world)
        solver = z3.Solver()
        solver.set("rlimit", steps)
        solver.add(*conditions, *world.assumptions(before))
        if (possible := solver.check()) == z3.unsat:
            raise Unsound(rule, f"no program meets the conditions of {rule}")
        if possible == z3.unknown:
            raise gave_up(rule, steps, solver.reason_unknown())
        solver.add(z3.Not(world.same(before, after)))
        answer = solver.check()
        if answer == z3.unknown:
            raise gave_up(rule, steps, solver.reason_unknown())
        if answer == z3.sat:
            goals = [world.same(before, after), *conditions, *world.assumptions(before)]
            model = smallest(solver, world.bounds(rule, known, goals))
            shown = f"  before: {world.show(model, before)}\n  after:  {world.show(model, after)}"
            part = find_ill_typed(rule, known, world, model)
            said = world.describe_counterexample(model, rule, known, goals)
            raise Unsound(rule, f"{rule}\n  with {said}\n{shown}{f': {part}' if part else ''}")
    return Proof(rule.name, strength, (time.perf_counter() - started) * 1e3)


def holds(claim: Any, steps: int = STEPS) -> bool:
    """Return whether z3 proves within `steps` that a boolean expression is true for all values."""
    import z3

    solver = z3.Solver()
    solver.set("rlimit", steps)
    solver.add(z3.Not(claim))
    return bool(solver.check() == z3.unsat)
