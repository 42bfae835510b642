"""What is written with one operation, as plain data: attributes, words, regions."""

from __future__ import annotations

import re
from collections.abc import Hashable

from egraph_opt.check.effects import Effect, effect
from egraph_opt.ir import Op, Value


def attributes(op: Op) -> tuple[tuple[str, str], ...]:
    """The attributes of an operation that is registered, in an order that does not depend on how they were written.

    MLIR takes what is written as discardable for the property of that name, unless the property is written too, and then drops it.
    """
    return tuple(sorted(op.attributes.items())) if op.attributes else ()


def attributes_apart(op: Op) -> Hashable:
    """The attributes of an operation of which nothing is known: properties are no discardable attributes, whatever their names."""
    return attributes(op), tuple(sorted(op.inherent)), tuple(sorted(op.shadowed.items())) if op.shadowed else ()


_ALIAS = re.compile(r"[#!][\w$.]+")


def words(op: Op) -> str:
    """The text of an operation in pretty form without operands, types and aliases.

    A keyword that the reader does not know stands here, and nowhere in the attributes. The generic form has none.
    """
    text = "".join([piece for piece in op.pieces if isinstance(piece, str)])
    return "" if text.startswith('"') else " ".join(_ALIAS.sub("", text).split())


def structure(op: Op) -> tuple[Hashable, tuple[Value, ...]]:
    """What stands in an operation's regions, up to the names of values (alpha-equivalence), and the values it takes from outside."""
    if not op.regions:
        return (), ()
    inner: dict[Value, int] = {}
    for below in op.walk():
        if below is not op:
            for result in below.results:
                inner[result] = len(inner)
        for region in below.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    inner[argument] = len(inner)
    captured: dict[Value, int] = {}
    found: list[Hashable] = []
    for below in op.walk():
        if below is not op:
            operands = tuple(
                inner[v] if v in inner else -1 - captured.setdefault(v, len(captured)) for v in below.operands
            )  # fmt: skip
            types = tuple(v.type for v in below.results)
            kept = attributes_apart(below) if effect(below) is Effect.OPAQUE else attributes(below)
            found.append((below.name, kept, words(below), operands, types, below.successors))
        for region in below.regions:
            found.append(tuple((b.label, tuple(v.type for v in b.arguments), len(b.ops)) for b in region.blocks))
    return tuple(found), tuple(captured)
