"""A run over a corpus: what is there, what is known already, what is left to do, and a record of each function as it is done."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol

from egraph_opt.fleet.gather import Gather
from egraph_opt.fleet.local import Answer, Task
from egraph_opt.fleet.records.programs import Programs
from egraph_opt.fleet.records.progress import Progress
from egraph_opt.fleet.records.record import Name, Outcome, name_of
from egraph_opt.fleet.records.results import Results
from egraph_opt.fleet.records.store import Store
from egraph_opt.fleet.records.tally import Tally
from egraph_opt.fleet.unit import Unit
from egraph_opt.fleet.work import Done, Piece

_PLACE = re.compile(r":(\d+):")


class Workers(Protocol):
    """Who works on functions: children on this machine, or a cluster."""

    def answers(self, tasks: Iterator[Task]) -> Iterator[Answer]:
        """Yield what becomes of tasks, as they are done. Closing it ends what is under way."""
        ...


@dataclass
class Plan:
    """What a corpus holds: each function's name once, with its key.

    Attributes:
        names: the functions.
        repeated: keys that several of them have.
        pieces: how many functions each file has.
    """

    names: dict[Name, str] = field(default_factory=dict)
    repeated: set[str] = field(default_factory=set)
    pieces: Counter[str] = field(default_factory=Counter)


def plan(gather: Gather) -> Plan:
    """Return what a corpus holds. Raises CorpusError."""
    found, seen = Plan(), set[str]()
    for unit in gather():
        if unit.name not in found.names:
            found.names[unit.name] = unit.key
            found.pieces[unit.source] += 1
            (found.repeated if unit.key in seen else seen).add(unit.key)
    return found


class Run:
    """One run. `sink` takes each record; `results` is what was done before, if there is a file.

    Args:
        gather: goes through the corpus.
        planned: what is in it.
        workers: who works on functions.
        store: results of earlier runs.
        results: the file that the run goes on with.
        sink: takes each record as it is made. Raises OSError where it cannot be written.
        programs: writes the programs that are made, where they are wanted.
    """

    def __init__(
        self, gather: Gather, planned: Plan, workers: Workers, store: Store, results: Results | None,
        sink: Callable[[dict[str, Any]], None], programs: Programs | None = None,
    ) -> None:  # fmt: skip
        self.gather, self.plan, self.workers, self.store, self.sink = gather, planned, workers, store, sink
        self.programs = programs
        self.tally = Tally()
        self._before: set[Name] = set()
        self._settled: dict[str, tuple[_Origin | None, Outcome]] = {}
        """Outcomes under keys that several functions have."""
        self._waiting: dict[str, list[_Origin]] = {}
        """Under the key of each function that is worked on, others of this key."""
        self._lock = threading.Lock()
        for record in results or ():
            self._before.add(name_of(record))
            self.tally.add(record, fresh=False)
            if record["key"] in planned.repeated and record["verdict"] != "failed" and programs is None:
                outcome = Outcome(*(record[each] for each in ("verdict", "reason", "costs", "result")))
                self._settled[record["key"]] = None, outcome
        self.before, self.total = len(self._before), len(self._before | planned.names.keys())

    def go(self, progress: Progress) -> None:
        """Do what is left to do. Raises CorpusError, OSError, and what workers raise; what was done until then is recorded."""
        self._origins: dict[int, _Origin] = {}
        with progress, closing(self.workers.answers(self._tasks())) as answers:  # type: ignore[type-var]
            for number, done in answers:
                self._finish(self._origins.pop(number), done)
                progress.update(self.tally)

    def _tasks(self) -> Iterator[Task]:
        """What is left, in the order of the corpus. Workers take it from other threads."""
        seen = set(self._before)
        for number, unit in enumerate(self.gather()):
            if unit.name in seen:
                continue
            seen.add(unit.name)
            origin = _Origin(unit.name, unit.key, len(unit.text) - len(unit.text.lstrip("\n")))
            if self.plan.names.get(unit.name) != unit.key:
                yield from self._known(
                    number, origin, Outcome("failed", f"{unit.source}: error: it changed during the run", keep=False)
                )
            elif unit.wrong:
                yield from self._known(number, origin, Outcome("failed", unit.wrong, keep=False))
            elif (task := self._next(origin, unit)) is not None:
                self._origins[number] = origin
                yield number, task

    def _known(self, number: int, origin: _Origin, outcome: Outcome) -> Iterator[Task]:
        self._origins[number] = origin
        yield number, Done(outcome, 0.0, 0.0, 0)

    def _next(self, origin: _Origin, unit: Unit) -> Piece | Done | None:
        """What is to be done for a function; None where another one of its key is worked on."""
        with self._lock:
            if (waiting := self._waiting.get(unit.key)) is not None:
                waiting.append(origin)
                return None
            if settled := self._settled.get(unit.key):
                origin.origin = "duplicate"
                return Done(_renamed(*settled, origin), 0.0, 0.0, 0)
            if kept := self.store.get(unit.key):
                origin.origin = "kept"
                return Done(kept, 0.0, 0.0, 0)
            self._waiting[unit.key] = []
        return Piece(unit.source, unit.function, unit.text, unit.other)

    def _finish(self, origin: _Origin, done: Done) -> None:
        """Record a function, and those that waited for it."""
        if origin.origin == "computed":
            self.store.put(origin.key, done.outcome)
        with self._lock:
            waiting = self._waiting.pop(origin.key, [])
            if origin.key in self.plan.repeated:
                self._settled.setdefault(origin.key, (origin, done.outcome))
        self._record(origin, done)
        for other in waiting:
            other.origin = "duplicate"
            self._record(other, Done(_renamed(origin, done.outcome, other), 0.0, 0.0, 0))

    def _record(self, origin: _Origin, done: Done) -> None:
        outcome, (source, module, function) = done.outcome, origin.name
        record: dict[str, Any] = {
            "record": "function", "source": source, "module": module, "function": function, "key": origin.key,
            "verdict": outcome.verdict, "reason": outcome.reason, "costs": outcome.costs, "result": outcome.result,
            "meta": {"origin": origin.origin, "cpu": done.cpu, "wall": done.wall, "attempts": done.attempts},
        }  # fmt: skip
        if outcome.stages:
            record["meta"]["stages"] = outcome.stages
        if self.programs is not None and outcome.text is not None:
            record["program"] = self.programs.write(origin.name, self.plan.pieces[source] > 1, outcome.text)
        self.sink(record)
        self.tally.add(record, fresh=True)


@dataclass
class _Origin:
    """Where a function that is worked on comes from."""

    name: Name
    key: str
    above: int
    """Lines of its file above its module."""
    origin: str = "computed"


def _renamed(of: _Origin | None, outcome: Outcome, other: _Origin) -> Outcome:
    """The outcome of a function, which may name a place in its file, for an equal function of another file."""
    mine = f"{of.name[0]}:" if of else ""
    if of is None or outcome.verdict != "failed" or not outcome.reason.startswith(mine):
        return outcome
    rest = outcome.reason.removeprefix(of.name[0])
    place = _PLACE.match(rest)
    if place:
        rest = f":{int(place[1]) - of.above + other.above}:" + rest[place.end() :]
    return Outcome(outcome.verdict, other.name[0] + rest, outcome.costs, outcome.result, outcome.keep)
