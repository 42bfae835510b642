"""Cost model `cycles`: cycles of one multiprocessor as a sum over operations, with a target's measured constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.cost.op_resources import least_conversion_work, work
from egraph_opt.cost.target import DEFAULT, Target, target
from egraph_opt.extract.base.stable_sum import ordered_sum

IMPOSSIBLE = 1e9
"""Cost of a layout conversion between blocks, which Triton rejects."""


@dataclass(frozen=True)
class Cycles:
    """Cycles of one multiprocessor, summed over operations. Constants are measured on an H200, and documented for other targets.

    `target` names the table of constants; if it is empty, the module's target or sm90 is used. `constants` overrides entries.
    `barrier_skew` is the number of cycles that warps wait for the last one at a barrier, which the micro-benchmarks do not show.
    Without this skew, a kernel predicted to gain 7 % lost 10 % (`benchmarks/gpu/FINDINGS.md`). The model ignores overlap between
    units and between program instances.
    """

    name: str = "cycles"
    unit: str = "cycles"
    change_factor: float = 1.05
    change_price: float = 5.0
    prices_accesses: bool = True
    target: str = ""
    constants: tuple[tuple[str, float], ...] = ()
    barrier_skew: float = 20.0
    kept_share: float = 0.4
    spill_accesses: float = 10.0

    @property
    def processor(self) -> Target:
        return target(self.target or DEFAULT)

    @property
    def table(self) -> Mapping[str, float]:
        """All constants, in cycles."""
        return _table(self.target or DEFAULT, self.constants, self.barrier_skew)

    @property
    def error(self) -> float | None:
        """Median relative error over all micro-benchmarks; None if the target was never measured."""
        return self.processor.errors.get("all")

    def on(self, name: str) -> Cycles:
        """Return the model for a processor, unless the user has set a target."""
        return self if self.target else replace(self, target=name)

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        return _price(self.target or DEFAULT, self.constants, self.barrier_skew, name, tuple(operands), tuple(results), access)

    def least_conversion(self, source: str, target: str) -> float:
        """Return a lower bound of the cost of a conversion between two types, which takes less time than the cost; 0 for other prices."""
        if type(self).cost is not Cycles.cost:
            return 0.0
        table = self.table
        return float(ordered_sum(table[unit] * count for unit, count in least_conversion_work(source, target).items()))

    def spills(self, pressure: int, threads: int) -> float:
        """Return the cost of spilled registers, each of which is stored or loaded about `spill_accesses` times.

        ptxas needs about `kept_share` of the live registers that `egraph_opt.cost.register_pressure` counts. Over 102 kernels,
        the counted registers and those of ptxas have rank correlation 0.80.
        """
        lacking = max(0.0, pressure * self.kept_share - min(255, self.processor.registers // threads))
        return lacking * threads * 4 / 128 * self.table["wavefront"] * self.spill_accesses


@lru_cache(maxsize=64)
def _table(name: str, constants: tuple[tuple[str, float], ...], skew: float) -> Mapping[str, float]:
    measured = target(name).cycles
    return {**measured, "barrier": measured["barrier"] + skew, "impossible": IMPOSSIBLE, **dict(constants)}


@lru_cache(maxsize=1 << 16)
def _price(
    where: str,
    constants: tuple[tuple[str, float], ...],
    skew: float,
    name: str,
    operands: tuple[str, ...],
    results: tuple[str, ...],
    access: AddressPattern | None,
) -> float:
    table = _table(where, constants, skew)
    units = work(name, operands, results, access, target(where).matrices)
    return float(ordered_sum(table[unit] * count for unit, count in units.items()))
