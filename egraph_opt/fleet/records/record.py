"""What a line of a results file says. `record.schema.json` is the published schema: a change of shape is a new version there and here."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from egraph_opt.errors import UserError

SCHEMA_VERSION = 1
SCHEMA = Path(__file__).with_name("record.schema.json")


class RecordError(UserError):
    """Refuse a line of a results file, or a file of another run."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one function, whatever it is called and whoever computed it."""

    verdict: str
    reason: str = ""
    costs: dict[str, dict[str, float | None]] = field(default_factory=dict)
    """By cost model and side; the side `ours` is the result."""
    result: dict[str, Any] = field(default_factory=dict)
    keep: bool = True
    """Whether the same function would come to the same on every machine: not where a limit of time or memory was met."""
    text: str | None = None
    """The program that was made, where it is to be written."""
    stages: dict[str, float] = field(default_factory=dict)
    """Seconds a stage."""


@dataclass(frozen=True, slots=True)
class Run:
    """The first line: what decides the results below it.

    Attributes:
        command: what was done with each function.
        options: what decides the results beside the versions, by name.
        versions: of this package, and of what else has a part in results.
        sources: a hash of the sources of this package.
    """

    command: str
    options: dict[str, Any]
    versions: dict[str, str]
    sources: str

    def as_dict(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return {
            "record": "run", "schema_version": SCHEMA_VERSION, "command": self.command, "options": self.options,
            "versions": self.versions, "sources": self.sources,
        }  # fmt: skip

    def differences(self, other: Run) -> list[str]:
        """Say what is different in another run, as `egglog 13.2.0 and 14.0.0`; nothing where results of both may be mixed."""
        found = [f"{what} {a} and {b}" for what, a, b in [("the command", self.command, other.command)] if a != b]
        for mine, theirs, absent in ((self.versions, other.versions, "none"), (self.options, other.options, "not given")):
            for name in sorted({*mine, *theirs}):
                a, b = mine.get(name, absent), theirs.get(name, absent)
                found += [f"{name} {a} and {b}"] if a != b else []
        if self.sources != other.sources and not found:
            found.append(f"other sources of egraph-opt ({self.sources[:12]} and {other.sources[:12]})")
        return found


Name = tuple[str, int, str]
"""What names a line: source, module, function."""


def name_of(record: dict[str, Any]) -> Name:
    """Return what names a function's line."""
    return record["source"], record["module"], record["function"]


def line(record: dict[str, Any]) -> bytes:
    """Return a record as a line: sorted, so that equal records are equal bytes."""
    return json.dumps(record, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def constant(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without what differs from run to run."""
    return {name: value for name, value in record.items() if name != "meta"}


@cache
def _required() -> dict[str, frozenset[str]]:
    kinds = json.loads(SCHEMA.read_text())["$defs"]
    return {kind: frozenset(each["required"]) for kind, each in kinds.items()}


def read_line(text: str, file: str, number: int) -> dict[str, Any]:
    """Return the record that a line holds.

    Args:
        text: the line.
        file: the name of the results file, for the message.
        number: which line it is, from 1.

    Raises:
        RecordError: it is none, or one of another version of the schema.
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise RecordError(f"{file}:{number}:{getattr(error, 'colno', 1)}: error: this is not a line of JSON") from None
    kind = found.get("record") if isinstance(found, dict) else None
    if kind not in _required() or (kind == "run") != (number == 1):
        wanted = "the run" if number == 1 else "a function"
        raise RecordError(
            f"{file}:{number}:1: error: this is no results file of egraph-opt: line {number} is not the record of {wanted}"
        )
    if number == 1 and found.get("schema_version") != SCHEMA_VERSION:
        said = f"version {found.get('schema_version')} of the schema, and this egraph-opt writes version {SCHEMA_VERSION}"
        raise RecordError(f"{file}:1:1: error: the file has {said}: name a new file")
    if missing := sorted(_required()[kind] - found.keys()):
        raise RecordError(f"{file}:{number}:1: error: the record has no {', '.join(missing)}")
    return dict(found)


def run_of(record: dict[str, Any]) -> Run:
    """Return the first line as data."""
    return Run(record["command"], record["options"], record["versions"], record["sources"])
