"""Run over a corpus: reuses known results, processes the other functions, and records each function when it is done."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol

from egraph_opt.apps.fleet.corpus_functions import Gather
from egraph_opt.apps.fleet.function_task import Unit
from egraph_opt.apps.fleet.records.content_key import content_key, key
from egraph_opt.apps.fleet.records.line_format import UNREADABLE, FunctionOutcome, Name, name_of, unreadable
from egraph_opt.apps.fleet.records.output_programs import Programs
from egraph_opt.apps.fleet.records.progress import Progress
from egraph_opt.apps.fleet.records.result_cache import Store
from egraph_opt.apps.fleet.records.results import Results
from egraph_opt.apps.fleet.records.tally import Tally
from egraph_opt.apps.fleet.task_runner import Piece, TaskOutcome
from egraph_opt.apps.fleet.thread_executor import Answer, Task

_PLACE = re.compile(r":(\d+):")
CHANGED, MISSING, LIMITS, GONE = "changed", "missing", "limits", "gone"
"""Reasons why a record of an earlier run cannot be reused: a changed function, a missing output program, other limits, or a
function that no longer exists.
"""


class FunctionWorkers(Protocol):
    """Interface of whatever executes tasks: child processes on this machine, or a Dask cluster."""

    def answers(self, tasks: Iterator[Task]) -> Iterator[Answer]:
        """Run the tasks, and yield each task's index and outcome in order of completion. Closing the iterator cancels the work in
        progress.
        """
        ...


@dataclass
class CorpusPlan:
    """Functions of a corpus with their keys.

    Attributes:
        names: content key of each function, by source, module and function.
        repeated: content keys that several functions share.
        pieces: number of functions in each file.
    """

    names: dict[Name, str] = field(default_factory=dict)
    repeated: set[str] = field(default_factory=set)
    pieces: Counter[str] = field(default_factory=Counter)


def plan(gather: Gather) -> CorpusPlan:
    found, seen = CorpusPlan(), set[str]()
    for unit in gather():
        if unit.name not in found.names:
            found.names[unit.name] = unit.key
            found.pieces[unit.source] += 1
            (found.repeated if unit.key in seen else seen).add(unit.key)
    return found


class CorpusRun:
    """Run over a corpus.

    Args:
        gather: returns an iterator over the corpus.
        planned: functions of the corpus.
        workers: workers on functions.
        store: cache of results.
        results: results file, or None. Functions with a valid record in the file are skipped; stale records are removed.
        sink: writes each record. Raises OSError.
        programs: writer of the output programs, or None.
        limits: time limit in seconds and memory limit in bytes of a function. A function that failed under other limits is processed again.

    Raises:
        RecordError, OSError: the results file cannot be read or written.
    """

    def __init__(
        self, gather: Gather, planned: CorpusPlan, workers: FunctionWorkers, store: Store, results: Results | None,
        sink: Callable[[dict[str, Any]], None], programs: Programs | None = None, limits: tuple[float, int] = (0.0, 0),
    ) -> None:  # fmt: skip
        self.gather, self.plan, self.workers, self.store, self.sink = gather, planned, workers, store, sink
        self.programs, self.limits = programs, limits
        self.tally = Tally()
        self.stale = Counter[str]()
        """Counts of stale records by reason."""
        self.unproved = 0
        """Number of cached programs that could not be proved equal."""
        self._before: set[Name] = set()
        self._settled: dict[str, tuple[_Origin | None, FunctionOutcome]] = {}
        """Outcomes for keys that several functions share."""
        self._waiting: dict[str, list[_Origin]] = {}
        """Functions that equal a function in progress, by content key."""
        self._lock = threading.Lock()
        for record in results or ():
            self.stale.update(filter(None, [self._stale(record)]))
        if results is not None and self.stale:
            results.drop(lambda record: bool(self._stale(record)))
        for record in results or ():
            self._before.add(name_of(record))
            self.tally.add(record, fresh=False)
            if record["key"] in planned.repeated and record["verdict"] != "failed" and programs is None:
                outcome = FunctionOutcome(*(record[each] for each in ("verdict", "reason", "costs", "result")))
                self._settled[record["key"]] = None, outcome
        self.before, self.total = len(self._before), len(self._before | planned.names.keys())

    def _stale(self, record: dict[str, Any]) -> str:
        """Return why a record of an earlier run cannot be reused; empty if it can, or if its file is not in this run."""
        name = name_of(record)
        if name not in self.plan.names:
            return GONE if name[0] in self.plan.pieces else ""
        if record["key"] != self.plan.names[name]:
            return CHANGED
        if self.programs is not None:
            content = record["result"].get("text")
            if content and not self.programs.has(name, self.plan.pieces[name[0]] > 1, content):
                return MISSING
        if record["verdict"] == "failed" and record["meta"].get("limits", [*self.limits]) != [*self.limits]:
            return LIMITS
        return ""

    def go(self, progress: Progress) -> None:
        """Process the functions without a record. Raises CorpusError, OSError, and errors of workers; finished functions are recorded."""
        self._origins: dict[int, _Origin] = {}
        with progress, closing(self.workers.answers(self._tasks())) as answers:  # type: ignore[type-var]
            for number, done in answers:
                self._finish(self._origins.pop(number), done)
                progress.update(self.tally)

    def _tasks(self) -> Iterator[Task]:
        seen = set(self._before)
        for number, unit in enumerate(self.gather()):
            if unit.name in seen:
                continue
            seen.add(unit.name)
            text = unit.text.lstrip("\n")
            origin = _Origin(unit.name, unit.key, len(unit.text) - len(text))
            if self.programs and (unit.data is not None or not unit.wrong):
                whole = unit.text if self.plan.pieces[unit.source] == 1 else text
                origin.program = whole if unit.data is None else unit.data
            if self.plan.names.get(unit.name) != unit.key:
                origin.key = key(unit.key, "changed")  # so that a resumed run processes it
                changed = FunctionOutcome("failed", f"{unit.source}: error: it changed during the run", keep=False)
                yield from self._known_tasks(number, origin, changed)
            elif unit.wrong:
                yield from self._known_tasks(number, origin, unreadable(unit.wrong))
            elif (task := self._next_piece(origin, unit)) is not None:
                self._origins[number] = origin
                yield number, task

    def _known_tasks(self, number: int, origin: _Origin, outcome: FunctionOutcome) -> Iterator[Task]:
        self._origins[number] = origin
        yield number, TaskOutcome(outcome, 0.0, 0.0, 0)

    def _next_piece(self, origin: _Origin, unit: Unit) -> Piece | TaskOutcome | None:
        """Return the task for a function, or its known outcome; None if an equal function is in progress."""
        with self._lock:
            if (waiting := self._waiting.get(unit.key)) is not None:
                waiting.append(origin)
                return None
            if settled := self._settled.get(unit.key):
                origin.origin = "duplicate"
                return TaskOutcome(_rename_outcome(*settled, origin), 0.0, 0.0, 0)
            kept = self.store.get(unit.key)
            if kept and self.programs is None:
                return TaskOutcome(kept, 0.0, 0.0, 0, kept=True)
            origin.asked = kept is not None
            self._waiting[unit.key] = []
        return Piece(unit.source, unit.function, unit.text, unit.other, kept)

    def _finish(self, origin: _Origin, done: TaskOutcome) -> None:
        if done.kept:
            origin.origin = "kept"
        if origin.origin == "computed":
            self.unproved += origin.asked
            self.store.put(origin.key, done.outcome)
        with self._lock:
            waiting = self._waiting.pop(origin.key, [])
            if origin.key in self.plan.repeated:
                self._settled.setdefault(origin.key, (origin, done.outcome))
        self._record(origin, done)
        for other in waiting:
            other.origin = "duplicate"
            self._record(other, TaskOutcome(_rename_outcome(origin, done.outcome, other), 0.0, 0.0, 0))

    def _record(self, origin: _Origin, done: TaskOutcome) -> None:
        outcome, (source, module, function) = done.outcome, origin.name
        record: dict[str, Any] = {
            "record": "function", "source": source, "module": module, "function": function, "key": origin.key,
            "verdict": outcome.verdict, "reason": outcome.reason, "costs": outcome.costs, "result": outcome.result,
            "meta": {"origin": origin.origin, "cpu": done.cpu, "wall": done.wall, "attempts": done.attempts},
        }  # fmt: skip
        if outcome.stages:
            record["meta"]["stages"] = outcome.stages
        if outcome.verdict == "failed" and not outcome.result.get(UNREADABLE):
            record["meta"]["limits"] = [*self.limits]
        program = origin.program if outcome.text is None else outcome.text  # on failure, the input is written
        if self.programs is not None and program is not None:
            record["program"] = self.programs.write(origin.name, self.plan.pieces[source] > 1, program)
            record["result"] = {**outcome.result, "text": content_key(program)}
        self.sink(record)
        self.tally.add(record, fresh=True)


@dataclass
class _Origin:
    """Function in progress: its identifier, its content key, its line in the file, and how its outcome is obtained (`origin`)."""

    name: Name
    key: str
    above: int
    """Number of lines of the file that precede the function's module."""
    origin: str = "computed"
    program: str | bytes | None = None
    """Input program, if the run writes programs."""
    asked: bool = False
    """Whether a child process must prove the program of the cached outcome equal before it is used."""


def _rename_outcome(of: _Origin | None, outcome: FunctionOutcome, other: _Origin) -> FunctionOutcome:
    """Return the outcome of a function as the outcome of one with the same text in another file, with adapted line numbers."""
    mine = f"{of.name[0]}:" if of else ""
    if of is None or outcome.verdict != "failed" or not outcome.reason.startswith(mine):
        return outcome
    rest = outcome.reason.removeprefix(of.name[0])
    place = _PLACE.match(rest)
    if place:
        rest = f":{int(place[1]) - of.above + other.above}:" + rest[place.end() :]
    return FunctionOutcome(outcome.verdict, other.name[0] + rest, outcome.costs, outcome.result, outcome.keep)
