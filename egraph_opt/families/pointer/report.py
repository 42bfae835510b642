"""Result of raising one access."""

from __future__ import annotations

from dataclasses import dataclass

SCALAR, SINGLY = "scalar", "unstructured"
"""Ways to raise an access with an offset for each lane: of a scalar, and of a tensor, which has no better form."""


@dataclass(frozen=True, slots=True)
class AccessReport:
    """Access: `reason` says why it stayed, or has an offset for each lane, and `how` in which way it was raised, if that is not by strides.

    `value` is the name of the loaded or stored value.
    """

    function: str
    access: str
    line: int
    raised: bool
    reason: str = ""
    how: str = ""
    value: str = ""

    @property
    def structured(self) -> bool:
        """Return whether more is known of the raised access than an offset for each lane."""
        return self.raised and self.how not in (SCALAR, SINGLY)

    @property
    def summary(self) -> str:
        """Return the result in one line, without the name of its function."""
        what = ", ".join(filter(None, ("raised", self.how))) if self.raised else "left"
        what += f": {self.reason}" if self.reason else ""
        return f"line {self.line}: {self.access}: {what}"

    def __str__(self) -> str:
        return f"@{self.function}: {self.summary}"

    def is_about(self, value: str) -> bool:
        """Return whether it is about a value of the input."""
        return self.value.partition("#")[0] == value.partition("#")[0]
