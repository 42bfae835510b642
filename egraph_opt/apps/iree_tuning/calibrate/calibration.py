"""Table of times of single computations, measured in a user's programs.

An input has two e-graphs: its own, and the e-graph of IREE's program for the input after dispatch formation. Several cost models
extract programs from both. The dispatches of all these programs are timed. Then the cost model `time` extracts programs by the
measured times. The new programs are timed too, until extraction gives no new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.calibrate.fit import of_nests, slowness
from egraph_opt.apps.iree_tuning.calibrate.profile import TimedProgram, time_program
from egraph_opt.apps.iree_tuning.flag_search import ProgramForm
from egraph_opt.apps.iree_tuning.split_constants import ProgramFile, read_source
from egraph_opt.apps.iree_tuning.timed_programs import choices, rewriting
from egraph_opt.errors import Unsupported
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.pricing.timing_table import (
    MACHINE,
    MIN_DISPATCH_SECONDS,
    TimingTable,
    rows_of,
    table,
    table_of,
    text_of,
)
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Module
from egraph_opt.iree.compiler import DISPATCH_PHASE
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import IreeError
from egraph_opt.process.module_child import scratch

MODELS = ("dispatches", "bytes", "latency")
"""Cost models whose programs are measured before those of the model `time`."""
ROUNDS = 4
"""Largest number of extractions by the model `time`."""
INPUT = "as it is"
"""Name of the input among the measured programs, which are otherwise named after their cost model."""
ADDED_TABLE = "; other computations from: "
"""Separator in a table's machine description, before the description of the initial table."""
DIFFERENT = 0.05
"""Relative difference above which two programs' times count as different."""


class Calibration:
    """Table of measured times, which grows with each program."""

    def __init__(self, options: RegionOptions, run_flags: Sequence[str] = (), begun: str = MACHINE) -> None:
        """Start from an existing table.

        `options`: search options with the target. `run_flags`: flags for IREE's runtime tools. `begun`: name or file of the table
        to extend.
        """
        self.programs: list[TimedProgram] = []
        """Measured programs."""
        self._options = replace(options, min_gain=0.0)
        self._run_flags, self._begun = tuple(run_flags), begun
        self._fitted: tuple[int, dict[Nest, float]] = (0, {})

    def measure(self, path: Path, given: tuple[ProgramFile, Module] | None = None) -> Iterator[TimedProgram]:
        """Measure the input in a file and the programs extracted from it, and yield each. Extracted programs that IREE does not
        run are skipped.

        Args:
            path: the file.
            given: the result of `program_in` for the file.

        Raises:
            InputError, Unsupported, OSError: the file has no program that can be timed.
            IreeError: IREE does not compile or run the input.
        """
        source, module = given or program_in(path)
        whole = source.start == path.stat().st_size  # otherwise IREE would form dispatches without the contents of constants
        with scratch() as folder:
            bench = Bench(module, source.program, Path(folder), self._options.assume_dim, self._run_flags, source)
            seen: set[str] = set()
            for way, form in self._forms(module, source.program, whole, Path(folder)):
                if form.text in seen:
                    continue
                seen.add(form.text)
                try:
                    found = time_program(bench, str(path), way, form.text, form.target(self._options.target))
                except IreeError:
                    if way == INPUT:
                        raise
                    continue
                if found is not None and found.ran:
                    self.programs.append(found)
                    yield found
                elif way == INPUT:
                    raise Unsupported(
                        "it has no dispatch that can be timed" if found else "IREE does not profile all its dispatches"
                    )

    def _forms(self, module: Module, text: str, whole: bool, folder: Path) -> Iterator[tuple[str, ProgramForm]]:
        """Yield the programs to measure, each with the name of its cost model. The caller measures one before the next is extracted."""
        yield INPUT, ProgramForm(module, written=text)
        for name in MODELS:
            yield from self._choices(name, module, text, whole)
        for number in range(ROUNDS):
            measured, known = len(self.programs), folder / f"{number}.json"
            known.write_text(self.text())
            yield from self._choices(f"time:margin=0:machine={known}", module, text, whole)
            if len(self.programs) == measured:
                return

    def _choices(self, cost: str, module: Module, text: str, whole: bool) -> Iterator[tuple[str, ProgramForm]]:
        """Yield the programs that a cost model extracts for the input and, with `whole`, for IREE's program after dispatch
        formation.
        """
        options, name = replace(self._options, cost=cost), cost.partition(":")[0]
        yield from ((name, ProgramForm(made)) for made in choices(module, text, options))
        if whole and (made := rewriting(options)(text, options.target)) is not None:
            yield f"{name}, from IREE's program", ProgramForm(made, phase=DISPATCH_PHASE)

    def text(self) -> str:
        """Return the table as text: the measured times, and, for other computations, the initial table's times multiplied by
        `slowness`.
        """
        flags, known = " ".join((self._options.target.backend, *self._options.target.flags)), table(self._begun).machine
        machine = (
            f"iree-base-compiler {version('iree-base-compiler')}, {flags}, one thread{ADDED_TABLE}{known.split(ADDED_TABLE)[-1]}"
        )
        return text_of(machine, *self._contents())

    def table(self) -> TimingTable:
        constants, rows = self._contents()
        return table_of(rows, constants)

    def slowness(self) -> float:
        """Return the median ratio of this machine's times to the initial table's, over common computations."""
        return slowness(self._mine(), dict(rows_of(self._begun)))

    def _mine(self) -> dict[Nest, float]:
        if len(self.programs) != self._fitted[0]:
            self._fitted = len(self.programs), of_nests(ran for one in self.programs for ran in one.ran)
        return self._fitted[1]

    def _contents(self) -> tuple[dict[str, float], list[tuple[Nest, float]]]:
        mine, slower = self._mine(), self.slowness()
        others = [(nest, slower * seconds) for nest, seconds in rows_of(self._begun) if nest not in mine]
        return {name: slower * seconds for name, seconds in table(self._begun).constants.items()}, [*mine.items(), *others]


def program_in(path: Path) -> tuple[ProgramFile, Module]:
    """Return the program in a file, as text and as a module.

    Raises:
        InputError, Unsupported, OSError: the file contains no program.
    """
    if not path.is_file():
        raise Unsupported("it is no file")
    source = read_source(path)
    return source, read_any(source.program, str(path))


def count_ordered_pairs(programs: Sequence[TimedProgram], known: TimingTable) -> tuple[int, int]:
    """Return two numbers: pairs of programs of the same file with different measured times, and those that the table `known`
    orders correctly.
    """
    pairs = right = 0
    for one, other in combinations(programs, 2):
        fast, slow = sorted((one, other), key=lambda each: each.seconds)
        if one.program == other.program and slow.seconds > (1.0 + DIFFERENT) * fast.seconds:
            pairs += 1
            right += predict_seconds(fast, known) < predict_seconds(slow, known)
    return pairs, right


def predict_seconds(one: TimedProgram, known: TimingTable) -> float:
    """Return the predicted seconds of a program whose computations are all in a table."""
    times = (max(MIN_DISPATCH_SECONDS, ordered_sum(known.seconds(nest) or 0.0 for nest in ran.nests)) for ran in one.ran)
    c = known.constants
    return c["call"] + c["byte"] * one.transient + ordered_sum(c["dispatch"] + seconds for seconds in times)
