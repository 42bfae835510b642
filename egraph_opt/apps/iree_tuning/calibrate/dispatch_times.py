"""Times of single dispatches, from a profile of IREE's benchmark tool."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from egraph_opt.iree.tool_process import call

SECONDS = 0.04
"""Length of one timing in seconds."""


@dataclass(frozen=True, slots=True)
class Ran:
    """Executed dispatch, with the name of its kernel and the seconds of its fastest run."""

    name: str
    seconds: float


def dispatches(file: str, flags: Sequence[str], folder: Path, seconds: float = SECONDS) -> list[Ran]:
    """Return the dispatches of one call of a compiled program, in execution order.

    Args:
        file: the compiled program.
        flags: flags of iree-benchmark-module for the function, its arguments and the device.
        folder: folder for the profile.
        seconds: total time of the calls.

    Raises:
        IreeError: the program does not run.
    """
    place = folder / "calls.ireeprof"
    place.unlink(missing_ok=True)
    profiled = ("--device_profiling_mode=host-execution", f"--device_profiling_output={place}")
    call("iree-benchmark-module", f"--module={file}", *flags, f"--benchmark_min_time={seconds}s", *profiled)
    lines = call("iree-profile", "dispatch", "--format=jsonl", "--dispatch_events", str(place)).splitlines()
    return fastest([event for event in map(json.loads, lines) if event.get("type") == "host_dispatch_event"])


def fastest(events: Sequence[dict[str, object]]) -> list[Ran]:
    """Return the fastest run of each dispatch over many calls.

    Calls whose sequence of dispatches is not the most common one are ignored.
    """
    calls: dict[object, list[tuple[str, int]]] = defaultdict(list)
    for event in events:
        calls[event["submission_id"]].append((str(event["key"]), int(str(event["duration_ns"]))))
    if not calls:
        return []
    ((names, _),) = Counter(tuple(name for name, _ in ran) for ran in calls.values()).most_common(1)
    same = [[ns for _, ns in ran] for ran in calls.values() if tuple(name for name, _ in ran) == names]
    return [Ran(name, min(column) * 1e-9) for name, column in zip(names, zip(*same, strict=True), strict=True)]
