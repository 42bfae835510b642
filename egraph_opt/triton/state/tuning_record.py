"""Record of a ranking of a kernel's tuning configurations by predicted run time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ranking:
    """Record of a ranking of a kernel's tuning configurations.

    `configurations` and `dropped` are counts: of all configurations, and of those that do not compile or do not fit the device.
    `kept` are the configurations that Triton times, predicted fastest first. If no ranking was possible, `reason` says why, and
    Triton timed all configurations. `seconds` is the time of the ranking, mostly compilation. `same_bits` counts the configurations
    proved to write the same bits as the first of `kept`, which counts too; `same_bits_unfused` those proved so without fused
    multiply-adds.
    """

    name: str
    configurations: int
    dropped: int = 0
    kept: tuple[str, ...] = ()
    seconds: float = 0.0
    reason: str = ""
    same_bits: int = 0
    same_bits_unfused: int = 0

    def row(self) -> tuple[str, ...]:
        return (
            self.name,
            str(self.configurations),
            str(self.dropped),
            self.kept_text() if self.kept else f"tuned by Triton alone: {self.reason}",
        )

    def kept_text(self) -> str:
        """Return the configurations to time, and how many are proved to write the bits of the first: unfused ones in brackets."""
        same = f" (same bits: {self.same_bits}, unfused {self.same_bits_unfused})" if self.same_bits else ""
        return "; ".join(self.kept) + same

    def __str__(self) -> str:
        if self.reason:
            return f"{self.name} is tuned by Triton alone: {self.reason}"
        return f"{self.name}: of {self.configurations} configurations {len(self.kept)} are left: {self.kept_text()}"
