"""What `egraph-opt prove` reports of every rule: its proof, that each condition is needed, the solver's time; and a cache of that.

A proof is kept under a hash of everything it depends on: the rule, the source of the meanings and of the prover, and the solver's
version. Whoever can write the cache can forge a proof, so tests never read it, and `--fresh` does not either.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from egraph_opt.core.rule import Rule, symbol_of, text
from egraph_opt.families.layout import vocabulary as term

BACK_ENDS = {
    "egraph_opt.families.layout.vocabulary": "z3: uninterpreted functions",
    "egraph_opt.families.pointer.vocabulary.meaning": "z3: 64-bit vectors and ring laws, induction over loops",
    "egraph_opt.families.pointer.vocabulary.tile": "z3: 64-bit vectors and ring laws",
    "egraph_opt.families.region.vocabulary.term": "z3: uninterpreted functions, quantifiers over indices",
}
"""How the rules of each family are proved, by the module that declares the family's symbols."""

CONDITIONS = {"egraph_opt.families.pointer.vocabulary.meaning": "egraph_opt.families.pointer.vocabulary.conditions"}
"""The module that declares a family's conditions, where it is another one than that of its symbols."""

HEAD = """# Every rule, and how it is proved
Made by `egraph-opt prove --table`, which proves each rule, finds its conditions satisfiable, and refutes it without each of them, but
for the guides, which only keep the search small. `ms` is the proof's time on one machine; a test compares the rest."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of a rule; one that is not `needed` only keeps the search small, and the rule holds without it."""

    statement: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of one rule. `failure` is empty for a proof; `milliseconds` is the time of the proof, not of its look-up."""

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
    """Prove a rule and refute it without each condition that is more than a guide, or look up that this was done."""
    path = _folder() / f"{_key(rule)}.json"
    if not fresh and (known := _load(path)) is not None:
        return known
    from egraph_opt.prove import NoAnswer, Unsound, prove

    family = _family(rule)
    statement = f"{text(rule.before)} = {text(rule.after)}"
    try:
        proof = prove(rule)
        conditions = tuple(Condition(text(c), _needed(rule, c)) for c in rule.conditions)
    except (Unsound, NoAnswer) as error:
        unknown = tuple(Condition(text(c), False) for c in rule.conditions)
        return Record(rule.name, book, statement, unknown, "", BACK_ENDS[family], 0.0, f"{type(error).__name__}: {error}")
    found = Record(rule.name, book, statement, conditions, proof.strength, BACK_ENDS[family], round(proof.milliseconds, 1))
    for condition, said in zip(rule.conditions, conditions, strict=True):
        if not said.needed and not is_guide(rule, condition):
            return Record(**{**_fields(found), "failure": f"Needless: {rule.name} holds without {said.statement}"})
    with suppress(OSError):
        _save(path, found)
    return found


def is_guide(rule: Rule, condition: Any) -> bool:
    """Whether a condition only keeps the search small, so that the rule may hold without it."""
    family = _family(rule)
    return symbol_of(condition) in import_module(CONDITIONS.get(family, family)).GUIDES


def _needed(rule: Rule, condition: Any) -> bool:
    """Whether the rule without the condition is refuted. Raises NoAnswer."""
    from egraph_opt.prove import Unsound, prove

    try:
        prove(rule.without(condition))
    except Unsound:
        return True
    return False


def table(records: Sequence[Record]) -> str:
    """The records as a table in Markdown, one per book."""
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


def _family(rule: Rule) -> str:
    return term.FAMILY[symbol_of(rule.before)]


def _key(rule: Rule) -> str:
    """A hash of all that a proof depends on."""
    variables = [f"{name}: {sort.__name__}" for name, sort in rule.variables.items()]
    parts = [rule.name, str(rule), *variables, version("z3-solver"), version("egglog"), _source(_family(rule))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def _source(family: str) -> str:
    """The source of a family's meanings and world, and of the prover."""
    ours = Path(__file__).parent.parent
    own = Path(str(import_module(family).__file__)).parent
    files = [ours / "core/rule.py", ours / "families/layout/vocabulary.py", *sorted((ours / "prove").glob("*.py"))]
    return "\0".join(p.read_text() for p in (*files, *(sorted(own.glob("*.py")) if own.name == "vocabulary" else ())))


def _folder() -> Path:
    """The cache, by the XDG base directory specification."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "egraph-opt" / "proofs"


def _load(path: Path) -> Record | None:
    try:
        fields = json.loads(path.read_text())
        conditions = tuple(Condition(**c) for c in fields.pop("conditions"))
        return Record(**fields, conditions=conditions, cached=True)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None  # not there, or not ours: prove it


def _fields(found: Record) -> dict[str, Any]:
    return {name: getattr(found, name) for name in Record.__slots__}


def _save(path: Path, found: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fields = asdict(found)
    del fields["cached"]
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as file:
        json.dump(fields, file)
    os.replace(file.name, path)
