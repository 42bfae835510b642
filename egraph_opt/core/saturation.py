"""Loading, saturation and read-back of an e-graph. Terms and facts are rows of numbers.

egglog loads the rows from in-memory files, and a generated rule for each symbol builds its terms. All terms get their e-classes
first, so that the order of symbols does not matter.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import count
from operator import getitem
from typing import Any

from egraph_opt.core.engine import LOAD_PREFIX, Engine, Limits, open_engine
from egraph_opt.core.rule import Rule
from egraph_opt.core.rule_usage import matches
from egraph_opt.core.vocabulary import Fact, Term, Vocabulary, Word

Key = tuple[str | int, ...]
"""Term to load: a symbol, and for each argument the number of a term or a number itself."""
Arguments = tuple[int, ...]
Row = tuple[Arguments, int]
"""E-node that was read back: its arguments (e-classes or numbers), and its e-class."""


@dataclass(frozen=True, eq=False)
class Language:
    """Input of an e-graph: a vocabulary, rules, and further egglog directives."""

    vocabulary: Vocabulary
    rules: tuple[Rule, ...]
    search: str = ""

    @cached_property
    def rulesets(self) -> tuple[str, ...]:
        return ("search", "rules") if self.search else ("rules",)

    @cached_property
    def program(self) -> str:
        """Return the egglog program that declares the vocabulary and the rules."""
        lines = [*self.vocabulary.declarations(), f"(ruleset {LOAD_PREFIX}names)", f"(ruleset {LOAD_PREFIX}words)"]
        for sort in self.vocabulary.sorts:
            s = sort.__name__
            lines.append(f"(constructor {_term(sort)} (i64) {s}) (relation {LOAD_PREFIX}{s} (i64))")
            lines.append(f"(rule (({LOAD_PREFIX}{s} n)) (({_term(sort)} n)) :ruleset {LOAD_PREFIX}names)")
        lines += ["(ruleset search)", self.search, "(ruleset rules)", *(rule.egglog_text for rule in self.rules)]
        return "\n".join(lines)


@cache
def add_rules(language: Language, own: tuple[Rule, ...]) -> Language:
    return replace(language, rules=(*language.rules, *own)) if own else language


@cache
def first_try(language: Language) -> Language:
    """Return the input of an e-graph without the rules that are only for a second search."""
    rules = tuple(rule for rule in language.rules if not rule.second)
    return language if len(rules) == len(language.rules) else replace(language, rules=rules)


@cache
def loads(word: Word[Any, Any]) -> str:
    """Return the egglog rule that makes the terms or facts of one symbol or condition from rows of numbers."""
    variables = [f"a{i}" for i in range(len(word.sorts))]
    terms = [(a, sort) for a, sort, is_term in zip(variables, word.sorts, word.terms, strict=True) if is_term]
    parts = " ".join(f"(= .{a} ({_term(sort)} {a}))" for a, sort in terms)
    made = f"({' '.join([word.name, *(f'.{a}' if t else a for a, t in zip(variables, word.terms, strict=True))])})"
    if not issubclass(word.sort, Fact):
        parts, made, variables = f"(= .n ({_term(word.sort)} n)) {parts}", f"(union .n {made})", ["n", *variables]
    return _load(word.name, variables, parts, made)


def unites(sort: type[Term]) -> str:
    """Return the egglog lines that union pairs of equal terms of a sort, given as rows of numbers."""
    parts = f"(= .a ({_term(sort)} a)) (= .b ({_term(sort)} b))"
    return _load(f"union.{sort.__name__}", ["a", "b"], parts, "(union .a .b)")


def _term(sort: type[Term]) -> str:
    return f"term.{sort.__name__}"


def _load(table: str, variables: Sequence[str], parts: str, action: str) -> str:
    row = f"({LOAD_PREFIX}{table} {' '.join(variables)})"
    table = f"(relation {LOAD_PREFIX}{table} ({' '.join(['i64'] * len(variables))}))"
    return f"{table} (rule ({row} {parts}) ({action}) :ruleset {LOAD_PREFIX}words)"


@dataclass(frozen=True, slots=True)
class SaturatedTerms:
    """Contents of a saturated e-graph, with numbered e-classes."""

    rows: dict[str, list[Row]]
    facts: dict[str, list[Arguments]]
    """Arguments of the facts that hold, by name of the fact."""
    classes: dict[int, int]
    """E-class of each loaded term."""
    iterations: int
    stopped_by: str
    busiest: str
    """Rule with the most matches if a limit was reached."""
    terms_in: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    """Whether each argument of a symbol is an e-class rather than a number, by symbol."""

    def dump_text(self) -> str:
        """Return every e-node by e-class, and the e-class of each loaded term, as text."""
        nodes = sorted((c, (symbol, *arguments)) for symbol, rows in self.rows.items() for arguments, c in rows)
        ended = f", stopped by {self.stopped_by} ({self.busiest})" if self.stopped_by else ""
        classes = "".join(f"term {term} is in class {c}\n" for term, c in self.classes.items())
        return f"; {self.iterations} iteration{'s' * (self.iterations != 1)}{ended}\n{format_terms(nodes)}{classes}"


def format_terms(terms: Iterable[tuple[object, Iterable[object]]]) -> str:
    """Format numbered terms or e-nodes as lines such as `12 = (convert_layout 3 5)`."""
    return "".join(f"{number} = ({' '.join(map(str, term))})\n" for number, term in terms)


def format_facts(facts: Iterable[tuple[str, Arguments]]) -> str:
    """Format facts as lines such as `fits(3)`."""
    return "".join(f"{name}({', '.join(map(str, row))})\n" for name, row in facts)


def saturate(
    language: Language,
    terms: Iterable[tuple[int, Key]],
    facts: Iterable[tuple[str, Arguments]],
    unions: Iterable[tuple[int, int]],
    limits: Limits,
    read: Collection[str] = (),
    started: float | None = None,
) -> SaturatedTerms:
    """Load terms, facts and equalities, run the rules until saturation or a limit, and read the e-graph back.

    Each term follows its arguments. `read`: names of the symbols and facts to read back. The time limit counts from `started`, a
    value of `time.thread_time`.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    started = time.thread_time() if started is None else started
    words = language.vocabulary.words
    tables: dict[str, list[Arguments]] = {}
    sorts: dict[int, type[Term]] = {}
    for number, (symbol, *arguments) in terms:
        tables.setdefault(str(symbol), []).append((number, *arguments))  # type: ignore[arg-type]
        sorts[number] = words[str(symbol)].sort
    for name, row in facts:
        tables.setdefault(name, []).append(row)
    lines = [loads(words[name]) for name in tables]
    for number, sort in sorts.items():
        tables.setdefault(sort.__name__, []).append((number,))
    for left, right in unions:
        sort = sorts[left]
        lines.append(unites(sort))
        tables.setdefault(f"union.{sort.__name__}", []).append((left, right))
    with open_engine(language.program, *lines) as engine:
        _load_tables(engine, tables)
        found = engine.run(limits, language.rulesets, started)
        if (seen := matches.get()) is not None:
            seen.look(engine, language.rules)
        return _read(engine, language.vocabulary, read, found)


def _load_tables(engine: Engine, tables: Mapping[str, Sequence[Arguments]]) -> None:
    with ExitStack() as files:
        commands = []
        for name, rows in tables.items():
            line = "\t".join(["%d"] * len(rows[0])) + "\n"
            path = files.enter_context(_file("".join([line % row for row in rows])))
            commands.append(engine.b.Input(engine.span, LOAD_PREFIX + name, path))
        engine.graph.run_program(*commands)
    engine.do(f"{LOAD_PREFIX}names", f"{LOAD_PREFIX}words")


@contextmanager
def _file(text: str) -> Iterator[str]:
    """Yield the path of a file with the given text, in memory if the system supports it."""
    if hasattr(os, "memfd_create") and os.path.isdir("/proc/self/fd"):
        with open(os.memfd_create("rows"), "wb", buffering=0) as file:
            file.write(text.encode())
            yield f"/proc/self/fd/{file.fileno()}"
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows")
            with open(path, "w") as file:
                file.write(text)
            yield path


class _EngineNumbers(dict[Any, int]):
    """Memo from egglog's values, such as e-classes, to integers."""

    def __init__(self, number: Callable[[Any], int]) -> None:
        self.number = number

    def __missing__(self, value: Any) -> int:
        self[value] = found = self.number(value)
        return found


def _read(engine: Engine, vocabulary: Vocabulary, read: Collection[str], found: tuple[int, str, str]) -> SaturatedTerms:
    tables = engine.graph.freeze().functions
    fresh = count()
    numbers = _EngineNumbers(engine.graph.value_to_i64)
    classes = {sort: _EngineNumbers(lambda _: next(fresh)) for sort in vocabulary.sorts}

    def arguments(word: Word[Any, Any]) -> list[_EngineNumbers]:
        return [classes[sort] if is_term else numbers for sort, is_term in zip(word.sorts, word.terms, strict=True)]

    known = {numbers[row.inputs[0]]: classes[sort][row.output] for sort in vocabulary.sorts for row in tables[_term(sort)].rows}
    rows: dict[str, list[Row]] = {}
    facts: dict[str, list[Arguments]] = {}
    for word in map(vocabulary.words.__getitem__, read):
        inputs, table = arguments(word), tables[word.name].rows
        if issubclass(word.sort, Fact):
            facts[word.name] = [tuple(map(getitem, inputs, row.inputs)) for row in table]
        else:
            of_output = classes[word.sort]
            rows[word.name] = [(tuple(map(getitem, inputs, row.inputs)), of_output[row.output]) for row in table]
    return SaturatedTerms(rows, facts, known, *found, {name: tuple(vocabulary.words[name].terms) for name in rows})
