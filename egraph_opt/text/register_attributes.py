"""Module attributes of TTIR and TTGIR for register allocation, and for the number of warps.

Triton's attribute `ttg.maxnreg` corresponds to Triton's option `maxnreg`. This project's attribute `ttg.sched4reg` corresponds to Triton's
option `sched4reg`.
"""

from __future__ import annotations

import re

STEP, MOST = 8, 255
"""Granularity of register allocation per thread, and the maximum number of registers."""
SCHEDULE_ATTRIBUTE = "ttg.sched4reg"
"""Attribute of modules that LLVM must schedule for fewer registers."""


def with_limit(text: str, registers: int) -> str:
    """Set a module's limit on registers per thread (`ttg.maxnreg`)."""
    return _with_attribute(text, "ttg.maxnreg", registers)


def without_limit(text: str) -> str:
    return re.sub(r'"?ttg\.maxnreg"? = \d+ : i32(?:, )?', "", text, count=1)


def request_scheduling(text: str) -> str:
    """Add the module attribute that requests instruction scheduling for fewer registers."""
    return _with_attribute(text, SCHEDULE_ATTRIBUTE, 1)


def with_warps(text: str, warps: int) -> str:
    """Set the number of warps of a module in TTIR, which has none (`ttg.num-warps`)."""
    return _with_attribute(text, "ttg.num-warps", warps)


def warps_of(text: str) -> int | None:
    """Return the number of warps of a module; None if it states none."""
    found = re.search(r'"ttg\.num-warps" = (\d+) : i32', text)
    return int(found[1]) if found else None


def _with_attribute(text: str, name: str, value: int) -> str:
    new = f'"{name}" = {value} : i32'
    return re.sub(
        r"^(\s*module(?: @\S+)?) (?:attributes \{|\{)",
        lambda found: f"{found[1]} attributes {{{new}{', ' if found[0].endswith('attributes {') else '} {'}",
        text,
        count=1,
        flags=re.M,
    )
