"""Cost model from measured times: what a computation takes is what computations of the same form took on a machine.

IREE's code for a form, such as a product of a matrix and a transposed one, is fast or slow by its extents. No short formula says
how fast. So a table holds the times of several hundred computations, which `benchmarks.iree.calibrate` generates and measures.
A computation takes as long for each of its points as the nearest ones of the table, by the logarithms of extents. If the table
has none near enough, the time is unknown; then nothing is chosen that changes what is unknown.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import log2

from egraph_opt.extract.base.sums import added
from egraph_opt.families.region.choice.commands import Command, Schedule
from egraph_opt.families.region.encode.nest import Nest

MACHINE = "x86_64_avx512"
NEAREST = 4
"""Measured computations from which a time is made up."""
FARTHEST = 8.0
"""Distance to the nearest one above which a time is unknown: the sum of the logarithms of ratios, to base 2."""
NEAR = 0.4
"""Distance that counts little: a weight is the inverse square of the distance plus this."""
WEIGHTS = {"times": 0.5, "slow": 4.0, "special": 12.0}
"""Weight of repetitions in the distance; arithmetic operations that a division and an exponential count as."""
LEAST = 3e-8
"""Shortest time of a dispatch that can be measured, in seconds."""

Point = tuple[float, ...]


@dataclass(frozen=True)
class Table:
    """Times measured on one machine.

    Attributes:
        machine: the processor, the compiler and its flags.
        constants: seconds of a call, of a dispatch, of a byte that is allocated, and of a point of an element-wise computation.
        known: for each form, its measured computations: their place, and seconds for each of their points.
    """

    machine: str
    constants: Mapping[str, float]
    known: Mapping[str, tuple[tuple[Point, float], ...]]

    @cached_property
    def _found(self) -> dict[Nest, float | None]:
        """The seconds of loop nests that have been asked for."""
        return {}

    def seconds(self, nest: Nest) -> float | None:
        """Return the seconds of a loop nest, or None if they are unknown."""
        if nest not in self._found:
            self._found[nest] = self._made_up(nest)
        return self._found[nest]

    def _made_up(self, nest: Nest) -> float | None:
        """Return the seconds of a loop nest by the nearest ones that were measured."""
        here = place(nest)
        near = sorted((_distance(here, there), rate) for there, rate in self.known.get(nest.form, ()) if len(there) == len(here))
        if near and near[0][0] <= FARTHEST:
            weights = [1.0 / (distance + NEAR) ** 2 for distance, _ in near[:NEAREST]]
            rate = added(w * log2(r) for w, (_, r) in zip(weights, near, strict=False)) / added(weights)
            return float(2.0**rate) * nest.points
        if nest.parallel:
            c = self.constants
            return nest.points * (c["element"] + c["slow"] * nest.slow + c["special"] * nest.special)
        return None


def place(nest: Nest) -> Point:
    """Return the coordinates of a loop nest among those of its form."""
    work = nest.simple + WEIGHTS["slow"] * nest.slow + WEIGHTS["special"] * nest.special
    return (*(log2(max(n, 1)) for n in nest.extents), WEIGHTS["times"] * log2(nest.times), log2(1.0 + work))


def _distance(a: Point, b: Point) -> float:
    return added(abs(x - y) for x, y in zip(a, b, strict=True))


def table_of(measured: Iterable[tuple[Nest, float]], constants: Mapping[str, float], machine: str = "") -> Table:
    """Return the table of computations and their seconds."""
    known: dict[str, list[tuple[Point, float]]] = defaultdict(list)
    for nest, seconds in measured:
        known[nest.form].append((place(nest), max(seconds, LEAST) / nest.points))
    return Table(machine, constants, {form: tuple(sorted(found)) for form, found in known.items()})


@cache
def table(name: str = MACHINE) -> Table:
    """Return the table of a machine that comes with this package."""
    held = json.loads((files("egraph_opt.families.region.choice") / f"{name}.json").read_text())
    measured = ((Nest(form, tuple(extents), *rest), 1e-9 * ns) for form, extents, *rest, ns in held["measured"])
    return table_of(measured, {k: 1e-9 * ns for k, ns in held["nanoseconds"].items()}, held["machine"])


@dataclass(frozen=True, slots=True)
class Measured:
    """With `--rules region`: seconds on one thread of the machine that was measured; less than `margin` is no gain.

    A program in which something changes that was not measured is never chosen.
    """

    name: str = "time"
    unit: str = "s"
    margin: float = 0.1

    def __post_init__(self) -> None:
        if not 0.0 <= self.margin < 1.0:
            raise ValueError("parameter 'margin' of cost model 'time' must be at least 0 and below 1")

    def price(self, schedule: Schedule) -> float:
        constants = table().constants
        return constants["call"] + constants["byte"] * schedule.transient + added(self._seconds(c) for c in schedule.commands)

    def bound(self, commands: Iterable[Command]) -> float:
        return table().constants["call"] + added(self._seconds(c) for c in commands)

    def least(self, command: Command) -> float:
        if command.kind not in ("dispatch", "part"):
            return self._seconds(command)
        own = table().constants["dispatch"] if command.kind == "dispatch" else 0.0
        return own + added(table().seconds(nest) or 0.0 for nest in command.nests)

    def waves(self, number: int) -> float:
        return table().constants["call"]

    def memory(self, number: int) -> float:
        return table().constants["byte"] * number

    def unknown(self, schedule: Schedule) -> Counter[Nest]:
        """Return the loop nests of a schedule whose time is unknown."""
        return Counter(nest for command in schedule.commands for nest in command.nests if table().seconds(nest) is None)

    def _seconds(self, command: Command) -> float:
        times = [table().seconds(nest) or 0.0 for nest in command.nests]
        return table().constants["dispatch"] + max(LEAST, added(times))
