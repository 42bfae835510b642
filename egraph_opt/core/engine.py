"""egglog as every family of rules uses it: how a program enters, how rules are lowered, and how far they are run.

A program enters as command objects that hold numbers only: text of programs would be both slower and unsafe, since egglog's language
can run code. One iteration runs per call, so that limits are checked between iterations: a running one cannot be interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from egraph_opt.process import fork

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule

CHUNK = 400
"""Actions per loading rule: one huge rule is quadratic, single commands cost twice as much."""
LOOKUPS = 40
"""Earlier terms that one loading rule may mention: each is a premise, and planning a join grows faster than its premises."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Say when saturation stops. Nodes and iterations are the same on every machine; seconds are a stop for safety.

    Attributes:
        nodes: e-nodes; the iteration that passes this number is the last one.
        iterations: iterations of all rules.
        seconds: seconds of processor time.
    """

    nodes: int = 400_000
    iterations: int = 200
    seconds: float = 120.0


class SaturationFailed(Exception):
    """The e-graph engine failed; the program is to be left as it is."""


@contextmanager
def opened() -> Iterator[tuple[Any, Any]]:
    """A new e-graph, and egglog's bindings.

    Raises:
        SaturationFailed: egglog failed or panicked, here or in what is done with the e-graph, or would hang in this process.
    """
    if fork.inherited():
        raise SaturationFailed("a forked process cannot use an engine that its parent has used")
    from egglog import bindings

    try:
        with fork.Native(bindings.EGraph()) as graph:
            yield graph, bindings
    except BaseException as error:  # Rust panics arrive as BaseException
        if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
            raise
        raise SaturationFailed(f"{type(error).__name__}: {error}") from error


def rewrites(rules: Iterable[Rule]) -> list[str]:
    """The rule set `rules` with some rules, as lines of an egglog program: from our own objects alone."""
    from egraph_opt.core.rule import expression

    lines = ["(ruleset rules)"]
    for rule in rules:
        when = " ".join(map(expression, rule.conditions))
        lines.append(f"(rewrite {expression(rule.before)} {expression(rule.after)} :when ({when}) :ruleset rules)")
    return lines


def run(graph: Any, bindings: Any, limits: Limits, rulesets: Sequence[str], started: float | None = None) -> tuple[int, str]:
    """Run rule sets in turns until nothing new is found: iterations, and the limit that was met or nothing.

    `started`: the value of `time.thread_time` from which seconds count, now where it is not given.
    """
    span = bindings.RustSpan("run", 1, 1)
    step = [bindings.RunSchedule(bindings.Run(span, bindings.RunConfig(name, None))) for name in rulesets]
    started = time.thread_time() if started is None else started
    for iteration in range(1, limits.iterations + 1):
        reports = graph.run_program(*step)
        if not any(output.report.updated for output in reports):
            return iteration, ""
        if time.thread_time() - started > limits.seconds:
            return iteration, "seconds"
        (sizes,) = graph.run_program(bindings.PrintSize(span, None))
        if sum(size for _, size in sizes.sizes) > limits.nodes:
            return iteration, "nodes"
    return limits.iterations, "iterations"


class Loader:
    """Collects actions into rules without a premise, of `CHUNK` terms each; later chunks look earlier terms up by number.

    `kinds` say of each argument whether it is a number (`i`) or the number of a term.
    """

    def __init__(self, graph: Any, bindings: Any, span: Any) -> None:
        self.graph, self.b, self.span = graph, bindings, span
        self.actions: list[Any] = []
        self.premises: dict[int, Any] = {}
        self.here: dict[int, str] = {}
        self.tables: dict[int, str] = {}
        self.chunks = 0

    def number(self, value: int) -> Any:
        return self.b.Lit(self.span, self.b.Int(value))

    def ref(self, number: int) -> Any:
        name = self.here.get(number)
        if name is None:
            name = f"t{number}"
            call = self.b.Call(self.span, self.tables[number], [self.number(number)])
            self.premises[number] = self.b.Eq(self.span, self.b.Var(self.span, name), call)
            self.here[number] = name
        return self.b.Var(self.span, name)

    def call(self, symbol: str, kinds: str, arguments: Sequence[int]) -> Any:
        parts = [self.number(a) if kind == "i" else self.ref(a) for a, kind in zip(arguments, kinds, strict=True)]
        return self.b.Call(self.span, symbol, parts)

    def term(self, number: int, symbol: str, kinds: str, arguments: Sequence[int], table: str) -> None:
        """A term, which the function `table` finds again by its number."""
        call, name = self.call(symbol, kinds, arguments), f"t{number}"
        self.tables[number], self.here[number] = table, name
        self.actions.append(self.b.Let(self.span, name, call))
        self.actions.append(self.b.Set(self.span, table, [self.number(number)], self.b.Var(self.span, name)))
        self.flush_full()

    def row(self, relation: str, kinds: str, arguments: Sequence[int]) -> None:
        self.actions.append(self.b.Expr_(self.span, self.call(relation, kinds, arguments)))
        self.flush_full()

    def union(self, left: int, right: int) -> None:
        self.actions.append(self.b.Union(self.span, self.ref(left), self.ref(right)))
        self.flush_full()

    def flush_full(self) -> None:
        if len(self.actions) >= CHUNK or len(self.premises) >= LOOKUPS:
            self.flush()

    def flush(self) -> None:
        if not self.actions:
            return
        name = f"load{self.chunks}"
        self.chunks += 1
        rule = self.b.Rule(self.span, self.actions, list(self.premises.values()), name, name)
        run = self.b.RunSchedule(self.b.Run(self.span, self.b.RunConfig(name, None)))
        self.graph.run_program(self.b.AddRuleset(self.span, name), self.b.RuleCommand(rule), run)
        self.actions, self.premises, self.here = [], {}, {}
