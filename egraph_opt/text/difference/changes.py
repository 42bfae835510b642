"""One-line summary of the changes in an optimised program."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate

from egraph_opt.text.register_attributes import SCHEDULE_ATTRIBUTE

_OPERATION = re.compile(r"^\s*(?:%[^=]*= )?\"?((?:tt|ttg|ttng|gpu|amdg)\.\w+)", re.MULTILINE)
_TYPES = re.compile(r"^\s*(?:%[^=]*= )?\"?(tt\.(?:load|store))\b.* : (.*?)(?: loc\(.*)?$", re.MULTILINE)
_ALIAS = re.compile(r"^(#\w+) = (#ttg\..*)$", re.MULTILINE)
_VALUE = re.compile(r"%[\w#:]+(?:, %[\w#:]+)*")
_NAME = re.compile(r"#\w+\b(?!\.)")
_LOCAL = re.compile(r"\bttng\.warp_group_dot_wait\b.*\bwarpGroupLocal\b")
_LIMIT = re.compile(r'"?ttg\.maxnreg"? = (\d+)')
_WAITS = re.compile(
    r"(?:tt\.(?:reduce|scan|dot|histogram|gather|atomic_rmw|atomic_cas)|ttg\.local_alloc|ttng\.warp_group_dot"
    r"|\w+\.(?:cluster_)?barrier|\w+\.(?:\w+_)?wait(?:_\w+)?)"
)
"""Operations at which threads wait for each other or for asynchronous work; layout conversions are among them."""


def changes(before: str, after: str) -> str:
    """Describe the changes between two TTGIR programs.

    The summary covers layout conversions, and the layouts of memory accesses. It also covers loads that run earlier, or read copies in
    shared memory; waits and fences; register limits, and scheduling for fewer registers.
    """
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
    if SCHEDULE_ATTRIBUTE in after and SCHEDULE_ATTRIBUTE not in before:
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
    """Return how many loads run before a synchronising operation in the new program, but after it in the old one.

    `olds` and `news` are the operation names of both programs. Loads are matched in order, and so are operations of each kind that occurs
    equally often in both.
    """
    before, after = Counter(olds), Counter(news)
    if before["tt.load"] != after["tt.load"]:
        return 0
    moved = [False] * before["tt.load"]
    for kind in before:
        if before[kind] == after[kind] and _WAITS.fullmatch(kind):
            pairs = zip(_preceding_counts(kind, olds), _preceding_counts(kind, news), strict=True)
            moved = [known or new < old for known, (old, new) in zip(moved, pairs, strict=True)]
    return sum(moved)


def _preceding_counts(kind: str, operations: list[str]) -> list[int]:
    counts = accumulate(name == kind for name in operations)
    return [count for name, count in zip(operations, counts, strict=True) if name == "tt.load"]


def _lines(text: str) -> Counter[str]:
    """Return the lines of a program's operations without value names, with layout aliases expanded."""
    aliases = dict(_ALIAS.findall(text))
    lines = (_NAME.sub(lambda found: aliases.get(found[0], found[0]), line) for line in text.splitlines() if "%" in line)
    return Counter(_VALUE.sub("%", line).strip() for line in lines)


def _accesses(text: str) -> list[tuple[str, str]]:
    aliases = dict(_ALIAS.findall(text))
    return [(name, _NAME.sub(lambda found: aliases.get(found[0], found[0]), types)) for name, types in _TYPES.findall(text)]
