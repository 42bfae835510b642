"""Register limit of a module in TTIR or TTGIR, as Triton's option `maxnreg` sets it. It does not change the results of the
program."""

from __future__ import annotations

import re

STEP, MOST = 8, 255
"""Granularity of register allocation per thread, and the largest number of registers."""


def with_limit(text: str, registers: int) -> str:
    """Return the text of a module with a limit on its registers per thread."""
    limit = f'"ttg.maxnreg" = {registers} : i32'
    return re.sub(
        r"^(\s*module(?: @\S+)?) (?:attributes \{|\{)",
        lambda found: f"{found[1]} attributes {{{limit}{', ' if found[0].endswith('attributes {') else '} {'}",
        text,
        count=1,
        flags=re.M,
    )
