"""Findings of the sentinel, which compares, bit for bit at launches, the results of a kernel's programs that are proved equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Found = Literal["same", "different", "unstable", "crashed", "skipped"]


@dataclass(frozen=True, slots=True)
class Guarded:
    """Finding of the sentinel about one kernel.

    `programs` are the names of the compared programs; `other` is the one that deviates. `agrees` is the program with which an
    interpreter agrees, and `folder` the path of a reproducer.

    `found` is `same` if all programs wrote the same bits, and `different` if `other` wrote other bits than Triton's program. It is
    `crashed` if `other` hung or failed, and `unstable` if `other` writes different bits from run to run. It is `skipped` if nothing
    was compared.
    """

    name: str
    found: Found
    reason: str = ""
    programs: tuple[str, ...] = ()
    other: str = ""
    agrees: str = ""
    folder: str = ""
    configuration: str = ""

    @property
    def alarm(self) -> bool:
        return self.found in ("different", "crashed")

    @property
    def final(self) -> bool:
        """Return whether further launches cannot change the finding."""
        return self.found != "same"

    def row(self) -> tuple[str, ...]:
        says = "; ".join(filter(None, (self.reason, self.agrees, self.folder))) or ", ".join(self.programs)
        return self.name, self.configuration, self.found, says

    def __str__(self) -> str:
        pair = f"{self.programs[0]} and {self.other}" if self.programs else ""
        name = f"{self.name} ({self.configuration})" if self.configuration else self.name
        says = {
            "same": f"{name}: {len(self.programs)} equal programs ({', '.join(self.programs)}) leave the same bits",
            "different": f"{name} is compiled wrongly in one of two equal programs ({pair}): {self.reason}",
            "crashed": f"{name} does not end well in one of its equal programs ({self.other}): {self.reason}",
            "unstable": f"{name}, {self.other}, leaves other bits from run to run: {self.reason}",
            "skipped": f"{name} is not compared: {self.reason}",
        }[self.found]
        return "; ".join(filter(None, (says, self.agrees, self.folder and f"to reproduce: {self.folder}")))


SAYS: tuple[Found, ...] = ("skipped", "same", "unstable", "crashed", "different")
"""Findings by increasing severity. Of several launches of a kernel, the most severe finding is reported."""
