"""Conversion between a replayed kernel and a line of a results file (`egraph_opt.apps.fleet.records.line_format`)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from egraph_opt.apps.fleet.records.line_format import RecordError
from egraph_opt.apps.replay.kernel_metrics import Measurements
from egraph_opt.apps.replay.verdict import CompilerResult, ReplayedKernel
from egraph_opt.errors import reason_of

RECORDED_COUNTS: Mapping[str, Callable[[Measurements], float | None]] = {
    "registers": lambda m: m.registers,
    "spilled bytes": lambda m: m.spill_bytes,
    "shared bytes": lambda m: m.shared_bytes,
    "conversions": lambda m: m.conversions,
    "conversions in loops": lambda m: m.conversions_in_loops,
    "barriers": lambda m: m.barriers,
    "instructions": lambda m: m.instructions,
    "cycles": lambda m: m.cycles,
}
"""Quantities that are recorded for each version."""
TIME = "time"
"""Name of the ratio of predicted times to the first version."""
OURS = "ours"
VERDICTS = {"unmodelled": "undecided"}
"""Names of verdicts in results files, where they differ from the names in a replay."""


def record_of(found: ReplayedKernel, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a kernel, without data that differs from run to run; `asked` are the options of the run."""
    sides: dict[str, CompilerResult] = {**found.sides, **({} if found.ours is None else {OURS: found.ours})}
    costs: dict[str, dict[str, float | None]] = {
        what: {name: None if side.numbers is None else number(side.numbers) for name, side in sides.items()}
        for what, number in RECORDED_COUNTS.items()
    }
    costs[TIME] = {**{name: found.ratios.get(name) for name in found.names}, **({OURS: found.ours_ratio} if found.ours else {})}
    verdict = found.verdict(asked["threshold"])
    return {
        "record": "function", "source": found.place, "module": 0, "function": found.name,
        "key": hashlib.sha256(repr((found.key, found.names, sorted(asked.items()))).encode()).hexdigest(),
        "verdict": VERDICTS.get(verdict, verdict), "reason": reason(found), "costs": costs,
        "result": {**found.to_json(), "kernel": found.key},
    }  # fmt: skip


def reason(found: ReplayedKernel) -> str:
    """Return why there are no measurements, or why the kernel became slower."""
    failed = [f"{name}: {side.error}" for name, side in found.sides.items() if side.numbers is None]
    return "; ".join(failed) or found.reason


def replayed_of(record: Mapping[str, Any]) -> ReplayedKernel:
    """Return the replayed kernel in a record.

    Raises:
        RecordError: the record is not from a replay.
    """
    try:
        return ReplayedKernel.of_json(record["function"], record["source"], record["result"]["kernel"], record["result"])
    except (KeyError, TypeError) as error:
        name = f"{record.get('source')}: {record.get('function')}"
        raise RecordError(f"{name}: error: this is no record of a replay: {reason_of(error)}") from None
