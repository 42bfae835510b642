"""Cycles of one multiprocessor as a sum over operations, with a target's measured constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.cost.op_resources import work
from egraph_opt.cost.target import DEFAULT, Target, target
from egraph_opt.extract.base.stable_sum import ordered_sum

IMPOSSIBLE = 1e9
"""Price of a conversion between blocks, which Triton refuses."""


@dataclass(frozen=True)
class Cycles:
    """Cycles of one streaming multiprocessor, as a sum over operations; constants measured on an H200, from documents for other targets.

    `target` names the table of constants; if empty, it is the module's own target, or sm90. `constants` replaces some of them. In
    the measured kernels all warps reach a barrier together; in others they wait `barrier_skew` more cycles for the last. With no
    skew, conversions inside a loop seemed better than loads from shared memory, and a kernel that gains 7 % lost 10 %
    (`benchmarks/gpu/FINDINGS.md`). Not counted: operations on different units overlap, and other program instances fill waits.
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
        """Every constant, in cycles."""
        return _table(self.target or DEFAULT, self.constants, self.barrier_skew)

    @property
    def error(self) -> float | None:
        """Median relative error over micro-benchmarks of all kinds; None if the target was never measured."""
        return self.processor.errors.get("all")

    def on(self, name: str) -> Cycles:
        """Return the model for a processor, unless the user named a target."""
        return self if self.target else replace(self, target=name)

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        return _price(self.target or DEFAULT, self.constants, self.barrier_skew, name, tuple(operands), tuple(results), access)

    def spills(self, pressure: int, threads: int) -> float:
        """Return the cost of spilled registers: each register that a thread lacks is stored or loaded about `spill_accesses` times.

        Of the registers that `egraph_opt.cost.register_pressure` counts, ptxas keeps about `kept_share` at once: over the inputs, greedy
        results and our results of 102 kernels its registers follow the count with a rank correlation of 0.80, and where it
        spills, it does so with 1 to 50 bytes per byte that is lacking.
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
