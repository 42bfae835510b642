"""Least number of waves of all selections, and the alternatives (`DemandStep`) that fit into a number of waves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from egraph_opt.families.region.choice.demand_states import DemandStep, Need, possible
from egraph_opt.families.region.choice.reachability import AlwaysReached

Ways = Mapping[Need, Sequence[DemandStep]]
FOLLOWED_NEEDS = ("computed", "unknown")
"""Kinds of requirements without a command of their own; `StepWaves.after` ignores the edges to their prerequisites."""


class StepWaves:
    """Lower bounds on the number of waves before and after each alternative (`DemandStep`) in a schedule.

    Args:
        ways: the alternatives of each requirement (`Need`).
        roots: the requirements of the function's results.
    """

    def __init__(self, ways: Ways, roots: Sequence[Need]) -> None:
        self.ways, self.roots = ways, roots
        self.done: dict[Need, float] = dict.fromkeys(ways, inf)
        """Least number of waves until each requirement is satisfied."""
        self.first: dict[Need, DemandStep] = {}
        """For each requirement, the alternative that is complete earliest."""
        self._meet()
        self.fewest = int(max(ends for need, ends in self.done.items() if need in roots or need[0] == "operation"))
        """Least number of waves of a selection."""
        self._after: dict[Need, float] | None = None

    def _meet(self) -> None:
        users: dict[Need, list[Need]] = {need: [] for need in self.ways}
        for need, ways in self.ways.items():
            for x in dict.fromkeys(x for step in ways for x, _ in step.needs):
                users[x].append(need)
        stale = set(self.ways)
        while stale:
            for need, ways in self.ways.items():
                if need not in stale:
                    continue
                stale.remove(need)
                for step in ways:
                    ends = self.ends(step)
                    if ends < self.done[need]:
                        self.done[need], self.first[need] = ends, step
                        stale.update(users[need])

    def ends(self, step: DemandStep) -> float:
        """Return the least number of waves until an alternative is complete."""
        return max([step.waves, *[self.done[x] + waves for x, waves in step.needs]])

    def after(self) -> dict[Need, float]:
        """Return, for each requirement, the least number of waves after it is satisfied; 0 for opaque operations."""
        if self._after is None:
            self._after = dict.fromkeys(self.ways, inf)
            todo = dict.fromkeys([*self.roots, *(need for need in self.ways if need[0] == "operation")])
            self._after.update(dict.fromkeys(todo, 0.0))
            while todo:
                need = next(iter(todo))
                del todo[need]
                for x, waves in (x for step in self.ways[need] for x in step.needs if need[0] not in FOLLOWED_NEEDS):
                    if (found := max(0.0, self._after[need] + waves)) < self._after[x]:
                        self._after[x] = found
                        todo[x] = None
        return self._after

    def within(self, most: int) -> dict[Need, list[DemandStep]]:
        """Return the alternatives that fit into a schedule of at most `most` waves."""
        after = self.after()
        return possible({need: [s for s in ways if self.ends(s) + after[need] <= most] for need, ways in self.ways.items()})

    def along(self, price: float, taken: Mapping[Need, DemandStep]) -> tuple[dict[Need, list[DemandStep]], Need]:
        """Return the alternatives, with `price` charged for each wave of one dependence path, and a requirement that starts the path.

        The path goes from results to inputs: at each requirement, to the prerequisite that the alternatives `taken` satisfy last.
        """
        done = StepWaves({need: [taken[need]] if need in taken else steps for need, steps in self.ways.items()}, self.roots).done
        found = {need: list(steps) for need, steps in self.ways.items()}
        begin = max((root for root in self.roots if root in found), key=lambda root: done[root])
        todo = [begin]
        while todo:
            need = todo.pop()
            path = found[_path(need)] = []
            for k, step in enumerate(self.ways[need]):
                doing = f"doing {need[0]}", need[1], f"{need[2]} {k}", need[3]
                found[doing], found[need][k] = [step], DemandStep(step.node, 0.0, ((doing, 0),))
                later = [x for x in step.needs if x[0][0] != "operation" and x[1] >= 0]
                if not later:
                    path.append(DemandStep(None, price * step.waves, ((doing, 0),)))
                    continue
                last, waves = max(later, key=lambda x: done[x[0]] + x[1])
                path.append(DemandStep(None, price * waves, ((doing, 0), (_path(last), 0))))
                if _path(last) not in found:
                    found[_path(last)] = []
                    todo.append(last)
        return found, _path(begin)

    def exceeds_waves(self, ways: Ways, most: int) -> bool:
        """Return whether commands that write into fills take more than `most` waves in every selection of the alternatives `ways`.

        In IREE's schedules, no two commands that write into fills share a wave. The function returns False if a read is adjacent to a
        concurrent write, or a dispatch has several results.
        """
        if not self._one_by_one(ways):
            return False
        late = sorted(self._fill_writers(ways, most))
        waiting: list[int] = []
        for at in range(most):
            waiting += [last for first, last in late if first == at]
            if waiting:
                waiting.remove(least := min(waiting))
                if least < at:
                    return True
        return bool(waiting)

    def _one_by_one(self, ways: Ways) -> bool:
        """Return whether each command of the alternatives `ways` writes one result and waits for all its reads."""
        return not any(waves < 0 or x[0] == "once" for steps in ways.values() for step in steps for x, waves in step.needs)

    def _fill_writers(self, ways: Ways, most: int) -> Iterator[tuple[int, int]]:
        """Yield the (least, greatest) number of later waves for each write into a fill that every selection contains."""
        after, number = self.after(), {need: k for k, need in enumerate(ways)}
        users: dict[Need, list[tuple[Need, DemandStep, int]]] = {}
        for need, steps in ways.items():
            for step in steps:
                for x, waves in step.needs:
                    users.setdefault(x, []).append((need, step, waves))
        filled = [n for n in ways if n[0] == "target" and all(s.node is not None and s.node.symbol == "splat" for s in ways[n])]
        if len(filled) < 2:
            return
        always = AlwaysReached({number[n]: [[number[x] for x, _ in step.needs] for step in steps] for n, steps in ways.items()})
        every = set(always.required_classes(number[root] for root in self.roots))
        for need in filled:
            if number[need] in every and all(waves == 1 for _, _, waves in users[need]):
                yield (
                    int(min(after[n] for n, _, _ in users[need])),
                    int(most - min(self.ends(step) for _, step, _ in users[need])),
                )


def _path(need: Need) -> Need:
    """Return an artificial requirement that carries the cost of the waves on a dependence path that ends in `need`."""
    kind, c, binding, by = need
    return f"path {kind}", c, binding, by
