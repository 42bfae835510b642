"""Checks and times the programs of one case on a GPU: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import torch

from . import build, store
from .contents import Contents
from .cuda import Loaded, scalar

PLAIN, OURS = "plain", "ours"
SCALES = (0.5, 0.05, 0.005)
"""Widths of random contents: the first one for which the plain program's results are finite is used."""
FINITE = 0.999
FLUSH = 256 << 20
"""Bytes written before each timed launch, several times what the second-level cache holds."""
ROUNDS = (15, 101)
MILLISECONDS = 250.0
"""Time limit in milliseconds for one case, within `ROUNDS`."""
OVERHEAD = 0.15
"""Milliseconds of a timed launch beside the kernel."""
Launch = Callable[[], None]


class Prepared:
    """One case on the GPU: its arguments, and its programs loaded."""

    def __init__(self, folder: Path, case: store.Case, contents: Contents | None = None) -> None:
        self.case = case
        self.contents = contents or Contents(case["arguments"])
        self._folder, self._scratch = folder, torch.empty(0, dtype=torch.uint8, device="cuda")
        self._values = [
            scalar(a["kind"], self.contents.pointer(a) if a["kind"].startswith("*") else a["value"]) for a in case["arguments"]
        ]
        self.loaded: dict[build.Key, Loaded] = {}
        self.errors: dict[build.Key, str] = {}

    def launch(self, name: str, fused: bool) -> Launch | None:
        """Launches a program; None if there is none, for a reason that is noted."""
        key = name, fused
        if key not in self.loaded and key not in self.errors:
            try:
                self.loaded[key] = Loaded(*build.load(self._folder, key))
            except (OSError, RuntimeError) as error:
                self.errors[key] = str(error)[:200]
        if key in self.errors:
            return None
        kernel, grid = self.loaded[key], self.case["grid"]
        size = (kernel.metadata["global_scratch_size"] or 0) * grid[0] * grid[1] * grid[2]
        if size > self._scratch.numel():
            self._scratch = torch.empty(size, dtype=torch.uint8, device="cuda")
        return kernel.launcher(grid, self._values, self._scratch.data_ptr(), torch.cuda.current_stream().cuda_stream)

    def close(self) -> None:
        torch.cuda.synchronize()
        for kernel in self.loaded.values():
            kernel.unload()


def measure(folder: Path, case: store.Case) -> dict[str, Any]:
    """All that is found of a case: `checks` and `times` by program."""
    prepared = Prepared(folder, case)
    try:
        names = list(dict.fromkeys(case["programs"].values()))
        checks = check(prepared, names) if len(names) > 1 else {}
        launches = {name: launch for name in names if (launch := prepared.launch(name, case["fusion"]))}
        found: dict[str, Any] = {"bytes": prepared.contents.bytes, "checks": checks, "times": {}}
        if case["programs"][PLAIN] in launches:
            if not checks:
                prepared.contents.fill(SCALES[0])
            restore = written_integers(prepared, launches[case["programs"][PLAIN]])
            times = time(launches, restore, *case.get("limits", (ROUNDS[1], MILLISECONDS)))
            for name, each in times.items():
                kernel = prepared.loaded[name, case["fusion"]]
                found["times"][name] = spread(each) | {
                    "registers": kernel.registers, "local_bytes": kernel.local_bytes, "shared": kernel.shared,
                    "occupancy": kernel.occupancy, "path": kernel.metadata["path"],
                    "memory": kernel.metadata["memory"], "issued": kernel.metadata["issued"],
                }  # fmt: skip
            plain = times[case["programs"][PLAIN]]
            found["ratios"] = {name: spread([a / b for a, b in zip(plain, each, strict=True)]) for name, each in times.items()}
        if "same" in case and all(name in launches for name in case["same"]):
            found["different"] = repeated(prepared, *(launches[name] for name in case["same"]))
        found["errors"] = {f"{name}{' fused' * fused}": error for (name, fused), error in prepared.errors.items()}
        return found
    finally:
        prepared.close()


def against(folder: Path, plain: store.Case, ours: store.Case) -> dict[str, Any]:
    """The plain program of one configuration timed against ours of another, on the same contents."""
    first = Prepared(folder, plain)
    second = Prepared(folder, ours, first.contents)
    try:
        a, b = first.launch(plain["programs"][PLAIN], plain["fusion"]), second.launch(ours["programs"][OURS], ours["fusion"])
        if a is None or b is None:
            return {"errors": {**first.errors, **second.errors}}
        first.contents.fill(SCALES[1])
        times = time({PLAIN: a, OURS: b}, written_integers(first, a))
        ratio = spread([x / y for x, y in zip(times[PLAIN], times[OURS], strict=True)])
        return {"times": {name: spread(each) for name, each in times.items()}, "ratio": ratio}
    finally:
        second.close()
        first.close()


def check(prepared: Prepared, names: Sequence[str]) -> dict[str, Any]:
    """By program: how many elements differ from the plain program's, both without fusion, and, with fusion, the relative error against the
    plain program without it. `again`: how many elements differ when the plain program runs once more.
    """
    contents, plain = prepared.contents, names[0]
    launch = prepared.launch(plain, False)
    if launch is None:
        return {}
    for scale in SCALES:
        reference = _results(contents, launch, scale)
        finite = _finite(contents, reference)
        if finite >= FINITE:
            break
    memories = contents.memories
    contents.fill(scale)
    written = [number for number, memory in memories.items() if _differences(memory, reference[number])]
    head = {"scale": scale, "finite": finite, "written": len(written), "elements": sum(memories[n].numel() for n in written)}
    head["again"] = _different(_results(contents, launch, scale), reference)
    found: dict[str, Any] = {"plain": head}
    for name in names:
        found[name] = {}
        if name != plain and (launch := prepared.launch(name, False)):
            found[name]["different"] = _different(_results(contents, launch, scale), reference)
        if prepared.case["fusion"] and (launch := prepared.launch(name, True)):
            found[name]["error"] = _error(_results(contents, launch, scale), reference, written)
    return found


def _results(contents: Contents, launch: Launch, scale: float) -> dict[int, torch.Tensor]:
    contents.fill(scale)
    launch()
    torch.cuda.synchronize()
    return {number: memory.clone() for number, memory in contents.memories.items()}


def _finite(contents: Contents, results: dict[int, torch.Tensor]) -> float:
    floats = [r for n, r in results.items() if r.dtype.is_floating_point and r.itemsize > 1]
    total = sum(r.numel() for r in floats)
    return sum(int(r.isfinite().sum()) for r in floats) / total if total else 1.0


def _differences(a: torch.Tensor, b: torch.Tensor) -> int:
    """Return the number of elements that differ; all NaNs are equal."""
    if torch.equal(a.view(torch.uint8), b.view(torch.uint8)):
        return 0
    if a.dtype.is_floating_point:
        x, y = (a, b) if a.itemsize > 1 else (a.float(), b.float())
        bits = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[a.itemsize]
        return int(((a.view(bits) != b.view(bits)) & ~(x.isnan() & y.isnan())).sum())
    return int((a != b).sum())


def _different(a: dict[int, torch.Tensor], b: dict[int, torch.Tensor]) -> int:
    return sum(_differences(a[number], b[number]) for number in b)


def _error(found: dict[int, torch.Tensor], reference: dict[int, torch.Tensor], written: Sequence[int]) -> float:
    """The largest relative error of a tensor that is written, in the norm, over what is finite in both."""
    errors = [0.0]
    for number in written:
        a, b = found[number], reference[number]
        if not a.dtype.is_floating_point:
            errors.append(_differences(a, b) / a.numel())
            continue
        a, b = a.float(), b.float()
        both = a.isfinite() & b.isfinite()
        top = b.where(both, 0.0).abs().max().clamp_min(1e-30)  # squares of large numbers are not finite
        difference = ((a - b) / top).where(both, 0.0).norm()
        errors.append(float(difference / (b / top).where(both, 0.0).norm().clamp_min(1e-30)))
    return max(errors)


def written_integers(prepared: Prepared, launch: Launch) -> Launch:
    """Puts back the integers that a launch changes: counters and flags, by which a second launch might find its work done."""
    contents = prepared.contents
    integers = {n: memory.clone() for n, memory in contents.memories.items() if not memory.dtype.is_floating_point}
    launch()
    torch.cuda.synchronize()
    changed = [(contents.memories[n], kept) for n, kept in integers.items() if _differences(contents.memories[n], kept)]

    def restore() -> None:
        for memory, kept in changed:
            memory.copy_(kept)

    restore()
    return restore


def repeated(prepared: Prepared, one: Launch, other: Launch) -> list[int]:
    """Return how many elements differ from what a program writes: when it runs again, and in three runs of another program."""
    reference = _results(prepared.contents, one, SCALES[0])
    return [_different(_results(prepared.contents, each, SCALES[0]), reference) for each in (one, *[other] * 3)]


def time(
    launches: dict[str, Launch], restore: Launch, most: int = ROUNDS[1], milliseconds: float = MILLISECONDS
) -> dict[str, list[float]]:
    """Microseconds of each launch, in rounds: every program once a round, each in turn the first, the second-level cache overwritten.

    There are at most `most` rounds, and no more than take so many milliseconds, except for slow programs.
    """
    flush = torch.empty(FLUSH // 4, dtype=torch.int32, device="cuda")

    def run(order: Sequence[str]) -> list[tuple[str, Any, Any]]:
        events = []
        for name in order:
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            restore()
            flush.zero_()
            start.record()
            launches[name]()
            end.record()
            events.append((name, start, end))
        return events

    names = list(launches)
    warm = [event for _ in range(3) for event in run(names)]
    torch.cuda.synchronize()
    round_ms = sum(start.elapsed_time(end) + OVERHEAD for _, start, end in warm[-len(names) :])
    rounds = min(most, max(ROUNDS[0] if round_ms > 20 else 2 * ROUNDS[0] + 1, int(milliseconds / round_ms)))
    events = []
    for i in range(rounds):
        at = i % len(names)
        order = [*names[at:], *names[:at]]
        events += run(order if i // len(names) % 2 == 0 else order[::-1])
    torch.cuda.synchronize()
    found: dict[str, list[float]] = {name: [] for name in names}
    for name, start, end in events:
        found[name].append(1e3 * start.elapsed_time(end))
    return found


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median and quartiles."""
    low, _, high = quantiles(values, n=4)
    return {"median": round(median(values), 5), "low": round(low, 5), "high": round(high, 5), "count": len(values)}
