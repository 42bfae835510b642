"""Timing table: times of measured computations, grouped by form (the index structure of a loop nest, without extents).

A table contains times of several hundred computations. `benchmarks.iree.calibrate` measures the table in this package; `egraph-opt
calibrate` adds a user's computations. The time of an unmeasured computation is interpolated from the nearest measured computations, or
unknown.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import inf, log2
from pathlib import Path
from typing import Any

from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.encode.loop_nest import Nest

MACHINE = "x86_64_avx512"
NEAREST = 4
"""Number of measured computations that an interpolation uses."""
FARTHEST = 8.0
"""Maximum distance to the nearest measured computation for an interpolation: the sum of |log2| of the ratios of extents."""
NEAR_DISTANCE = 0.4
"""Constant in the weight 1 / (distance + NEAR_DISTANCE)^2, so that small differences of distance matter little."""
WEIGHTS = {"times": 0.5, "slow": 4.0, "special": 12.0}
"""Weight of repetitions (`times`) in a distance; cost of a division (`slow`) or exponential (`special`), in simple operations."""
MIN_DISPATCH_SECONDS = 3e-8
"""Shortest measurable time of a dispatch, in seconds."""

CONSTANTS = ("call", "dispatch", "byte", "element", "slow", "special")
"""Names of the constants in a timing table."""

Point = tuple[float, ...]


@dataclass(frozen=True)
class TimingTable:
    """Times measured on one machine.

    Attributes:
        machine: the processor, the compiler and its flags.
        constants: seconds per call, per dispatch, per allocated byte, and per point of an elementwise computation.
        known: for each form (index structure of a loop nest), measured computations as pairs (`coordinates`, seconds per point).
    """

    machine: str
    constants: Mapping[str, float]
    known: Mapping[str, tuple[tuple[Point, float], ...]]

    @cached_property
    def _seconds_of(self) -> dict[Nest, float | None]:
        return {}

    def seconds(self, nest: Nest) -> float | None:
        """Return the time of a loop nest in seconds, or None if unknown."""
        if nest not in self._seconds_of:
            self._seconds_of[nest] = self._made_up(nest)
        return self._seconds_of[nest]

    def _made_up(self, nest: Nest) -> float | None:
        """Return the time of a loop nest in seconds, interpolated from the nearest measured ones.

        If no measured loop nest is near, the time of an elementwise one is computed from constants. For others, the result is None.
        """
        here = coordinates(nest)
        near = sorted((_distance(here, there), rate) for there, rate in self.known.get(nest.form, ()) if len(there) == len(here))
        if near and near[0][0] == 0.0:
            near = [one for one in near if one[0] == 0.0]
        if near and near[0][0] <= FARTHEST:
            weights = [1.0 / (distance + NEAR_DISTANCE) ** 2 for distance, _ in near[:NEAREST]]
            rate = ordered_sum(w * log2(r) for w, (_, r) in zip(weights, near, strict=False)) / ordered_sum(weights)
            return float(2.0**rate) * nest.points
        if nest.parallel:
            c = self.constants
            return nest.points * (c["element"] + c["slow"] * nest.slow + c["special"] * nest.special)
        return None


def coordinates(nest: Nest) -> Point:
    """Return the coordinates of a loop nest, for distances between loop nests of the same form."""
    work = nest.simple + WEIGHTS["slow"] * nest.slow + WEIGHTS["special"] * nest.special
    return (*(log2(max(n, 1)) for n in nest.extents), WEIGHTS["times"] * log2(nest.times), log2(1.0 + work))


def _distance(a: Point, b: Point) -> float:
    return ordered_sum(abs(x - y) for x, y in zip(a, b, strict=True))


def table_of(measured: Iterable[tuple[Nest, float]], constants: Mapping[str, float], machine: str = "") -> TimingTable:
    """Return the timing table of measured computations, given with times in seconds."""
    known: dict[str, list[tuple[Point, float]]] = defaultdict(list)
    for nest, seconds in measured:
        known[nest.form].append((coordinates(nest), max(seconds, MIN_DISPATCH_SECONDS) / nest.points))
    return TimingTable(machine, constants, {form: tuple(sorted(found)) for form, found in known.items()})


class TableError(ValueError):
    """The file is no timing table."""


@cache
def table(name: str = MACHINE) -> TimingTable:
    """Return the timing table of a machine: a built-in table, or the file at path `name`.

    Raises:
        TableError: the file is missing or is no timing table.
    """
    machine, constants, rows = _read(name)
    return table_of(rows, constants, machine)


def rows_of(name: str) -> list[tuple[Nest, float]]:
    """Return the computations of a timing table with their times in seconds. Raises TableError."""
    return _read(name)[-1]


def _read(name: str) -> tuple[str, dict[str, float], list[tuple[Nest, float]]]:
    """Return the machine, constants and computations of a timing table; times are in seconds. Raises TableError."""
    own = files("egraph_opt.families.region.choice.pricing") / f"{name}.json"
    try:
        held = json.loads(own.read_text() if name == MACHINE else Path(name).read_text())
    except (OSError, ValueError) as error:
        raise TableError(f"no table of measured times in {name!r}: {getattr(error, 'strerror', None) or error}") from None
    try:
        rows = [_row(row) for row in held["measured"]]
        return str(held["machine"]), {key: _seconds(held["nanoseconds"][key]) for key in CONSTANTS}, rows
    except (KeyError, TypeError, ValueError, OverflowError):
        raise TableError(f"{name!r} is no table of measured times, which `egraph-opt calibrate` writes") from None


def _row(row: list[Any]) -> tuple[Nest, float]:
    """Parse a row into a computation and its time in seconds. Raises TypeError, ValueError, OverflowError."""
    form, extents, times, simple, slow, special, ns = row
    whole = [*extents, times, simple, slow, special]
    if not isinstance(form, str) or not all(type(n) is int for n in whole) or min([*extents, times]) < 1 or min(whole) < 0:
        raise ValueError
    return Nest(form, tuple(extents), times, simple, slow, special), _seconds(ns)


def _seconds(nanoseconds: Any) -> float:
    if type(nanoseconds) not in (int, float) or not 0.0 <= float(nanoseconds) < inf:
        raise ValueError
    return 1e-9 * nanoseconds  # type: ignore[no-any-return]


def text_of(machine: str, constants: Mapping[str, float], rows: Iterable[tuple[Nest, float]]) -> str:
    """Return the text of a timing table; `constants` and `rows` have times in seconds."""
    made = sorted([n.form, n.extents, n.times, n.simple, n.slow, n.special, _nanoseconds(seconds)] for n, seconds in rows)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in made)
    said = json.dumps({name: float(f"{1e9 * value:.4g}") for name, value in constants.items()})
    return f'{{"machine": {json.dumps(machine)},\n"nanoseconds": {said},\n"measured": [\n{lines}\n]}}\n'


def _nanoseconds(seconds: float) -> float:
    return round(1e9 * seconds) if seconds > 1e-6 else float(f"{1e9 * seconds:.4g}")
