"""What a comparison with another compiler gives back, whatever was compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Compared:
    """Records of programs set side by side, a verdict for each, and how they are shown."""

    records: Sequence[dict[str, Any]]
    """As plain data, which `--json` writes."""
    verdicts: Sequence[str]
    """`better`, `same`, `worse` or `failed`; whatever else is no loss."""
    summary: str
    """The last line of what is shown."""
    show: Callable[[], None]
    """Prints a table, or a line for each record."""
    failures: Sequence[tuple[str, str]] = ()
    """What could not be compared, and why."""
    notes: Sequence[str] = ()
    """What is to be said of the comparison itself."""
    schema_version: int = 1


def counted(verdicts: Sequence[str], what: str = "comparisons") -> str:
    """Say how many got better, stayed and got worse, and how many had another verdict."""
    kinds = dict.fromkeys(("better", "same", "worse", *sorted(verdicts)))
    return f"{len(verdicts)} {what}: " + ", ".join(f"{list(verdicts).count(kind)} {kind}" for kind in kinds)
