"""egglog as every family of rules uses it: an e-graph loaded with a family's words and rules, and the limits of a run.

The part that is the same for all programs is done once per thread: an e-graph with a language is kept, and is reset to that state
after each use. One iteration runs per call, so that limits are checked between iterations. A running iteration cannot be
interrupted.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

from egraph_opt.errors import EgraphOptError, reason_of
from egraph_opt.process import fork_safety

PANIC = "PanicException"
"""Type name of a panic of the engine. It is a BaseException, like a request to end the process."""
LOAD_PREFIX = "load."
"""Prefix of the names of tables that serve loading alone."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of saturation. All but `seconds`, a stop for safety, act the same on every machine.

    Attributes:
        nodes: e-nodes; the iteration that passes this number is the last one.
        iterations: iterations of all rules.
        matches: matches of rules, of about half a microsecond each. Triton's largest kernels have 12 for each node. More mean
            rules that find the same again.
        seconds: seconds of CPU time.
    """

    nodes: int = 400_000
    iterations: int = 200
    matches: int = 20_000_000
    seconds: float = 120.0


class SaturationFailed(EgraphOptError):
    """The e-graph engine failed. The caller must leave the program unchanged."""


matched: ContextVar[Counter[str] | None] = ContextVar("matched", default=None)
"""Number of matches of each rule, by name, while a caller counts them."""
_loading = fork_safety.OwnLock()
_kept = threading.local()
"""Attribute `engines`: idle engines of this thread, by program. An egglog engine is bound to the thread that made it."""


def bindings() -> Any:
    """Load egglog's engine alone. Its language for Python, which this package does not use, takes twenty times as long to load."""
    with _loading():
        if "egglog.bindings" not in sys.modules:
            package = find_spec("egglog")
            spec = PathFinder.find_spec("egglog.bindings", package.submodule_search_locations) if package else None
            if spec is None or spec.loader is None:
                raise ImportError("egglog has no module of bindings")
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules["egglog.bindings"] = module
        return sys.modules["egglog.bindings"]


class Engine:
    """E-graph that has run the program of a language. The program consists of the package's own words and rules."""

    def __init__(self, program: str) -> None:
        self.b = bindings()
        self.span = self.b.RustSpan("program", 1, 1)
        self.graph = fork_safety.Native(self.b.EGraph())
        self.known: set[str] = set()
        """Lines that the e-graph has run."""
        self.declare(program)

    def declare(self, program: str) -> None:
        """Run the text of a program once. Nothing in the text may come from outside."""
        if program not in self.known:
            self.graph.run_program(*self.graph.parse_program(program))
            self.known.add(program)

    def do(self, *rulesets: str) -> list[Any]:
        """Run rule sets once, one after the other, and return egglog's report on each."""
        step = [self.b.RunSchedule(self.b.Run(self.span, self.b.RunConfig(name, None))) for name in rulesets]
        return [output.report for output in self.graph.run_program(*step)]

    def has(self, *patterns: str) -> bool:
        """Return whether the e-graph has terms and facts like all of some patterns, which consist of words
        of rules alone, never of a program's text."""
        program = f"(check {' '.join(patterns)})"
        try:
            self.graph.run_program(*self.graph.parse_program(program))
        except self.b.EggSmolError:
            return False
        return True

    def run(self, limits: Limits, rulesets: Sequence[str], started: float) -> tuple[int, str, str]:
        """Run rule sets in turns until they find nothing new. Return the iterations, the limit met or an empty string, and the
        busiest rule then.

        `started`: the value of `time.thread_time` from which seconds count.
        """
        matches: dict[str, int] = {}
        total = 0
        for iteration in range(1, limits.iterations + 1):
            reports = self.do(*rulesets)
            if (seen := matched.get()) is not None:
                seen.update(reports[-1].num_matches_per_rule)
            if not any(report.updated for report in reports):
                return iteration, "", ""
            matches = reports[-1].num_matches_per_rule
            if time.thread_time() - started > limits.seconds:
                return iteration, "seconds", busiest(matches)
            (sizes,) = self.graph.run_program(self.b.PrintSize(self.span, None))
            if sum(size for name, size in sizes.sizes if not name.startswith(LOAD_PREFIX)) > limits.nodes:
                return iteration, "nodes", busiest(matches)
            total += sum(sum(report.num_matches_per_rule.values()) for report in reports)
            if total > limits.matches:
                return iteration, "matches", busiest(matches)
        return limits.iterations, "iterations", busiest(matches)


def busiest(matches: Mapping[str, int]) -> str:
    """Return the rule that matched most often; of several, the first by name."""
    return min(matches, key=lambda name: (-matches[name], name), default="")


@contextmanager
def open_engine(program: str, *more: str) -> Iterator[Engine]:
    """Yield an e-graph that has run a program and `more` lines, for the duration of a `with` statement.

    Raises:
        SaturationFailed: egglog failed or panicked, here or in the body of the `with` statement, or it would hang in this
            process.
    """
    if fork_safety.is_forked():
        raise SaturationFailed("a forked process cannot use an engine that its parent has used")
    engines = _kept.__dict__.setdefault("engines", {})
    engine: Engine | None = None
    try:
        engine = engines.pop(program, None) or Engine(program)
        for line in more:
            engine.declare(line)
        engine.graph.run_program(engine.b.Push(1))
        yield engine
        engine.graph.run_program(engine.b.Pop(engine.span, 1))
        engines[program] = engine
    except BaseException as error:
        if engine is not None:
            engine.graph.drop()
        if isinstance(error, MemoryError) or not (isinstance(error, Exception) or type(error).__name__ == PANIC):
            raise  # not a failure of the engine: the process is asked to end, or is out of memory
        raise SaturationFailed(reason_of(error)) from error
