"""E-graphs of egglog with a rule family's vocabulary and rules, and limits on a run.

Each thread caches one e-graph for each vocabulary and set of rules, and resets it after use. Limits are checked between
iterations; a running iteration cannot be interrupted.
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
"""Type name of an engine panic, a subclass of BaseException."""
LOAD_PREFIX = "load."
"""Prefix of the names of e-graph tables from which terms are loaded."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of saturation, deterministic except for the safety limit `seconds`.

    Attributes:
        nodes: maximum number of e-nodes after which no further iteration runs.
        iterations: maximum iterations of all rules.
        matches: maximum rule matches, which take about half a microsecond each. Triton's largest kernels have 12 per e-node.
        seconds: CPU seconds.
    """

    nodes: int = 400_000
    iterations: int = 200
    matches: int = 20_000_000
    seconds: float = 120.0


class SaturationFailed(EgraphOptError):
    """Error of the e-graph engine. The caller must leave the program unchanged."""


matched: ContextVar[Counter[str] | None] = ContextVar("matched", default=None)
"""Counter of matches by rule name, if a caller counts them."""
_loading = fork_safety.OwnLock()
_kept = threading.local()
"""Idle e-graphs of this thread (attribute `engines`), by egglog program. An e-graph is bound to its thread."""


def bindings() -> Any:
    """Load egglog's engine without its unused Python DSL, which takes twenty times as long to load."""
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
    """E-graph with a rule family's declarations loaded."""

    def __init__(self, program: str) -> None:
        self.b = bindings()
        self.span = self.b.RustSpan("program", 1, 1)
        self.graph = fork_safety.Native(self.b.EGraph())
        self.known: set[str] = set()
        """Program lines that the e-graph has run."""
        self.declare(program)

    def declare(self, program: str) -> None:
        """Run an egglog program, which must not contain user input."""
        if program not in self.known:
            self.graph.run_program(*self.graph.parse_program(program))
            self.known.add(program)

    def do(self, *rulesets: str) -> list[Any]:
        """Run each ruleset once, in order, and return egglog's reports."""
        step = [self.b.RunSchedule(self.b.Run(self.span, self.b.RunConfig(name, None))) for name in rulesets]
        return [output.report for output in self.graph.run_program(*step)]

    def has(self, *patterns: str) -> bool:
        """Return whether one assignment of the variables matches all patterns, which must not contain user input."""
        program = f"(check {' '.join(patterns)})"
        try:
            self.graph.run_program(*self.graph.parse_program(program))
        except self.b.EggSmolError:
            return False
        return True

    def run(self, limits: Limits, rulesets: Sequence[str], started: float) -> tuple[int, str, str]:
        """Run the rulesets repeatedly until saturation or a limit. Return the number of iterations and, after a limit, its name
        and the rule with the most matches.

        `started`: value of `time.thread_time` from which the limit `seconds` counts.
        """
        matches: dict[str, int] = {}
        total = 0
        for iteration in range(1, limits.iterations + 1):
            reports = self.do(*rulesets)
            *others, matches = [report.num_matches_per_rule for report in reports]
            if (seen := matched.get()) is not None:
                seen.update(matches)
            if not any(report.updated for report in reports):
                return iteration, "", ""
            if time.thread_time() - started > limits.seconds:
                return iteration, "seconds", busiest(matches)
            (sizes,) = self.graph.run_program(self.b.PrintSize(self.span, None))
            if sum(size for name, size in sizes.sizes if not name.startswith(LOAD_PREFIX)) > limits.nodes:
                return iteration, "nodes", busiest(matches)
            total += sum(sum(each.values()) for each in (*others, matches))
            if total > limits.matches:
                return iteration, "matches", busiest(matches)
        return limits.iterations, "iterations", busiest(matches)


def busiest(matches: Mapping[str, int]) -> str:
    return min(matches, key=lambda name: (-matches[name], name), default="")


@contextmanager
def open_engine(program: str, *more: str) -> Iterator[Engine]:
    """Yield an e-graph that has run an egglog program and the lines `more`, for a `with` statement.

    Raises:
        SaturationFailed: egglog failed or panicked, also in the `with` body; or this process is a fork, where egglog would hang.
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
            raise  # not an engine failure: an exit request, or out of memory
        raise SaturationFailed(reason_of(error)) from error
