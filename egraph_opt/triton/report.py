"""What happened to the kernels that were compiled with the optimiser in place."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from egraph_opt.core.result import counted
from egraph_opt.extract.sums import added
from egraph_opt.process.fork import OwnLock

Outcome = Literal["changed", "kept", "failed"]


@dataclass(frozen=True, slots=True)
class Kernel:
    """One compilation. `kept`: no choice was predicted to gain enough; `failed`: an error or a refusal, which `reason` tells,
    as it does what limit stopped a search; what was found until then may have changed the kernel.

    Unless it is `changed`, the kernel is the one that Triton makes. Costs are modelled, before and after; `seconds` is the optimiser's
    own time in this compilation.
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
    """One kernel that was timed: which of its programs is used (`plain`: Triton's own; empty: what the settings give), and microseconds."""

    name: str
    chosen: str
    microseconds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Version:
    """One kernel of two versions: the second is launched where no array that it writes to overlaps another. `gain`: the part of the time
    that machine code says it saves then."""

    name: str
    gain: float


@dataclass(frozen=True, slots=True)
class Report:
    """All compilations so far, in the order in which they ended; `str` gives one line. A hit in Triton's cache is no compilation."""

    kernels: tuple[Kernel, ...] = ()
    tuned: tuple[Tuned, ...] = ()
    versions: tuple[Version, ...] = ()

    def count(self, outcome: Outcome) -> int:
        return sum(1 for kernel in self.kernels if kernel.outcome == outcome)

    @property
    def changed(self) -> int:
        return self.count("changed")

    @property
    def kept(self) -> int:
        return self.count("kept")

    @property
    def failed(self) -> int:
        return self.count("failed")

    @property
    def seconds(self) -> float:
        return sum(kernel.seconds for kernel in self.kernels)

    def __str__(self) -> str:
        changed = [kernel for kernel in self.kernels if kernel.outcome == "changed"]
        more = {"timed": self.tuned, "in two versions": self.versions}
        before, after = added(k.cost_before for k in changed), added(k.cost_after for k in changed)
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
