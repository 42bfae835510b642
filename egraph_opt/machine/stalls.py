"""Stall cycles of one warp along its path through a kernel (`egraph_opt.machine.warp_latency`), by cause."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.machine.sass import NO_COUNTER, Instruction, SassKernel
from egraph_opt.machine.warp_latency import MATRIX, Warp, follow_warp

ISSUE, GLOBAL, SHARED, BARRIERS, PRODUCTS, OTHERS = CAUSES = (
    "issue", "global memory", "shared memory", "barriers", "matrix products", "other results",
)  # fmt: skip
"""Causes of a warp's cycles. `ISSUE` includes the stalls that ptxas encodes; each other cause is what the warp waits for."""
_CAUSE = {
    **dict.fromkeys(("LDG", "LD", "ATOM", "ATOMG", "UTMALDG", "STG", "ST", "RED", "LDGSTS", "UTMASTG"), GLOBAL),
    **dict.fromkeys(("LDS", "LDSM", "STS", "STSM", "ATOMS"), SHARED),
    **dict.fromkeys(("HMMA", "IMMA", *MATRIX), PRODUCTS),
}
_AWAITS = {"DEPBAR": GLOBAL, "WARPGROUP": PRODUCTS, "BAR": BARRIERS}


@dataclass(slots=True)
class AccountedWarp(Warp):
    """Warp that adds up its cycles by cause, in `spent`."""

    spent: dict[str, float] = field(default_factory=lambda: dict.fromkeys(CAUSES, 0.0))
    causes: list[str] = field(default_factory=lambda: [OTHERS] * 6)
    """Cause of the wait for each of the six counters: the kind of the last instruction that raised the counter."""

    def run_again(self, first: int, last: int) -> None:
        """Simulate a loop body a second time, and count its cycles once for each later iteration."""
        before = dict(self.spent)
        Warp.run_again(self, first, last)
        more = self.trips[last] - 2
        for cause in CAUSES:
            self.spent[cause] += more * (self.spent[cause] - before[cause])

    def issue(self, i: Instruction) -> None:
        waits = [(end, -n) for n, end in enumerate(self.counters) if i.wait >> n & 1]
        ready, counter = max(waits, default=(self.time, 0))
        start = self.time
        Warp.issue(self, i)
        waited, stall = max(0.0, ready - start), max(1, i.stall)
        self.spent[self.causes[-counter]] += waited
        self.spent[_AWAITS.get(i.name, ISSUE)] += self.time - start - waited - stall
        self.spent[ISSUE] += stall
        for counter in (i.written, i.read):
            if counter != NO_COUNTER:
                self.causes[counter] = _CAUSE.get(i.name, OTHERS)


def waits(code: SassKernel, warps: int) -> dict[str, float]:
    """Return the cycles of one of `warps` warps by cause; their sum is the warp's latency (`warp_latency.path`)."""
    return follow_warp(AccountedWarp, code, warps).spent
