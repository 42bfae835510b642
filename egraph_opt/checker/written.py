"""What is written with one operation, as plain data: attributes, words, regions."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from types import MappingProxyType

from egraph_opt.checker.access.effects import Effect, effect
from egraph_opt.ir.module import Op, Value


def attributes(op: Op) -> tuple[tuple[str, str], ...]:
    """The attributes of an operation that is registered, in an order that does not depend on how they were written.

    MLIR takes what is written as discardable for the property of that name, unless the property is written too, and then drops it.
    """
    return tuple(sorted(op.attributes.items())) if op.attributes else ()


def attributes_apart(op: Op) -> Hashable:
    """The attributes of an operation of which nothing is known: properties are no discardable attributes, whatever their names."""
    return attributes(op), tuple(sorted(op.inherent)), tuple(sorted(op.shadowed.items())) if op.shadowed else ()


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w@$.])[#!][A-Za-z_][\w$]*(?![\w.$<])|\s+')
"""A string, an alias, or white space; `#dialect.name` is no alias."""
NONE: Mapping[str, str] = MappingProxyType({})


def words(op: Op, aliases: Mapping[str, str] = NONE) -> str:
    """The text of an operation in pretty form without its operands and their types, and with what its aliases stand for.

    A keyword that the reader does not know stands here, and nowhere in the attributes. The generic form has none.
    """
    text = " ".join([piece for piece in op.pieces if type(piece) is str])
    if text.startswith('"'):
        return ""
    if '"' not in text and "#" not in text and "!" not in text:
        return " ".join(text.split())
    return _TOKEN.sub(lambda found: " " if found[0].isspace() else aliases.get(found[0], found[0]), text).strip()


def structure(op: Op, aliases: Mapping[str, str] = NONE) -> tuple[Hashable, tuple[Value, ...]]:
    """Return what stands in an operation's regions, up to the names of values (alpha-equivalence), and the values it takes from outside.

    Types are compared to the letter, layouts included, those of operands too: values from outside may be equal in other layouts.
    """
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
            types = tuple(v.type for v in (*below.operands, *below.results))
            kept = attributes_apart(below) if effect(below) is Effect.OPAQUE else attributes(below)
            found.append((below.name, kept, words(below, aliases), operands, types, below.successors))
        for region in below.regions:
            found.append(tuple((b.label, tuple(v.type for v in b.arguments), len(b.ops)) for b in region.blocks))
    return tuple(found), tuple(captured)
