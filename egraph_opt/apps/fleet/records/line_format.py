"""Line format of a results file. The published schema is `record.schema.json`; a change of format needs a new version number in
both files.
"""

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
    """Error: a line of a results file is invalid, or the file belongs to another run."""


@dataclass(frozen=True, slots=True)
class FunctionOutcome:
    """Outcome of one function, independent of its name and of the machine."""

    verdict: str
    reason: str = ""
    costs: dict[str, dict[str, float | None]] = field(default_factory=dict)
    """Costs by cost model and compared program; `ours` is the optimised program."""
    result: dict[str, Any] = field(default_factory=dict)
    keep: bool = True
    """Whether the outcome is the same on every machine, since no time or memory limit was reached."""
    text: str | None = None
    """Output program, if the run writes programs."""
    stages: dict[str, float] = field(default_factory=dict)
    """Seconds per stage."""


UNREADABLE = "unreadable"
"""Key in the result of an input that is no program, does not exist, or has no counterpart."""


def unreadable(why: str) -> FunctionOutcome:
    """Return the outcome for an invalid input."""
    return FunctionOutcome("failed", why, result={UNREADABLE: True}, keep=False)


@dataclass(frozen=True, slots=True)
class RunHeader:
    """First line of a results file, with everything that determines the results.

    Attributes:
        command: the command that was run on each function.
        options: options that determine the results, by name.
        versions: versions of this package and of packages that influence results.
        sources: hash of the sources of this package.
    """

    command: str
    options: dict[str, Any]
    versions: dict[str, str]
    sources: str

    def as_dict(self) -> dict[str, Any]:
        return {
            "record": "run", "schema_version": SCHEMA_VERSION, "command": self.command, "options": self.options,
            "versions": self.versions, "sources": self.sources,
        }  # fmt: skip

    def differences(self, other: RunHeader) -> list[str]:
        """Return the differences to another run, such as `egglog 13.2.0 and 14.0.0`. If there are none, one results file may have
        records of both.
        """
        found = [f"{what} {a} and {b}" for what, a, b in [("the command", self.command, other.command)] if a != b]
        for mine, theirs, absent in ((self.versions, other.versions, "none"), (self.options, other.options, "(default)")):
            for name in sorted({*mine, *theirs}):
                a, b = mine.get(name, absent), theirs.get(name, absent)
                found += [f"{name} {a} and {b}"] if a != b else []
        if self.sources != other.sources and not found:
            found.append(f"other sources of egraph-opt ({self.sources[:12]} and {other.sources[:12]})")
        return found


Name = tuple[str, int, str]
"""Identifier of a function's record: source file, module index, function."""


def name_of(record: dict[str, Any]) -> Name:
    return record["source"], record["module"], record["function"]


def line(record: dict[str, Any]) -> bytes:
    """Return a record as a line with sorted keys, so that equal records are equal bytes."""
    return json.dumps(record, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def constant(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without the field `meta`, whose data differ from run to run."""
    return {name: value for name, value in record.items() if name != "meta"}


@cache
def _required_fields() -> dict[str, frozenset[str]]:
    kinds = json.loads(SCHEMA.read_text())["$defs"]
    return {kind: frozenset(each["required"]) for kind, each in kinds.items()}


def read_line(text: str, file: str, number: int) -> dict[str, Any]:
    """Return the record in a line.

    Args:
        text: the line.
        file: name of the results file, for messages.
        number: line number, from 1.

    Raises:
        RecordError: the line is not a record, or has another schema version.
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise RecordError(f"{file}:{number}:{getattr(error, 'colno', 1)}: error: this is not a line of JSON") from None
    kind = found.get("record") if isinstance(found, dict) else None
    if kind not in _required_fields() or (kind == "run") != (number == 1):
        wanted = "the run" if number == 1 else "a function"
        raise RecordError(
            f"{file}:{number}:1: error: this is no results file of egraph-opt: line {number} is not the record of {wanted}"
        )
    if number == 1 and found.get("schema_version") != SCHEMA_VERSION:
        said = (
            f"version {found.get('schema_version')} of the schema, and this egraph-opt reads and writes version {SCHEMA_VERSION}"
        )
        raise RecordError(f"{file}:1:1: error: the file has {said}")
    if missing := sorted(_required_fields()[kind] - found.keys()):
        raise RecordError(f"{file}:{number}:1: error: the record has no {', '.join(missing)}")
    return dict(found)


def run_of(record: dict[str, Any]) -> RunHeader:
    return RunHeader(record["command"], record["options"], record["versions"], record["sources"])
