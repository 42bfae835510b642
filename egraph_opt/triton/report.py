"""What happened to the kernels that were compiled with the optimiser in place."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from egraph_opt.core.result import counted
from egraph_opt.process.fork import OwnLock

Outcome = Literal["changed", "kept", "failed"]


@dataclass(frozen=True, slots=True)
class Kernel:
    """Record one compilation.

    `outcome` is `changed`, `kept` (no program was predicted to gain enough) or `failed` (an error or a refusal). In the last two cases the
    kernel is Triton's own. `reason` explains the outcome, and names a limit if one stopped the search. Costs are modelled; `seconds` is the
    time that the optimiser added.
    """

    name: str
    target: str
    outcome: Outcome
    reason: str = ""
    cost_before: float = 0.0
    cost_after: float = 0.0
    converts_before: int = 0
    converts_after: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Tuned:
    """Record one kernel that was timed: the program that is used, and microseconds.

    `chosen` is `plain` for Triton's own program, and empty for the one that the settings give.
    """

    name: str
    chosen: str
    microseconds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Version:
    """Record one kernel with two versions. The second one is launched if no array that it writes overlaps another one.

    `gain` is the fraction of the time that it is predicted to save.
    """

    name: str
    gain: float


@dataclass(frozen=True, slots=True)
class Report:
    """List all compilations so far, in the order in which they ended; `str` gives one line.

    A kernel that comes out of Triton's cache is not compiled, so it is not counted.
    """

    kernels: tuple[Kernel, ...] = ()
    tuned: tuple[Tuned, ...] = ()
    versions: tuple[Version, ...] = ()

    def count(self, outcome: Outcome) -> int:
        """Return how many compilations had an outcome."""
        return sum(1 for kernel in self.kernels if kernel.outcome == outcome)

    @property
    def changed(self) -> int:
        """Return how many kernels were changed."""
        return self.count("changed")

    @property
    def kept(self) -> int:
        """Return how many kernels stayed as Triton makes them."""
        return self.count("kept")

    @property
    def failed(self) -> int:
        """Return how many compilations failed in the plug-in; their kernels are Triton's own."""
        return self.count("failed")

    @property
    def seconds(self) -> float:
        """Return the seconds that the optimiser added to all compilations."""
        return sum(kernel.seconds for kernel in self.kernels)

    def __str__(self) -> str:
        changed = [kernel for kernel in self.kernels if kernel.outcome == "changed"]
        more = {"timed": self.tuned, "in two versions": self.versions}
        before, after = sum(k.cost_before for k in changed), sum(k.cost_after for k in changed)
        saved = f" (modelled cost {after / before - 1.0:+.1%})" if before else ""
        also = "".join(f", {len(each)} {what}" for what, each in more.items() if each)
        counts = f"{self.changed} changed{saved}, {self.kept} kept, {self.failed} failed"
        return f"{counted(len(self.kernels), 'kernel')} compiled: {counts}, {self.seconds:.2f} s{also}"


class Log:
    """Collects records from any thread, and warns at the first failure."""

    def __init__(self) -> None:
        self._lock = OwnLock()
        self._kernels: list[Kernel] = []
        self._tuned: list[Tuned] = []
        self._versions: list[Version] = []
        self._warned = False

    def add(self, kernel: Kernel) -> None:
        with self._lock():
            self._kernels.append(kernel)
            warn = kernel.outcome == "failed" and not self._warned
            self._warned |= warn
        if warn:
            with suppress(RuntimeWarning):  # where warnings are errors, this one still must not end a compilation
                warnings.warn(
                    f"egraph_opt leaves {kernel.name} as Triton makes it: {kernel.reason}. Further failures are only counted: "
                    "see egraph_opt.triton.report()",
                    RuntimeWarning,
                    stacklevel=2,
                )

    def tuned(self, tuned: Tuned) -> None:
        with self._lock():
            self._tuned.append(tuned)

    def versioned(self, version: Version) -> None:
        with self._lock():
            self._versions.append(version)

    def report(self) -> Report:
        with self._lock():
            return Report(tuple(self._kernels), tuple(self._tuned), tuple(self._versions))
