"""Summary of the changes in an optimised program, in one line for users."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate

from egraph_opt.text.limit import SCHEDULED

_OPERATION = re.compile(r"^\s*(?:%[^=]*= )?\"?((?:tt|ttg|ttng)\.\w+)", re.MULTILINE)
_TYPES = re.compile(r"^\s*(?:%[^=]*= )?\"?(tt\.(?:load|store))\b.* : (.*?)(?: loc\(.*)?$", re.MULTILINE)
_ALIAS = re.compile(r"^(#\w+) = (#ttg\..*)$", re.MULTILINE)
_VALUE = re.compile(r"%[\w#:]+(?:, %[\w#:]+)*")
_NAME = re.compile(r"#\w+\b(?!\.)")
_LOCAL = re.compile(r"\bttng\.warp_group_dot_wait\b.*\bwarpGroupLocal\b")
_LIMIT = re.compile(r'"?ttg\.maxnreg"? = (\d+)')
_WAITS = frozenset(("ttg.convert_layout", "tt.reduce", "tt.scan", "ttg.local_alloc", "ttng.warp_group_dot", "tt.dot"))
"""Operations at which the threads of a program usually wait for each other."""


def changes(before: str, after: str) -> str:
    """Describe how a program in TTGIR differs from another: conversions, reads of copies, the order of loads, the layouts of
    accesses, waits and fences, a limit on registers, a schedule for fewer."""
    olds, news = _OPERATION.findall(before), _OPERATION.findall(after)
    old, new = Counter(olds), Counter(news)
    said = [_conversions(old["ttg.convert_layout"], new["ttg.convert_layout"])]
    if (read := new["ttg.local_load"] - old["ttg.local_load"]) > 0:
        said.append(f"{_many(read, 'tensor')} read from shared memory instead")
    if earlier := _earlier(olds, news):
        said.append(f"{earlier} of {_many(old['tt.load'], 'load')} earlier")
    layouts = Counter(_accesses(before)), Counter(_accesses(after))
    for name, what in (("tt.load", "load"), ("tt.store", "store")):
        count = sum(number for (op, _), number in (layouts[1] - layouts[0]).items() if op == name)
        if count:
            said.append(f"{_many(count, what)} in another layout")
    if (local := len(_LOCAL.findall(after)) - len(_LOCAL.findall(before))) > 0:
        said.append(f"{_many(local, 'wait')} for the own warp group only")
    if (gone := old["ttng.fence_async_shared"] - new["ttng.fence_async_shared"]) > 0:
        said.append(f"{_many(gone, 'fence')} gone")
    if (limit := _LIMIT.search(after)) is not None and _LIMIT.search(before) is None:
        said.append(f"up to {limit[1]} registers")
    if SCHEDULED in after and SCHEDULED not in before:
        said.append("instructions scheduled for fewer registers")
    return ", ".join(filter(None, said)) or (
        "other layouts" if _lines(before) != _lines(after) else "operations in another order"
    )


def _conversions(old: int, new: int) -> str:
    if new < old:
        return f"{old - new} of {_many(old, 'conversion')} gone"
    return f"{_many(new - old, 'conversion')} more" if new > old else ""


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _earlier(olds: list[str], news: list[str]) -> int:
    """Return the number of loads that have fewer waiting operations before them; loads are matched in order."""
    before, after = _waits(olds), _waits(news)
    return sum(b < a for a, b in zip(before, after, strict=True)) if len(before) == len(after) else 0


def _waits(operations: list[str]) -> list[int]:
    counts = accumulate(name in _WAITS and name != "ttg.convert_layout" for name in operations)
    return [count for name, count in zip(operations, counts, strict=True) if name == "tt.load"]


def _lines(text: str) -> Counter[str]:
    """Return the operations of a program without the names of their values, and with their layouts in full."""
    aliases = dict(_ALIAS.findall(text))
    lines = (_NAME.sub(lambda found: aliases.get(found[0], found[0]), line) for line in text.splitlines() if "%" in line)
    return Counter(_VALUE.sub("%", line).strip() for line in lines)


def _accesses(text: str) -> list[tuple[str, str]]:
    aliases = dict(_ALIAS.findall(text))
    return [(name, _NAME.sub(lambda found: aliases.get(found[0], found[0]), types)) for name, types in _TYPES.findall(text)]
