"""Cost models of schedules of device commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from egraph_opt.cost.checked_model import query_cost
from egraph_opt.cost.model_spec import parse_model
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.pricing.timing_model import TimingModel
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.encode.loop_nest import Nest


class RegionCost(Protocol):
    """Protocol of a schedule cost model.

    `price` returns the cost of a schedule. `bound` returns a lower bound on the cost of every schedule that contains given commands.

    Optional members:

    - `least(command)`: lower bound on the cost that a command adds to any schedule. A command of kind `part` is a computation that is
      fused into another dispatch.
    - `waves(number)`, `memory(number)`: lower bounds on the cost of this many waves, and of this many transient bytes.
    - `unpriced_nests(schedule)`: loop nests for which the model has no cost.
    - `margin`: fraction of a function's cost that an optimisation must save to be accepted.
    - `more_dispatches`: whether a result may have more dispatches than the input; true if the model defines nothing.
    """

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    def price(self, schedule: CommandSchedule) -> float: ...
    def bound(self, commands: Iterable[DeviceCommand]) -> float: ...


@dataclass(frozen=True, slots=True)
class Dispatches:
    """With `--rules region`: number of dispatches; a DMA copy or fill counts as `dma` dispatches, a wave of commands as `wave`."""

    name: str = "dispatches"
    unit: str = "dispatches"
    dma: float = 0.01
    wave: float = 0.001

    def price(self, schedule: CommandSchedule) -> float:
        few = self.wave * len(schedule.waves())
        return schedule.count("dispatch", "slow") + self.dma * schedule.count("copy", "fill", "transfer") + few

    def least(self, command: DeviceCommand) -> float:
        return {"dispatch": 1.0, "slow": 1.0, "copy": self.dma, "fill": self.dma, "transfer": self.dma}.get(command.kind, 0.0)

    def waves(self, number: int) -> float:
        return self.wave * number

    def bound(self, commands: Iterable[DeviceCommand]) -> float:
        counted = [c.kind in ("dispatch", "slow") for c in commands]
        return sum(counted) + self.wave * bool(counted)


@dataclass(frozen=True, slots=True)
class Bytes:
    """With `--rules region`: bytes read and written; a byte sent to another device counts as `link` bytes, a wave as `wave`."""

    name: str = "bytes"
    unit: str = "bytes"
    link: float = 8.0
    wave: float = 1.0

    def price(self, schedule: CommandSchedule) -> float:
        return ordered_sum(self._weighted_bytes(c) for c in schedule.commands) + self.wave * len(schedule.waves())

    def least(self, command: DeviceCommand) -> float:
        return self._weighted_bytes(command)

    def waves(self, number: int) -> float:
        return self.wave * number

    def bound(self, commands: Iterable[DeviceCommand]) -> float:
        moved = [self._weighted_bytes(c) for c in commands]
        return ordered_sum(moved) + self.wave * bool(moved)

    def _weighted_bytes(self, command: DeviceCommand) -> float:
        return command.moved * (self.link if command.kind == "transfer" else 1.0)


@dataclass(frozen=True, slots=True)
class Latency:
    """With `--rules region`: seconds. The concurrent commands of a wave share `streams` streams; arithmetic or memory bounds each command.

    The model assumes `flops` operations and `bandwidth` bytes per second for each command, and `launch` seconds per wave.
    """

    name: str = "latency"
    unit: str = "s"
    streams: float = 1.0
    flops: float = 1e12
    bandwidth: float = 2e11
    launch: float = 5e-6

    def __post_init__(self) -> None:
        for name in ("streams", "flops", "bandwidth"):
            if not getattr(self, name) > 0.0:
                raise ValueError(f"parameter {name!r} of cost model 'latency' must be above 0")

    @property
    def more_dispatches(self) -> bool:
        """Return whether dispatches can run at the same time, so that more of them may take less time."""
        return self.streams > 1.0

    def price(self, schedule: CommandSchedule) -> float:
        return ordered_sum(self.launch + self._together([self._seconds(c) for c in wave]) for wave in schedule.waves())

    def least(self, command: DeviceCommand) -> float:
        return self._seconds(command) / self.streams

    def waves(self, number: int) -> float:
        return self.launch * number

    def bound(self, commands: Iterable[DeviceCommand]) -> float:
        times = [self._seconds(c) for c in commands]
        return self.launch + self._together(times) if times else 0.0

    def _together(self, times: list[float]) -> float:
        return max(ordered_sum(times) / self.streams, max(times))

    def _seconds(self, command: DeviceCommand) -> float:
        return max(command.flops / self.flops, command.moved / self.bandwidth)


@dataclass(frozen=True)
class MixedSchedule:
    """Weighted sum of schedule cost models."""

    parts: tuple[tuple[float, RegionCost], ...]
    name: str
    unit: str = "mixed units"

    def price(self, schedule: CommandSchedule) -> float:
        return ordered_sum(weight * price(model, schedule) for weight, model in self.parts)

    @property
    def margin(self) -> float:
        return max(margin(model) for _, model in self.parts)

    def least(self, command: DeviceCommand) -> float:
        return ordered_sum(weight * least(model, command) for weight, model in self.parts)

    def waves(self, number: int) -> float:
        return ordered_sum(weight * of_waves(model, number) for weight, model in self.parts)

    def memory(self, number: int) -> float:
        return ordered_sum(weight * of_memory(model, number) for weight, model in self.parts)

    def unpriced_nests(self, schedule: CommandSchedule) -> Counter[Nest]:
        return sum((unpriced_nests(model, schedule) for _, model in self.parts), Counter[Nest]())

    def bound(self, commands: Iterable[DeviceCommand]) -> float:
        ran = list(commands)
        return ordered_sum(weight * model.bound(ran) for weight, model in self.parts)


def price(model: RegionCost, schedule: CommandSchedule) -> float:
    """Return the cost of a schedule under a cost model. Raises CostModelError if the model returns no valid cost."""
    return query_cost(model, f"a schedule of {len(schedule.commands)} commands", model.price, schedule)


def unpriced_nests(model: RegionCost, schedule: CommandSchedule) -> Counter[Nest]:
    """Return the loop nests in a schedule for which a model has no cost."""
    asked_for = getattr(model, "unpriced_nests", None)
    return asked_for(schedule) if asked_for else Counter()


def margin(model: RegionCost) -> float:
    """Return the fraction of a function's cost that an optimisation must save to be accepted."""
    return float(getattr(model, "margin", 0.0))


def may_add_dispatches(model: RegionCost) -> bool:
    """Return whether a model accepts a result with more dispatches than the input."""
    return bool(getattr(model, "more_dispatches", True))


def least(model: RegionCost, command: DeviceCommand) -> float:
    """Return a lower bound on the cost that a command adds to any schedule; 0 if the model defines none."""
    asked_for = getattr(model, "least", None)
    return float(asked_for(command)) if asked_for else 0.0


def of_waves(model: RegionCost, number: int) -> float:
    """Return a lower bound on the cost of `number` waves (groups of concurrent commands); 0 if the model defines none."""
    asked_for = getattr(model, "waves", None)
    return float(asked_for(number)) if asked_for else 0.0


def of_memory(model: RegionCost, number: int) -> float:
    """Return a lower bound on the cost of `number` bytes of transient buffers; 0 if the model defines none."""
    asked_for = getattr(model, "memory", None)
    return float(asked_for(number)) if asked_for else 0.0


MODELS: dict[str, Any] = {model.name: model for model in (Dispatches(), Bytes(), Latency(), TimingModel())}


def cost_model(text: str) -> RegionCost:
    """Return the cost model of the name `text`. Raises ValueError for an unknown name."""
    model: RegionCost = parse_model(text, MODELS, "dispatch regions", "region")
    return model
