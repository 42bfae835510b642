"""Report on the outcome of raising one access (replacing it by a structured access)."""

from __future__ import annotations

from dataclasses import dataclass

SCALAR, SINGLY = "scalar", "unstructured"
"""Forms with an offset for each lane: a scalar access, and a tensor access without a better form."""


@dataclass(frozen=True, slots=True)
class AccessReport:
    """Outcome of raising one access (replacing it by a structured access).

    `reason` says why the access was not raised, or why it keeps an offset for each lane. `how` names a form that is not strided.
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
        """Return whether the access was raised to a form better than an offset for each lane."""
        return self.raised and self.how not in (SCALAR, SINGLY)

    @property
    def summary(self) -> str:
        what = ", ".join(filter(None, ("raised", self.how))) if self.raised else "left"
        what += f": {self.reason}" if self.reason else ""
        return f"line {self.line}: {self.access}: {what}"

    def __str__(self) -> str:
        return f"@{self.function}: {self.summary}"

    def is_about(self, value: str) -> bool:
        """Return whether the access loads or stores the input value `value`; a result index after `#` is ignored."""
        return self.value.partition("#")[0] == value.partition("#")[0]
