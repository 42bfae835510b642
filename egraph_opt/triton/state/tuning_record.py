"""Record of a kernel that is tuned by model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ranking:
    """Record of a ranking of a kernel's configurations by machine code.

    `configurations` is their number; `dropped` of them do not compile or do not fit the device. `kept` are the ones that Triton
    times, predicted fastest first; a single one is not timed. If `reason` says why they cannot be ranked, Triton timed all of
    them. `seconds` is the time of the ranking, mostly compilation.
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
