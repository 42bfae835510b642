"""Cost model from measured times of computations.

Times come from a timing table (`egraph_opt.families.region.choice.pricing.timing_table`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.pricing.timing_table import MACHINE, MIN_DISPATCH_SECONDS, TimingTable, table
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.encode.loop_nest import Nest


@dataclass(frozen=True, slots=True)
class TimingModel:
    """With `--rules region`: seconds on one thread of a measured machine; an optimisation must save the fraction `margin` of the time.

    A result never contains computations of unknown time that the input does not contain. `machine` may be a table written by `egraph-opt
    calibrate`.
    """

    texts: ClassVar = {"machine": f"{MACHINE}, or a file from `egraph-opt calibrate`"}
    """Text parameters with their allowed values."""
    name: str = "time"
    unit: str = "s"
    margin: float = 0.1
    machine: str = MACHINE

    def __post_init__(self) -> None:
        if not 0.0 <= self.margin < 1.0:
            raise ValueError("parameter 'margin' of cost model 'time' must be at least 0 and below 1")
        if not self.machine:
            raise ValueError("parameter 'machine' of cost model 'time' must name a table that `egraph-opt calibrate` wrote")
        if self.machine != MACHINE:
            table(self.machine)  # it is there

    @property
    def _table(self) -> TimingTable:
        return table(self.machine)

    def price(self, schedule: CommandSchedule) -> float:
        constants = self._table.constants
        return (
            constants["call"] + constants["byte"] * schedule.transient + ordered_sum(self._seconds(c) for c in schedule.commands)
        )

    def bound(self, commands: Iterable[DeviceCommand]) -> float:
        return self._table.constants["call"] + ordered_sum(self._seconds(c) for c in commands)

    def least(self, command: DeviceCommand) -> float:
        if command.kind not in ("dispatch", "part"):
            return self._seconds(command)
        own = self._table.constants["dispatch"] if command.kind == "dispatch" else 0.0
        return own + ordered_sum(self._table.seconds(nest) or 0.0 for nest in command.nests)

    def waves(self, number: int) -> float:
        return self._table.constants["call"]

    def memory(self, number: int) -> float:
        return self._table.constants["byte"] * number

    def unpriced_nests(self, schedule: CommandSchedule) -> Counter[Nest]:
        """Return the loop nests of unknown time in a schedule."""
        return Counter(nest for command in schedule.commands for nest in command.nests if self._table.seconds(nest) is None)

    def _seconds(self, command: DeviceCommand) -> float:
        times = [self._table.seconds(nest) or 0.0 for nest in command.nests]
        return self._table.constants["dispatch"] + max(MIN_DISPATCH_SECONDS, ordered_sum(times))
