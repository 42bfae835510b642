"""Changes of one place in a text of TTIR."""

from __future__ import annotations

import random
import re

SWAPS = [
    ("arith.addf", "arith.subf"),
    ("arith.mulf", "arith.addf"),
    ("arith.divf", "arith.mulf"),
    ("arith.subf", "arith.addf"),
    ("arith.maxnumf", "arith.minnumf"),
    ("arith.addi", "arith.subi"),
    ("arith.muli", "arith.addi"),
    ("arith.remsi", "arith.divsi"),
    ("arith.andi", "arith.ori"),
    ("cmpi slt", "cmpi sle"),
    ("cmpi sge", "cmpi sgt"),
    ("math.exp ", "math.exp2 "),
    ("0xFF800000", "0.000000e+00"),
]
"""Operations in place of others."""
_INTEGER = re.compile(r"(\s*%\S+ = arith\.constant (?:dense<)?)(-?\d+)(>? : .*i32.*)")
_OTHER = re.compile(r"(\s*%\S+ = tt\.load %\S+?), (%\S+?), (%\S+)( : .*)")
_BINARY = re.compile(r"(\s*%\S+ = arith\.(?:subf|divf|subi|divsi|cmpi \w+,|mulf|addf|maxnumf) )(%\S+), (%\S+)( : .*)")


def mutate(text: str, seed: int) -> str | None:
    """Return a text with one place changed: an operation, a number, the value of masked lanes, or operands; None if none was found."""
    chance = random.Random(seed)
    lines = text.split("\n")
    kind, order = chance.randrange(8), list(range(len(lines)))
    chance.shuffle(order)
    old, new = chance.choice(SWAPS)
    for i in order:
        changed = None
        if kind < 4:
            changed = lines[i].replace(old, new, 1) if old in lines[i] else None
        elif kind == 4 and (found := _INTEGER.match(lines[i])):
            changed = f"{found[1]}{int(found[2]) + chance.choice((-1, 1, 2))}{found[3]}"
        elif kind == 5 and (found := _OTHER.match(lines[i])):
            changed = f"{found[1]}, {found[2]}{found[4]}"
        elif kind == 6 and (found := _BINARY.match(lines[i])):
            changed = f"{found[1]}{found[3]}, {found[2]}{found[4]}"
        elif kind == 7 and (found := _BINARY.match(lines[i])):
            changed = f"{found[1]}{found[2]}, {found[2]}{found[4]}"
        if changed is not None and changed != lines[i]:
            return "\n".join((*lines[:i], changed, *lines[i + 1 :]))
    return None
