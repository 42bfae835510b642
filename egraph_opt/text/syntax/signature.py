"""Parser of trailing type signatures, such as `(T, U) -> V`, and assignment of the types to operands and results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from egraph_opt.ir.module import TypeOf
from egraph_opt.text.syntax.lexer import mask_of

_TOKEN = re.compile(r"[<\[{]|[>\]}]|[(),]|-~|\bto\b|\*|\binto\b|[^\s<>\[\]{}(),*-]+|-")
_BRACE = re.compile(r"[<(\[{>)\]}]")
_SEPARATORS = frozenset(("(", ")", ",", "-~", "to", "*", "into"))
_ARROWS = frozenset(("-~", "to", "into"))


class Signature(NamedTuple):
    """Type signature, split as `literals[0] types[0] literals[1] ...`; the types from index `arrow` on follow the arrow."""

    literals: tuple[str, ...]
    types: tuple[str, ...]
    arrow: int | None


EMPTY = Signature(("",), (), None)
Slot = tuple[Literal["operand", "result"], int]


def signature(text: str) -> Signature:
    """Split a signature into types and the texts between types."""
    return _cached(text) if len(text) < 4096 else _signature(text)


def _signature(text: str) -> Signature:
    mask = mask_of(text)
    literals: list[str] = []
    types: list[str] = []
    arrow: int | None = None
    depth = last = end = 0
    first = -1
    ended = False
    for found in _TOKEN.finditer(mask):
        c = found.group()
        if depth == 0 and c in _SEPARATORS:
            if first >= 0:
                literals.append(text[last:first])
                types.append(text[first:end])
                last, first = end, -1
            ended = False
            if arrow is None and c in _ARROWS:
                arrow = len(types)
            continue
        start = found.start()
        ended = ended or (depth == 0 and first >= 0 and start > end and c != "<")  # words after a type do not belong to it
        if not ended:
            end = found.end()
            first = start if first < 0 else first
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


def without_dictionary(text: str) -> tuple[str, str]:
    """Split a trailing attribute dictionary off a signature; return the rest, and the dictionary or an empty text."""
    mask = mask_of(text).rstrip()
    if not mask.endswith("}"):
        return text, ""
    depth = 0
    for found in reversed(list(_BRACE.finditer(mask))):
        depth += 1 if found.group() in ">]})" else -1
        if depth == 0:
            at = found.start()
            return (text[:at], text[at:]) if found.group() == "{" and mask[:at][-1:].isspace() else (text, "")
    return text, ""


class Owners(NamedTuple):
    """Which operand or result each type of a signature belongs to."""

    operands: Mapping[int, int]
    """Index of the type of each operand."""
    results: tuple[int, ...]
    """Index of the type of each result."""
    pieces: tuple[TypeOf | None, ...]
    """Slot in `Op.pieces` for each type, or None if the operation's syntax ignores the type."""


@lru_cache(maxsize=1 << 12)
def owners(roles: str, types: int, arrow: int | None, operands: int) -> Owners | None:
    """Return which operand or result each of a signature's types belongs to, or None if the numbers do not match.

    `roles` is the declared order of the types (see `Syntax`).
    """
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
