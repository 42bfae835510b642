"""A limit on the registers of a module in TTIR or TTGIR, as Triton's option `maxnreg` sets it. What the program computes is the same."""

from __future__ import annotations

import re

STEP, MOST = 8, 255
"""Registers are given to threads by so many; there are no more."""


def with_limit(text: str, registers: int) -> str:
    """The text of a module with a limit on its registers."""
    limit = f'"ttg.maxnreg" = {registers} : i32'
    return re.sub(
        r"^(\s*module(?: @\S+)?) (?:attributes \{|\{)",
        lambda found: f"{found[1]} attributes {{{limit}{', ' if found[0].endswith('attributes {') else '} {'}",
        text,
        count=1,
        flags=re.M,
    )
