"""Trailing signatures, such as `(T, U) -> V`: their types, and whose types they are. The same for every program, so cached."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from egraph_opt.ir.module import TypeOf
from egraph_opt.text.syntax.scan import mask_of

_TOKEN = re.compile(r"[<\[{]|[>\]}]|[(),]|-~|\bto\b|\*|\binto\b|[^\s<>\[\]{}(),*-]+|-")
_SEPARATORS = frozenset(("(", ")", ",", "-~", "to", "*", "into"))
_ARROWS = frozenset(("-~", "to", "into"))


class Signature(NamedTuple):
    """The types after the colon: `literals[0] types[0] literals[1] ...`; those from `arrow` on stand after the arrow."""

    literals: tuple[str, ...]
    types: tuple[str, ...]
    arrow: int | None


EMPTY = Signature(("",), (), None)
Slot = tuple[Literal["operand", "result"], int]


def signature(text: str) -> Signature:
    """Split a signature into its types and what stands between them."""
    return _cached(text) if len(text) < 4096 else _signature(text)


def _signature(text: str) -> Signature:
    mask = mask_of(text)
    literals: list[str] = []
    types: list[str] = []
    arrow: int | None = None
    depth = last = end = 0
    first = -1
    for found in _TOKEN.finditer(mask):
        c = found.group()
        if depth == 0 and c in _SEPARATORS:
            if first >= 0:
                literals.append(text[last:first])
                types.append(text[first:end])
                last, first = end, -1
            if arrow is None and c in _ARROWS:
                arrow = len(types)
            continue
        start, end = found.span()
        if first < 0:
            first = start
        if c in "<[{":
            depth += 1
        elif c in ">]}":
            depth -= 1
    if first >= 0:
        literals.append(text[last:first])
        types.append(text[first:end])
        last = end
    return Signature((*literals, text[last:]), tuple(types), arrow)


_cached = lru_cache(maxsize=1 << 12)(_signature)


class Owners(NamedTuple):
    """Whose the types of a signature are, by their numbers in it."""

    operands: Mapping[int, int]
    """The type of each operand that has one."""
    results: tuple[int, ...]
    """The type of each result."""
    pieces: tuple[TypeOf | None, ...]
    """What stands for each type in the operation's pieces; nothing for one that is nobody's."""


@lru_cache(maxsize=1 << 12)
def owners(roles: str, types: int, arrow: int | None, operands: int) -> Owners | None:
    """Whose type each of a signature's types is, by the operation's roles; None where their number does not fit."""
    for alternative in roles.split("|"):
        found = _alternative(alternative.split(), types, arrow, operands)
        if found is not None and len(found) == types:
            of = {slot: number for number, mine in enumerate(found) for slot in mine}
            results = tuple([of["result", i] for i in sorted(i for whose, i in of if whose == "result")])
            pieces = tuple([TypeOf(*mine[0]) if mine else None for mine in found])
            return Owners({i: number for (whose, i), number in of.items() if whose == "operand"}, results, pieces)
    return None


def _alternative(tokens: list[str], types: int, arrow: int | None, operands: int) -> list[tuple[Slot, ...]] | None:
    functional = tokens == ["o*", "r*"]
    left = types - sum(1 for t in tokens if not _many(t))
    found: list[tuple[Slot, ...]] = []
    for token in tokens:
        slot, *others = re.split("[=,]", token)
        everyone: list[Slot] = [("operand", i) for i in range(operands)]
        if not _many(token):
            mine: list[Slot] = [] if slot == "_" else [_slot(slot)]
            for other in others:
                mine += everyone if other == "o*" else [_slot(other)]
            found.append(tuple(mine))
            continue
        if slot == "_*":
            found += [()] * left
            continue
        first = int(slot.partition("+")[2] or 0)
        taken = left if not functional else (0 if arrow is None else arrow) if slot == "o*" else types - len(found)
        if (slot[0] == "o" or "o*" in others) and taken + first != operands:
            return None
        for i in range(taken):
            own: Slot = ("operand" if slot[0] == "o" else "result", first + i)
            found.append((own, ("operand", i)) if "o*" in others else (own,))
    return found


def _many(token: str) -> bool:
    slot = re.split("[=,]", token)[0]
    return slot.endswith("*") or "+" in slot


def _slot(text: str) -> Slot:
    return ("operand" if text[0] == "o" else "result", int(text[1:]))
