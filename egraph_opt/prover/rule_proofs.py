"""Report of `egraph-opt prove` on each rule: the proof, whether each condition is needed, and the solver's time.

Reports are cached (`proof_cache`), except in tests and with `--fresh`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.prover import NoAnswer, Refused, Unsound, prove
from egraph_opt.prover.proof_cache import load, path_of, save

HEAD = """# Every rule, and how it is proved
Made by `egraph-opt prove --table`, which proves each rule, finds its conditions satisfiable, and refutes it without each of them, but
for the guides, which only keep the search small. `ms` is the proof's time on one machine."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a rule. The rule is false without a condition that is `needed`. Other conditions only limit where it is applied."""

    statement: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Record:
    """Report on one rule. `failure` is empty if the rule is proved; `milliseconds` is the time of the proof, which may be cached."""

    rule: str
    book: str
    statement: str
    conditions: tuple[Condition, ...]
    strength: str
    back_end: str
    milliseconds: float
    failure: str = ""
    cached: bool = False


def record(rule: Rule, book: str, fresh: bool = False) -> Record:
    """Return the report on a rule of the ruleset `book`, from the cache unless `fresh`.

    The rule must be proved. Without any one of its conditions it must be refuted, except for conditions that only limit the search.
    """
    path = path_of("proofs", rule)
    if not fresh and (known := _load(path)) is not None:
        return known
    back_end = import_module(rule.vocabulary.prover).BACK_END
    statement = f"{rule.before} = {rule.after}"
    try:
        proof = prove(rule)
        conditions = tuple(Condition(str(c), _is_needed(rule, c)) for c in rule.conditions)
    except Refused as error:
        unknown = tuple(Condition(str(c), False) for c in rule.conditions)
        failed = Record(rule.name, book, statement, unknown, "", back_end, 0.0, f"{error.verdict}: {error}")
        return _keep_record(path, failed) if isinstance(error, NoAnswer) else failed
    found = Record(rule.name, book, statement, conditions, proof.strength, back_end, round(proof.milliseconds, 1))
    for condition, said in zip(rule.conditions, conditions, strict=True):
        if not said.needed and not is_guide(condition):
            return replace(found, failure=f"Needless: {rule.where}: rule {rule.name} holds without {said.statement}")
    return _keep_record(path, found)


def _keep_record(path: Path, found: Record) -> Record:
    fields = asdict(found)
    del fields["cached"]
    with suppress(OSError):
        save(path, fields)
    return found


def is_guide(condition: Term) -> bool:
    """Return whether a condition only limits where its rule is applied in the search, so that the rule is true without it."""
    return condition.word is not None and condition.word.guide


def _is_needed(rule: Rule, condition: Term) -> bool:
    """Return whether a rule without the condition is refuted. Raises NoAnswer."""
    try:
        prove(rule.without(condition))
    except Unsound:
        return True
    return False


def table(records: Sequence[Record]) -> str:
    """Return the records as Markdown tables, one for each file of rules."""
    lines = [HEAD]
    for book in dict.fromkeys(r.book for r in records):
        rows = [r for r in records if r.book == book]
        lines += ["", f"## {book}: {len(rows)} rules", ""]
        for strength in dict.fromkeys((r.strength, r.back_end) for r in rows):
            lines += [f"Proved for {strength[0]} ({strength[1]}).", ""]
        lines += ["| rule | equation | where | ms |", "|---|---|---|---|"]
        for r in rows:
            where = "<br>".join(f"`{c.statement}`" + ("" if c.needed else " (guide)") for c in r.conditions)
            lines.append(f"| {r.rule} | `{r.statement}` | {where} | {r.failure or format(r.milliseconds, '.1f')} |")
    return "\n".join(lines) + "\n"


def _load(path: Path) -> Record | None:
    try:
        fields = load(path)
        conditions = tuple(Condition(**c) for c in fields.pop("conditions"))
        return Record(**fields, conditions=conditions, cached=True)
    except (TypeError, KeyError, AttributeError):
        return None  # missing or damaged: prove it again
