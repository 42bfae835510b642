"""Report on the kernels that Triton compiled while the plug-in was enabled."""

from __future__ import annotations

import json
import logging
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from egraph_opt.core.output.table import table
from egraph_opt.core.result import count_noun
from egraph_opt.cost.target import Target
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.process.fork_safety import OwnLock
from egraph_opt.triton.state.sentinel_findings import SAYS, Guarded
from egraph_opt.triton.state.trial_compilation import failures
from egraph_opt.triton.state.tuning_record import Ranking

logger = logging.getLogger("egraph_opt.triton")
logger.addHandler(logging.NullHandler())  # without a listener, nothing is printed: warnings report failures

SCHEMA_VERSION = 1

MEMORY_BOUND = "bound by memory: expect less"
Outcome = Literal["changed", "kept", "failed", "unfit"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """Prediction of run time by the machine model (`egraph_opt.machine`).

    `before` and `after` are the cycles of a program instance in Triton's program and in the used program; `saves` is the saved
    fraction of the launch time. `at_once_before` and `at_once_after` count the instances that a multiprocessor runs at once.
    `bound_by_memory`: memory bandwidth limits the used program, so the true saving is smaller than predicted.
    """

    before: float
    after: float
    saves: float
    at_once_before: int = 0
    at_once_after: int = 0
    bound_by_memory: bool = False

    @staticmethod
    def from_code(theirs: ResourceUse, ours: ResourceUse, saves: float, processor: Target) -> Prediction:
        """Return the prediction for Triton's program and ours from machine code."""
        before, after = (use.cycles(processor) for use in (theirs, ours))
        at_once = theirs.occupancy(processor), ours.occupancy(processor)
        return Prediction(before, after, saves, *at_once, bound_by_memory=ours.is_bound_by_memory(processor))

    def __str__(self) -> str:
        at_once = f", {self.at_once_before} to {self.at_once_after} at once" if self.at_once_before != self.at_once_after else ""
        limit = f" ({MEMORY_BOUND})" if self.bound_by_memory and self.saves > 0.0 else ""
        return f"{self.before:,.0f} to {self.after:,.0f} cycles of an instance{at_once}, {-self.saves:+.1%} time{limit}"


@dataclass(frozen=True, slots=True)
class Kernel:
    """Record of one kernel's compilation with the plug-in.

    If our program is used, `outcome` is `changed`. It is `kept` if no program was predicted to gain enough, and `failed` if the
    plug-in failed or Triton rejects our program. It is `unfit` if Triton's own program does not compile or needs too much shared memory.

    `reason` explains the outcome, or names the limit that stopped the search; `change` summarises what changed in the program.
    Costs are modelled. `predicted` is None if no machine code was compared. `seconds` is the optimiser's time. `constants` are
    compile-time constants of the launch, if there is one.
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
    num_warps: int = 0
    num_stages: int = 0
    constants: Mapping[str, Any] = field(default_factory=dict, hash=False)
    change: str = ""
    predicted: Prediction | None = None

    @property
    def configuration(self) -> str:
        """Return the autotuned options and the constants as text."""
        options = {name: value for name, value in (("num_warps", self.num_warps), ("num_stages", self.num_stages)) if value}
        return ", ".join(f"{name}={value}" for name, value in (options | dict(self.constants)).items())

    @property
    def says(self) -> str:
        return "; ".join(filter(None, (self.change, self.reason)))

    @property
    def gain(self) -> str:
        """Return the predicted gain as text; empty if the plug-in kept Triton's program."""
        return str(self.predicted) if self.predicted and self.outcome == "changed" else ""

    def row(self) -> tuple[str, ...]:
        conversions = f"{self.converts_before} → {self.converts_after}" if self.converts_before or self.converts_after else ""
        return self.name, self.configuration, self.outcome, conversions, self.gain, self.says


@dataclass(frozen=True, slots=True)
class Tuned:
    """Record of one timed kernel: the times of all programs, and the name of the chosen one.

    The program with the name `plain` is Triton's; `model` is the one that the user's settings give. `options` names the compile
    options of both, if others than the kernel's own are faster (`egraph_opt.triton.choice.compile_options`).
    """

    name: str
    chosen: str
    microseconds: dict[str, float]
    options: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """Record of one kernel whose launches are dispatched among several programs.

    `gain` is the predicted saving of the no-alias version as a fraction of the time, 0 if the kernel has none. `own`: one of the
    programs is Triton's.
    """

    name: str
    gain: float
    own: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """Report on compilations, in order of completion.

    Kernels that Triton read from its cache are missing.
    """

    kernels: tuple[Kernel, ...] = ()
    tuned: tuple[Tuned, ...] = ()
    versions: tuple[Version, ...] = ()
    guarded: tuple[Guarded, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    failed_trials: int = 0
    """Number of trial compilations in which Triton or ptxas rejected our program."""

    def count(self, outcome: Outcome) -> int:
        """Return the number of compilations with an outcome."""
        return sum(1 for kernel in self.kernels if kernel.outcome == outcome)

    @property
    def changed(self) -> int:
        """Return the number of kernels whose program the plug-in replaced."""
        return self.count("changed")

    @property
    def kept(self) -> int:
        """Return the number of kernels for which no better program was found."""
        return self.count("kept")

    @property
    def failed(self) -> int:
        """Return the number of compilations that failed in the plug-in; their kernels are Triton's own."""
        return self.count("failed")

    @property
    def unfit(self) -> int:
        """Return the number of kernels for which Triton's own program does not compile, or needs too much shared memory."""
        return self.count("unfit")

    @property
    def alarms(self) -> tuple[Guarded, ...]:
        """Return the findings of the sentinel (comparison of results at launches) that indicate a miscompilation."""
        return tuple(each for each in self.guarded if each.alarm)

    @property
    def seconds(self) -> float:
        """Return the optimiser's total time in seconds."""
        return sum(kernel.seconds for kernel in self.kernels)

    def __str__(self) -> str:
        more: dict[str, Sequence[object]] = {
            "timed": self.tuned,
            "in two versions": [version for version in self.versions if version.gain],
            "with Triton's own program for some grids": [version for version in self.versions if version.own],
            "compared": self.guarded,
            "compiled wrongly": self.alarms,
            "tuned by model": [ranking for ranking in self.rankings if not ranking.reason],
            "tuned by Triton alone": [ranking for ranking in self.rankings if ranking.reason],
        }
        also = "".join(f", {len(each)} {what}" for what, each in more.items() if each)
        also += f", {count_noun(self.failed_trials, 'trial')} refused" if self.failed_trials else ""
        unfit = f", {self.unfit} that Triton cannot make" if self.unfit else ""
        counts = f"{self.changed} changed{self._format_saving()}, {self.kept} kept, {self.failed} failed{unfit}"
        took = f", {self.seconds:.2f} s" if self.seconds else ""
        return f"{count_noun(len(self.kernels), 'kernel')} compiled: {counts}{took}{also}"

    def _format_saving(self) -> str:
        """Return the predicted saving of time of the replaced programs as text; without predicted times, that of modelled cost."""
        changed = [kernel for kernel in self.kernels if kernel.outcome == "changed"]
        if times := [math.log1p(-kernel.predicted.saves) for kernel in changed if kernel.predicted]:
            mean = math.expm1(ordered_sum(times) / len(times))
            return f" (predicted time {mean:+.1%}{' in the geometric mean' if len(times) > 1 else ''})"
        before, after = ordered_sum(k.cost_before for k in changed), ordered_sum(k.cost_after for k in changed)
        return f" (modelled cost {after / before - 1.0:+.1%})" if before else ""

    def __repr__(self) -> str:
        return f"<Report {self}>"

    def table(self) -> str:
        """Return a table with a row for each kernel: configuration, prediction, change, and the reason for no change."""
        headings = ("kernel", "configuration", "outcome", "conversions", "predicted", "what changed, or why not")
        parts = [table(headings, (kernel.row() for kernel in self.kernels))] if self.kernels else []
        parts += [self.guarded_table()] if self.guarded else []
        parts += [self.rankings_table()] if self.rankings else []
        return "\n".join((*parts, str(self)))

    def guarded_table(self) -> str:
        """Return a table with a row for each kernel whose results the sentinel compared."""
        return table(("kernel", "configuration", "equal programs", "which, or why"), (guarded.row() for guarded in self.guarded))

    def rankings_table(self) -> str:
        """Return a table with a row for each kernel whose configurations were ranked by machine code."""
        return table(
            ("kernel", "configurations", "dropped", "left to time"),
            (ranking.row() for ranking in self.rankings),
        )

    def json(self) -> str:
        """Return all records as JSON, with a `schema_version`."""
        return json.dumps({"schema_version": SCHEMA_VERSION, "says": str(self), **asdict(self)}, indent=1, default=str)


_constants: ContextVar[Mapping[str, Any]] = ContextVar("constants", default={})  # noqa: B039  # nobody changes it


@contextmanager
def with_constants(constants: Mapping[str, Any]) -> Iterator[None]:
    """Add a launch's compile-time constants to the records of compilations in this thread, inside this context."""
    token = _constants.set(constants)
    try:
        yield
    finally:
        _constants.reset(token)


def constants_now() -> Mapping[str, Any]:
    """Return the compile-time constants of the launch that requested the current compilation; empty if none did."""
    return _constants.get()


class Log:
    """Thread-safe collector of records, which are also logged. The first failure causes a warning."""

    def __init__(self) -> None:
        self._lock = OwnLock()
        self._kernels: list[Kernel] = []
        self._tuned: list[Tuned] = []
        self._versions: list[Version] = []
        self._guarded: dict[str, Guarded] = {}
        self._rankings: list[Ranking] = []
        self._warned = False
        self._failed_trials, self._failed_before = 0, failures.number
        self.under_way: Callable[[], None] = lambda: None
        """Function that waits for records of running searches."""

    def add(self, kernel: Kernel) -> None:
        with self._lock():
            self._kernels.append(kernel)
            warn = kernel.outcome == "failed" and not self._warned
            self._warned |= warn
        level = logging.WARNING if kernel.outcome == "failed" else logging.INFO
        prediction = f" (predicted: {kernel.gain})" if kernel.gain else ""
        logger.log(
            level,
            "%s (%s): %s%s: %s",
            kernel.name,
            kernel.configuration,
            kernel.outcome,
            prediction,
            kernel.says,
            extra={"kernel": kernel},
        )
        if warn:
            with suppress(RuntimeWarning):  # if warnings are errors, this one still must not end a compilation
                warnings.warn(
                    f"egraph_opt leaves {kernel.name} as Triton makes it: {kernel.reason}. Further failures are only counted: "
                    "see egraph_opt.triton.report()",
                    RuntimeWarning,
                    stacklevel=2,
                )

    def add_tuned(self, tuned: Tuned) -> None:
        with self._lock():
            self._tuned.append(tuned)
        logger.info("%s: timed: %s is used", tuned.name, tuned.chosen, extra={"tuned": tuned})

    def failed_trials(self, number: int) -> None:
        """Add the number of failed trial compilations in another process to the total."""
        with self._lock():
            self._failed_trials += number

    def add_version(self, version: Version) -> None:
        with self._lock():
            self._versions.append(version)
            if version.gain:
                self._count_as_changed(version)
        says = f"in two versions, predicted to save {version.gain:.1%}" if version.gain else "Triton's own program for some grids"
        logger.info("%s: %s", version.name, says, extra={"version": version})

    def _count_as_changed(self, version: Version) -> None:
        """If the last record of this kernel has the outcome `kept`, set it to `changed`, since the kernel's no-alias version is used."""
        for number in reversed(range(len(self._kernels))):
            kernel = self._kernels[number]
            if (kernel.name, kernel.constants) == (version.name, constants_now()):
                if kernel.outcome == "kept":
                    says = f"a second version where arrays do not overlap, {-version.gain:+.1%} time"
                    self._kernels[number] = replace(kernel, outcome="changed", change=says, reason="")
                return

    def add_finding(self, guarded: Guarded, kernel: str) -> None:
        """Add a finding of the sentinel, unless a graver one has the same `kernel` (an identifier of the compiled kernel)."""
        with self._lock():
            before = self._guarded.get(kernel)
            if before is None or SAYS.index(guarded.found) >= SAYS.index(before.found):
                self._guarded[kernel] = guarded
        logger.log(logging.WARNING if guarded.alarm else logging.INFO, "%s", guarded, extra={"guarded": guarded})

    def add_ranking(self, ranking: Ranking) -> None:
        with self._lock():
            self._rankings.append(ranking)
        logger.log(logging.WARNING if ranking.reason else logging.INFO, "%s", ranking, extra={"ranking": ranking})

    def report(self) -> Report:
        with self._lock():
            return Report(
                tuple(self._kernels),
                tuple(self._tuned),
                tuple(self._versions),
                tuple(self._guarded.values()),
                tuple(self._rankings),
                failures.number - self._failed_before + self._failed_trials,
            )
