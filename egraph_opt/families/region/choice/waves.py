"""The fewest waves of choices, and the steps that a choice of few waves can have.

A step is done after some waves at least, and others follow it at least. Where both are more than a number of waves, no choice of so many
waves has the step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from egraph_opt.families.region.choice.needs import Need, Step, possible

Ways = Mapping[Need, Sequence[Step]]


class Waves:
    """The waves of steps.

    Args:
        ways: the steps of each need.
        roots: the needs of results.
    """

    def __init__(self, ways: Ways, roots: Sequence[Need]) -> None:
        self.ways, self.roots = ways, roots
        self.done: dict[Need, float] = dict.fromkeys(ways, inf)
        """The waves until a need is met, at least."""
        self.first: dict[Need, Step] = {}
        """For each need the step by which it is met earliest."""
        self._meet()
        self.fewest = int(max(ends for need, ends in self.done.items() if need in roots or need[0] == "operation"))
        """The fewest waves of a choice."""
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

    def ends(self, step: Step) -> float:
        """Return after how many waves a step is done, at least."""
        return max([step.waves, *[self.done[x] + waves for x, waves in step.needs]])

    def after(self) -> dict[Need, float]:
        """Return how many waves follow what is done for a need, at least. What stays where it is may be the last."""
        if self._after is None:
            self._after = dict.fromkeys(self.ways, inf)
            todo = dict.fromkeys([*self.roots, *(need for need in self.ways if need[0] == "operation")])
            self._after.update(dict.fromkeys(todo, 0.0))
            while todo:
                need = next(iter(todo))
                del todo[need]
                for x, waves in (x for step in self.ways[need] for x in step.needs):
                    if (found := max(0.0, self._after[need] + waves)) < self._after[x]:
                        self._after[x] = found
                        todo[x] = None
        return self._after

    def within(self, most: int) -> dict[Need, list[Step]]:
        """Return the steps that a choice of no more waves can have."""
        after = self.after()
        return possible({need: [s for s in ways if self.ends(s) + after[need] <= most] for need, ways in self.ways.items()})
