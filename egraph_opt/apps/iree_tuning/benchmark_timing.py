"""Timing of compiled programs in alternation, with IREE's benchmark tool and one generated input.

For a CPU target, programs run in one thread (`local-sync`). Other processes disturb most of many short timings, but not all, so
the minimum is used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from egraph_opt.apps.iree_tuning.benchmark_inputs import EntryPoint, entries, write_inputs, write_parameters
from egraph_opt.apps.iree_tuning.split_constants import ProgramFile
from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import Module
from egraph_opt.iree.compiler import IreeBackend
from egraph_opt.iree.tool_process import IreeError, call

LOCAL = "local-sync"
"""IREE device that runs in the calling thread."""
SHORTEST, TIMES, FEW, LONGEST = 0.002, 40, 3, 0.5
"""Length of a timing in seconds, and number of consecutive timings, or the minimum if these would take more than `LONGEST` seconds. Short
timings are often undisturbed."""
UNVERIFIED = "--verify=false"
"""Flag that turns off IREE's verifier after each pass, which takes a sixth of the time; the binary is the same."""
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
TOLERANCE = 1e-3
"""Tolerated difference between results, as a fraction of the largest element."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Times of one program in seconds, by round."""

    seconds: tuple[float, ...]

    @property
    def fastest(self) -> float:
        return min(self.seconds)

    @property
    def spread(self) -> float:
        """Relative noise: the difference between the fastest even round and the fastest odd round."""
        halves = [min(half) for half in (self.seconds[::2], self.seconds[1::2]) if half]
        return max(halves) / min(halves) - 1.0


@dataclass
class Bench:
    """Compiler and timer of programs, with a folder for the binaries. Equal binaries are timed once.

    Raises:
        Unsupported: the program's inputs cannot be generated, or it has no public function.
    """

    module: Module
    text: str
    folder: Path
    assumed: int
    given: tuple[str, ...] = ()
    """User's flags for IREE's runtime tools, such as parameter files."""
    source: ProgramFile | None = None
    """File with the contents of constants, which the program's text lacks."""
    compiled: dict[tuple[str, IreeBackend], str] = field(default_factory=dict)
    """Paths of compiled programs, by text and target; empty if IREE cannot compile the program."""
    calls: list[tuple[EntryPoint, list[str]]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    """Seconds of each public function in its first call, from which the number of timings follows."""

    def __post_init__(self) -> None:
        found = entries(self.module)
        if not found:
            raise Unsupported("there is no public function to time")
        own, placed = (any(flag.startswith(name) for flag in self.given) for name in ("--parameters", "--device"))
        common = [
            *self.given,
            *([] if own else write_parameters(self.text, self.folder)),
            *([] if placed else [f"--device={LOCAL}"]),
        ]
        for entry in found:
            (inside := self.folder / f"f{len(self.calls)}").mkdir()
            self.calls.append((entry, [*common, f"--function={entry.name}", *write_inputs(entry, inside, self.assumed)]))

    def compile(self, text: str, target: IreeBackend) -> str:
        """Compile a program, and return the path of the binary, the same path for equal binaries; empty if IREE cannot compile it."""
        if (text, target) not in self.compiled:
            place, given = self.folder / "made.vmfb", self.folder / "given.mlir"
            if self.source is None:
                given.write_text(text)
            else:
                self.source.write(text, given)
            try:
                more: dict[str, Any] = {"seconds": target.seconds, "memory": target.memory}
                quick = () if any(flag.startswith("--verify") for flag in target.flags) else (UNVERIFIED,)
                call("iree-compile", *quick, *target.arguments, str(given), "-o", str(place), **more)
                name = self.folder / f"{hashlib.sha256(place.read_bytes()).hexdigest()}.vmfb"
                place.replace(name)
                self.compiled[text, target] = str(name)
            except IreeError:
                self.compiled[text, target] = ""
        return self.compiled[text, target]

    def time(self, file: str) -> float:
        """Return the total time in seconds of calling each public function once. Raises IreeError if the program does not run."""
        total = 0.0
        for entry, flags in self.calls:
            if entry.name not in self.seconds:
                self.seconds[entry.name] = fastest_run(file, flags, 1)
            total += fastest_run(file, flags, min(TIMES, max(FEW, int(LONGEST / self.seconds[entry.name]))))
        return total

    def alternate(self, files: Sequence[str], rounds: int) -> dict[str, Timing]:
        """Time programs in alternation, and return the times by program file. Programs that do not run are missing."""
        found: dict[str, list[float]] = {file: [] for file in dict.fromkeys(files) if file}
        for _ in range(rounds):
            for file in list(found):
                try:
                    found[file].append(self.time(file))
                except IreeError:
                    del found[file]
        return {file: Timing(tuple(seconds)) for file, seconds in found.items()}

    def results(self, file: str) -> list[np.ndarray]:
        """Return the results of a compiled program's functions. Raises IreeError if the program does not run."""
        found: list[np.ndarray] = []
        for number, (_, flags) in enumerate(self.calls):
            place = self.folder / f"out{number}"
            place.mkdir(exist_ok=True)
            for old in place.iterdir():
                old.unlink()
            said = call("iree-run-module", f"--module={file}", *flags)
            count = said.count("result[")
            call("iree-run-module", f"--module={file}", *flags, *(f"--output=@{place}/{n}.npy" for n in range(count)))
            found += [np.load(place / f"{n}.npy") for n in range(count)]
        return found


def fastest_run(file: str, flags: Sequence[str], times: int) -> float:
    """Return the seconds of the fastest of some timings of a program. Raises IreeError if it does not run."""
    asked = (f"--benchmark_min_time={SHORTEST}s", f"--benchmark_repetitions={times}")
    said = call(
        "iree-benchmark-module", f"--module={file}", *flags, *asked, "--benchmark_format=json", "--print_statistics=false"
    )
    runs = json.loads(said[said.index("{") :])["benchmarks"]
    return float(min(run["real_time"] * UNITS[run["time_unit"]] for run in runs if run["run_type"] == "iteration"))


def agree(mine: Sequence[np.ndarray], theirs: Sequence[np.ndarray]) -> bool:
    """Return whether two lists of results are equal up to rounding errors of sums, with NaNs at the same indices."""
    return len(mine) == len(theirs) and all(_agree(a, b) for a, b in zip(mine, theirs, strict=True))


def _agree(a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind not in "f":
        return bool(np.array_equal(a, b))
    x, y = a.astype(np.float64), b.astype(np.float64)
    known = np.isfinite(x)
    if not np.array_equal(known, np.isfinite(y)) or not np.array_equal(np.isnan(x), np.isnan(y)):
        return False
    return not known.any() or float(np.abs(x - y)[known].max()) <= TOLERANCE * max(float(np.abs(y)[known].max()), 1e-30)
