"""What is said of a kernel that is tuned by model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ranking:
    """Record one choice among a kernel's configurations by their machine code.

    There were so many `configurations`; `dropped` of them do not compile or do not fit the device; `kept` are those that Triton was left
    to time, the most promising first (one alone is not timed). Where `reason` says why they could not be ordered, Triton timed all of them.
    `seconds` went by, most of them in compiling.
    """

    name: str
    configurations: int
    dropped: int = 0
    kept: tuple[str, ...] = ()
    seconds: float = 0.0
    reason: str = ""

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table."""
        return (
            self.name,
            str(self.configurations),
            str(self.dropped),
            "; ".join(self.kept) or f"tuned by Triton alone: {self.reason}",
        )

    def __str__(self) -> str:
        if self.reason:
            return f"{self.name} is tuned by Triton alone: {self.reason}"
        return f"{self.name}: of {self.configurations} configurations {len(self.kept)} are left: {'; '.join(self.kept)}"
