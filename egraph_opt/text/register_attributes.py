"""Attributes of a module in TTIR or TTGIR that say how its registers are allotted. They do not change the results of the program.

`ttg.maxnreg` is Triton's own, and does what its option `maxnreg` does. `ttg.sched4reg` is ours, for its option `sched4reg`.
"""

from __future__ import annotations

import re

STEP, MOST = 8, 255
"""Granularity of register allocation per thread, and the largest number of registers."""
SCHEDULE_ATTRIBUTE = "ttg.sched4reg"
"""Attribute of modules whose instructions LLVM schedules for fewer registers."""


def with_limit(text: str, registers: int) -> str:
    """Return the text of a module with a limit on its registers per thread."""
    return _with_attribute(text, "ttg.maxnreg", registers)


def without_limit(text: str) -> str:
    """Return the text of a module without its limit on registers."""
    return re.sub(r'"?ttg\.maxnreg"? = \d+ : i32(?:, )?', "", text, count=1)


def request_scheduling(text: str) -> str:
    """Return the text of a module whose instructions are to be scheduled for fewer registers."""
    return _with_attribute(text, SCHEDULE_ATTRIBUTE, 1)


def _with_attribute(text: str, name: str, value: int) -> str:
    new = f'"{name}" = {value} : i32'
    return re.sub(
        r"^(\s*module(?: @\S+)?) (?:attributes \{|\{)",
        lambda found: f"{found[1]} attributes {{{new}{', ' if found[0].endswith('attributes {') else '} {'}",
        text,
        count=1,
        flags=re.M,
    )
