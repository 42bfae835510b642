"""Register pressure of a selection: the minimum, over evaluation orders, of the maximum number of live registers."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf
from typing import NamedTuple

import numpy as np

from egraph_opt.extract.base.arguments import check_problem, format_value, number, numbers, work_of
from egraph_opt.extract.base.extractor_result import start
from egraph_opt.extract.base.problem import FloatArray, IntArray, InvalidProblem, Problem, chosen_nodes
from egraph_opt.extract.base.work import LIMITS, Limits, Work, WorkPart
from egraph_opt.extract.registers.evaluation_order import RegisterValues, bits, fits

DECIDING = 5e5
"""Maximum work, in steps, of checking a selection against the register limit, and of finding a reason if it fails."""


BUILDING = 3
"""Work, in steps per value, of a test whether fewer values still need too many registers."""


class Pressure(NamedTuple):
    """Register limit: registers per node (integers >= 0), and the maximum number of live registers."""

    registers: FloatArray
    most: float


class Schedule(NamedTuple):
    """Evaluation order of nodes, its register pressure, and a lower bound on the pressure of any order.

    `optimal` is true if the bound proves that no order needs fewer registers.
    """

    order: IntArray
    registers: int
    least: int
    optimal: bool


def schedule(
    problem: Problem, choice: IntArray | Sequence[int], registers: Sequence[float] | FloatArray, *, limits: Limits = LIMITS
) -> Schedule:
    """Find an evaluation order of a selection with minimum register pressure, or the best order found within the limits.

    A value is live from its computation to its last use; roots and targets of back edges stay live to the end. A result may reuse the
    registers of an operand that is used for the last time. `registers` is per node, integral and >= 0. Raises `InvalidSelection`,
    `InvalidProblem`.
    """
    check_problem(problem, "schedule")
    sizes, work = sizes_of(problem, registers), work_of(limits)
    given = start(problem, chosen_nodes(choice))
    chosen = [] if given is None else given[0]
    values, nodes = values_of(problem, chosen, sizes)
    order, _ = fits(values, inf, Work(inf, inf).part())  # without a limit, each step computes one value
    if order is None:
        raise AssertionError("an order without a limit was not found")
    peak, least, decided = peak_of(values, order), lowest(values), True
    while peak > least and decided:
        fewer, decided = fits(values, peak - 1, work.part())
        if fewer is not None:
            order, peak = fewer, peak_of(values, fewer)
        elif decided:
            least = peak
    return Schedule(np.array([nodes[i] for i in order], dtype=np.int64), peak, least, peak == least)


def sizes_of(problem: Problem, registers: Sequence[float] | FloatArray) -> list[int]:
    """Return the registers per node as integers >= 0. Raises `InvalidProblem` for numbers that are no integers >= 0."""
    given = numbers(registers, "registers")
    if given.shape != problem.cost.shape:
        raise InvalidProblem(f"registers has shape {given.shape}, but there are {len(problem.cost)} nodes")
    bad = np.flatnonzero(~((given >= 0) & (given == np.floor(given)) & np.isfinite(given)))
    if bad.size:
        raise InvalidProblem(f"registers[{bad[0]}] is {given[bad[0]]}, but a value takes a whole number of registers, 0 or more")
    return [int(size) for size in given]


def values_of(problem: Problem, choice: Sequence[int], sizes: Sequence[int]) -> tuple[RegisterValues, list[int]]:
    """Return the `RegisterValues` of a valid selection, and the node of each value."""
    nodes = [node for node in choice if node >= 0]
    number = {int(problem.node_class[node]): i for i, node in enumerate(nodes)}
    uses = [sum(1 << number[x] for x in forward_children(problem, node, back=False)) for node in nodes]
    keeps = [sum(1 << number[x] for x in forward_children(problem, node, back=True)) for node in nodes]
    kept = sum(1 << number[c] for c in set(problem.roots.tolist()))
    return RegisterValues([sizes[node] for node in nodes], uses, keeps, kept), nodes


def forward_children(problem: Problem, node: int, *, back: bool) -> set[int]:
    """Return the children of a node by forward edges, or by back edges if `back` is true."""
    return {x for x, is_back in problem.children(node) if is_back == back}


def lowest(values: RegisterValues) -> int:
    """Return a lower bound on the register pressure: operands of a value are live together, and so are all kept values."""
    together = [*values.uses, values.staying(), *(1 << i for i in range(len(values.uses)))]
    return max(sum(size for i, size in enumerate(values.registers) if mask >> i & 1) for mask in together)


def peak_of(values: RegisterValues, order: Sequence[int]) -> int:
    """Return the register pressure of an order, measured right after each computation."""
    kept = values.staying()
    last = {j: step for step, i in enumerate(order) for j in bits(values.uses[i])}
    alive, peak = 0, 0
    ending: dict[int, int] = {}
    for step, i in enumerate(order):
        alive += values.registers[i] - ending.pop(step, 0)
        peak = max(peak, alive)
        if not kept >> i & 1:
            until = last.get(i, step)
            if until == step:
                alive -= values.registers[i]
            else:
                ending[until] = ending.get(until, 0) + values.registers[i]
    return peak


class RegisterBound:
    """Checker whether selections can be evaluated within a register limit. If one cannot, it finds nodes that exclude each other."""

    def __init__(self, problem: Problem, pressure: Pressure, work: WorkPart) -> None:
        if not isinstance(pressure, Pressure):
            raise InvalidProblem(f"pressure is {format_value(pressure)}, but must be a Pressure(registers, most)")
        if not number(pressure.most, "the bound of a Pressure") >= 0:
            raise InvalidProblem(f"at most {pressure.most} registers: a bound is a number, 0 or more")
        self.problem, self.most, self.work = problem, pressure.most, work
        self.sizes = sizes_of(problem, pressure.registers)
        self.undecided = inf
        """Least cost of a selection for which the check ran out of steps."""
        self.orders: dict[tuple[int, ...], tuple[list[int] | None, bool]] = {}

    def order(self, choice: Sequence[int]) -> tuple[list[int] | None, bool]:
        """Return an order of the selected nodes within the limit, or None, and whether the search was complete."""
        key = tuple(choice)
        if key not in self.orders:
            values, nodes = values_of(self.problem, choice, self.sizes)
            found, decided = fits(values, self.most, self.work.part(DECIDING))
            self.orders[key] = (None if found is None else [nodes[i] for i in found], decided)
        return self.orders[key]

    def why_not(self, choice: Sequence[int]) -> list[list[int]]:
        """Return groups of nodes, one group per e-class, such that no selection within the limit has a node of each group.

        The list is empty if `choice` is within the limit. If the check runs out of steps, each group is a single node of `choice`, and
        `undecided` records the cost of `choice`.
        """
        order, decided = self.order(choice)
        values, nodes = values_of(self.problem, choice, self.sizes)
        if order is not None:
            return []
        if not decided:
            self.undecided = min(self.undecided, fsum(self.problem.cost[nodes]))
            return [[node] for node in nodes]
        reason = conflict(values, self.most, self.work.part(DECIDING))
        needs = zip(nodes, reason.registers, reason.uses, reason.keeps, strict=True)
        return [self._alike(nodes, *each) for each in needs if any(each[1:])]

    def _alike(self, nodes: list[int], node: int, size: int, uses: int, keeps: int) -> list[int]:
        """Return the nodes of `node`'s e-class that, in place of `node`, cause the same register conflict.

        They need at least `size` registers and use the same values of the conflict: `uses` by forward edges, `keeps` by back edges.
        Both are bit masks of indices into `nodes`.
        """
        problem, class_of = self.problem, self.problem.node_class
        used, kept = ({int(class_of[nodes[i]]) for i in bits(mask)} for mask in (uses, keeps))
        return [
            other
            for other in problem.graph.nodes_of[class_of[node]]
            if self.sizes[other] >= size
            and used <= forward_children(problem, other, back=False)
            and kept <= forward_children(problem, other, back=True)
        ]


def conflict(values: RegisterValues, most: float, work: WorkPart) -> RegisterValues:
    """Return a small part of `values` (some of the values and uses) that still needs more than `most` registers.

    If a set of values cannot be computed within the register limit, no superset can. Neither can a set with more uses, or with values that
    take more registers. So each set found excludes many selections.
    """
    members = (1 << len(values.uses)) - 1

    def impossible(smaller: RegisterValues) -> bool:
        work.spend(BUILDING * len(values.uses))
        order, decided = (None, False) if work.over() else fits(smaller, most, work)
        return decided and order is None

    size = len(values.uses)
    while size > 1:  # large pieces first
        size = (size + 1) // 2
        for low in range(0, len(values.uses), size):
            fewer = members & ~(((1 << size) - 1) << low)
            if fewer != members and impossible(values.restrict_to(fewer)):
                members = fewer
    kept = values.restrict_to(members)
    for i in bits(members):
        for j in bits(kept.uses[i] | kept.keeps[i]):
            for mask in (kept.uses, kept.keeps):
                was = mask[i]
                mask[i] &= ~(1 << j)
                if mask[i] != was and not impossible(kept):
                    mask[i] = was
    return kept
