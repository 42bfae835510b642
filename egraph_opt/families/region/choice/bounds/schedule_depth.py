"""Least number of waves (groups of concurrent commands) of all selections, and the alternatives that fit into a number of waves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from egraph_opt.families.region.choice.bounds.requirements import Alternative, Requirement, satisfiable
from egraph_opt.families.region.choice.classes.reachability import AlwaysReached

Alternatives = Mapping[Requirement, Sequence[Alternative]]
COMMANDLESS_KINDS = ("computed", "unknown")
"""Kinds of requirements without a command of their own; `WaveBounds.after` ignores the edges to their prerequisites."""


class WaveBounds:
    """Lower bounds on the number of waves (groups of concurrent commands) before and after each alternative in a schedule.

    Args:
        alternatives: the alternatives of each requirement of the relaxed extraction problem.
        roots: the requirements of the function's results.
    """

    def __init__(self, alternatives: Alternatives, roots: Sequence[Requirement]) -> None:
        self.alternatives, self.roots = alternatives, roots
        self.done: dict[Requirement, float] = dict.fromkeys(alternatives, inf)
        """Least number of waves until each requirement is satisfied."""
        self.first: dict[Requirement, Alternative] = {}
        """For each requirement, the alternative that is complete earliest."""
        self._meet()
        self.fewest = int(
            max(ends for requirement, ends in self.done.items() if requirement in roots or requirement[0] == "operation")
        )
        """Least number of waves of a selection."""
        self._after: dict[Requirement, float] | None = None

    def _meet(self) -> None:
        users: dict[Requirement, list[Requirement]] = {requirement: [] for requirement in self.alternatives}
        for requirement, alternatives in self.alternatives.items():
            for x in dict.fromkeys(x for alternative in alternatives for x, _ in alternative.prerequisites):
                users[x].append(requirement)
        stale = set(self.alternatives)
        while stale:
            for requirement, alternatives in self.alternatives.items():
                if requirement not in stale:
                    continue
                stale.remove(requirement)
                for alternative in alternatives:
                    ends = self.ends(alternative)
                    if ends < self.done[requirement]:
                        self.done[requirement], self.first[requirement] = ends, alternative
                        stale.update(users[requirement])

    def ends(self, alternative: Alternative) -> float:
        """Return the least number of waves (groups of concurrent commands) until an alternative is complete."""
        return max([alternative.waves, *[self.done[x] + waves for x, waves in alternative.prerequisites]])

    def after(self) -> dict[Requirement, float]:
        """Return, for each requirement, the least number of waves (groups of concurrent commands) that follow it in a schedule.

        The number is 0 for opaque operations.
        """
        if self._after is None:
            self._after = dict.fromkeys(self.alternatives, inf)
            todo = dict.fromkeys(
                [*self.roots, *(requirement for requirement in self.alternatives if requirement[0] == "operation")]
            )
            self._after.update(dict.fromkeys(todo, 0.0))
            while todo:
                requirement = next(iter(todo))
                del todo[requirement]
                for x, waves in (
                    x
                    for alternative in self.alternatives[requirement]
                    for x in alternative.prerequisites
                    if requirement[0] not in COMMANDLESS_KINDS
                ):
                    if (found := max(0.0, self._after[requirement] + waves)) < self._after[x]:
                        self._after[x] = found
                        todo[x] = None
        return self._after

    def within(self, most: int) -> dict[Requirement, list[Alternative]]:
        """Return the alternatives that fit into a schedule of at most `most` waves (groups of concurrent commands)."""
        after = self.after()
        return satisfiable(
            {
                requirement: [s for s in alternatives if self.ends(s) + after[requirement] <= most]
                for requirement, alternatives in self.alternatives.items()
            }
        )

    def along(
        self, price: float, taken: Mapping[Requirement, Alternative]
    ) -> tuple[dict[Requirement, list[Alternative]], Requirement]:
        """Return the alternatives, with `price` charged for each wave of one dependence path, and a requirement that starts the path.

        The path goes from results to inputs: at each requirement, to the prerequisite that the alternatives `taken` satisfy last.
        """
        done = WaveBounds(
            {
                requirement: [taken[requirement]] if requirement in taken else each
                for requirement, each in self.alternatives.items()
            },
            self.roots,
        ).done
        found = {requirement: list(each) for requirement, each in self.alternatives.items()}
        begin = max((root for root in self.roots if root in found), key=lambda root: done[root])
        todo = [begin]
        while todo:
            requirement = todo.pop()
            path = found[_path(requirement)] = []
            for k, alternative in enumerate(self.alternatives[requirement]):
                doing = f"doing {requirement[0]}", requirement[1], f"{requirement[2]} {k}", requirement[3]
                found[doing], found[requirement][k] = [alternative], Alternative(alternative.node, 0.0, ((doing, 0),))
                later = [x for x in alternative.prerequisites if x[0][0] != "operation" and x[1] >= 0]
                if not later:
                    path.append(Alternative(None, price * alternative.waves, ((doing, 0),)))
                    continue
                last, waves = max(later, key=lambda x: done[x[0]] + x[1])
                path.append(Alternative(None, price * waves, ((doing, 0), (_path(last), 0))))
                if _path(last) not in found:
                    found[_path(last)] = []
                    todo.append(last)
        return found, _path(begin)

    def exceeds_waves(self, alternatives: Alternatives, most: int) -> bool:
        """Return whether every selection of `alternatives` takes more than `most` waves for commands that write into fills.

        A wave is a group of concurrent commands. In IREE's schedules, no two commands that write into fills share a wave. The function
        returns False if a read is adjacent to a concurrent write, or a dispatch has several results.
        """
        if not self._one_by_one(alternatives):
            return False
        late = sorted(self._fill_writers(alternatives, most))
        waiting: list[int] = []
        for at in range(most):
            waiting += [last for first, last in late if first == at]
            if waiting:
                waiting.remove(least := min(waiting))
                if least < at:
                    return True
        return bool(waiting)

    def _one_by_one(self, alternatives: Alternatives) -> bool:
        """Return whether each command of `alternatives` writes one result, and runs after all values that it reads are written."""
        return not any(
            waves < 0 or x[0] == "once"
            for each in alternatives.values()
            for alternative in each
            for x, waves in alternative.prerequisites
        )

    def _fill_writers(self, alternatives: Alternatives, most: int) -> Iterator[tuple[int, int]]:
        """Yield, for each mandatory write into a fill, the least and greatest number of waves (concurrent groups of commands) after it."""
        after, number = self.after(), {requirement: k for k, requirement in enumerate(alternatives)}
        users: dict[Requirement, list[tuple[Requirement, Alternative, int]]] = {}
        for requirement, each in alternatives.items():
            for alternative in each:
                for x, waves in alternative.prerequisites:
                    users.setdefault(x, []).append((requirement, alternative, waves))
        filled = [
            n
            for n in alternatives
            if n[0] == "target" and all(s.node is not None and s.node.symbol == "splat" for s in alternatives[n])
        ]
        if len(filled) < 2:
            return
        always = AlwaysReached(
            {
                number[n]: [[number[x] for x, _ in alternative.prerequisites] for alternative in each]
                for n, each in alternatives.items()
            }
        )
        every = set(always.required_classes(number[root] for root in self.roots))
        for requirement in filled:
            if number[requirement] in every and all(waves == 1 for _, _, waves in users[requirement]):
                yield (
                    int(min(after[n] for n, _, _ in users[requirement])),
                    int(most - min(self.ends(alternative) for _, alternative, _ in users[requirement])),
                )


def _path(requirement: Requirement) -> Requirement:
    """Return an artificial requirement, to which the cost of waves on a dependence path that ends in `requirement` is charged."""
    kind, c, binding, by = requirement
    return f"path {kind}", c, binding, by
