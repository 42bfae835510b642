"""Alternative compile options of a kernel that change no bit of its results: other numbers of pipeline stages.

Packages pass fixed options, such as `num_stages=1`, that suit another GPU. Stages only decide how many iterations ahead a loop copies.
Other numbers of warps were timed too: none gained 2 %.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

STAGES = (1, 2, 3, 4, 5)
_LOOP_STAGES = re.compile(r"tt\.num_stages = \d+ : i32")
LOADS = ("tt.load", "tt.descriptor_load")
"""Operations of TTIR that Triton's pipeliner makes copies to shared memory."""


class OptionSet(NamedTuple):
    """TTIR program and compile options that give the same results as a kernel's own."""

    text: str
    options: dict[str, Any]


def option_sets(text: str, options: Mapping[str, Any]) -> dict[str, OptionSet]:
    """Return the alternatives to a kernel's options by name, such as `stages_2`.

    Args:
        text: the kernel's TTIR.
        options: the kernel's own compile options, which are not among the alternatives.
    """
    found: dict[str, OptionSet] = {}
    if "scf.for" in text and any(name in text for name in LOADS):
        loops = set(_LOOP_STAGES.findall(text))
        for stages in STAGES:
            new = _LOOP_STAGES.sub(f"tt.num_stages = {stages} : i32", text)
            if options.get("num_stages") != stages or loops - {f"tt.num_stages = {stages} : i32"}:
                found[f"stages_{stages}"] = OptionSet(new, {**options, "num_stages": stages})
    return found


def fewer_stages(text: str, options: Mapping[str, Any]) -> list[tuple[str, OptionSet]]:
    """Return the alternatives with fewer pipeline stages than the kernel's own options, and so less shared memory, most stages first.

    Arguments as for `option_sets`.
    """
    sets = option_sets(text, options)
    names = (f"stages_{stages}" for stages in reversed(STAGES) if stages < int(options.get("num_stages") or 0))
    return [(name, sets[name]) for name in names if name in sets]
