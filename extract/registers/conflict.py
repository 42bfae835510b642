"""Conflicts: small sets of values and uses that need too many registers, and so exclude many selections.

If a set of values cannot be computed within the register limit, no superset can. Neither can a set with more uses, or with values that take
more registers.
"""

from __future__ import annotations

from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.registers.evaluation_order import RegisterValues, bits, fits

BUILDING = 3
"""Work, in steps per value, of a test whether fewer values still need too many registers."""


def conflict(values: RegisterValues, most: float, work: WorkPart) -> RegisterValues:
    """Return a small part of `values` (some of the values and uses) that still needs more than `most` registers."""
    members = (1 << len(values.uses)) - 1

    def impossible(smaller: RegisterValues) -> bool:
        work.spend(BUILDING * len(values.uses))
        order, decided = (None, False) if work.over() else fits(smaller, most, work)
        return decided and order is None

    size = len(values.uses)
    while size > 1:  # large pieces first
        size = (size + 1) // 2
        for low in range(0, len(values.uses), size):
            fewer = members & ~(((1 << size) - 1) << low)
            if fewer != members and impossible(values.restrict_to(fewer)):
                members = fewer
    kept = values.restrict_to(members)
    for i in bits(members):
        for j in bits(kept.uses[i] | kept.keeps[i]):
            for mask in (kept.uses, kept.keeps):
                was = mask[i]
                mask[i] &= ~(1 << j)
                if mask[i] != was and not impossible(kept):
                    mask[i] = was
    return kept
