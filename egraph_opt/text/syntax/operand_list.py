"""Parser of an operation's text before the type signature: operands, keywords, attribute dictionaries. Results are cached."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from egraph_opt.ir.declaration_lookup import syntax_of
from egraph_opt.ir.module import Operand, Piece
from egraph_opt.ir.syntax import Syntax
from egraph_opt.text.syntax.attribute_alias import entries
from egraph_opt.text.syntax.errors import Malformed
from egraph_opt.text.syntax.form_check import Token, tokens
from egraph_opt.text.syntax.lexer import mask_of

CORE = frozenset("arith math scf cf func tt ttg ttng ub builtin".split())
"""Dialects whose attributes are all in MLIR's own syntax, so that an unparsable attribute is an error."""
_NAME = re.compile(r"\s*[\w$.]+")
_ITEM = re.compile(r"[(\[{<]|[)\]}>]|%|::|:|-~")
_PLAIN_TAIL = re.compile(r'(?:[^:{}<(\["]++|\{[^{}"]*+\}|<[^<>{}"]*+>)*+:(?!:)')
_MENTION = re.compile(r"(?:\b([A-Za-z]\w*+)\s*+(?:=\s*+)?)?(%)|([\[\]])")
_GROUP = re.compile(r"\bg(\d)")
_NUMBER = re.compile(r"\d+")


class Head(NamedTuple):
    """Parsed text of an operation before the type signature; aliases in attributes are not expanded."""

    syntax: Syntax | None
    roles: str
    """Which operand or result each type of the signature belongs to, as in `Syntax`."""
    pieces: tuple[Piece, ...]
    attributes: Mapping[str, str]
    words: str
    """Text without the operation's name and attribute dictionaries."""
    order: tuple[int, ...] | None
    """Index of the operand at each position in the text, or None if the order is the same."""
    aliased: bool
    """True if the attributes may contain names of aliases."""
    written: tuple[Token, ...]
    """Tokens after the operation's name."""


def cut(chunks: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """Split an operation's text, given as the texts between operand names, before its types. Without types, the second part is None."""
    last = chunks[-1]
    if len(chunks) > 1 and (found := _PLAIN_TAIL.match(last)):
        return (*chunks[:-1], last[: found.end()]), last[found.end() :]
    _, colon = _scan("%".join(map(mask_of, chunks)))
    if colon < 0:
        return chunks, None
    k = colon + 1 - sum(len(c) + 1 for c in chunks[:-1])
    return (*chunks[:-1], last[:k]), last[k:]


def _scan(mask: str) -> tuple[list[tuple[int, int]], int]:
    """Return the spans of attribute dictionaries, and the offset of the colon before the type signature.

    Without a colon, the offset is before the first arrow.
    """
    colon, arrow, depth, opened = -1, -1, 0, 0
    dictionaries: list[tuple[int, int]] = []
    name = _NAME.match(mask)
    for found in _ITEM.finditer(mask, name.end() if name else 0):
        c = found.group()
        if c == "%":
            colon = arrow = -1
        elif c in "([{<":
            opened = found.start() if depth == 0 else opened
            depth += 1
        elif c in ")]}>":
            depth -= 1
            if (
                depth == 0
                and colon < 0
                and (mask[opened] == "{" or (mask.startswith("<{", opened) and mask[opened - 1].isspace()))
            ):
                inset = mask[opened] == "<"
                dictionaries.append((opened + inset, found.end() - inset))
        elif depth == 0 and c == "-~" and arrow < 0:
            arrow = found.start()
        elif depth == 0 and c == ":" and colon < 0:
            colon = found.start()
    return dictionaries, arrow - 1 if colon < 0 < arrow else colon


def head(chunks: tuple[str, ...], declared: bool = True) -> Head:
    """Parse an operation's text before the type signature, given as the texts `chunks` between its operands.

    Without `declared`, the operation is parsed as if its syntax were unknown.
    """
    return _cached(chunks, declared) if sum(map(len, chunks)) < 4096 else _head(chunks, declared)


def _head(chunks: tuple[str, ...], declared: bool) -> Head:
    text, mask = "%".join(chunks), "%".join(map(mask_of, chunks))
    found = _NAME.match(mask)
    last = found.end() if found else 0
    name = mask[:last].strip()
    dictionaries, colon = _scan(mask)
    words, masked, written = [], [], list[Token]()
    attributes: dict[str, str] = {}
    for start, stop in dictionaries:
        words.append(text[last:start])
        masked.append(mask[last:start])
        written += (*tokens(text[last:start], last), ("D", start))
        try:
            these = entries(text[start + 1 : stop - 1])
        except Malformed:
            if name.partition(".")[0] in CORE:
                raise
            words.append(text[start:stop])  # a dialect-specific syntax
            masked.append(mask[start:stop])
            these = {}
        attributes = attributes | these if text[start - 1] == "<" else these | attributes  # `<{...}>` are properties
        last = stop
    written += tokens(text[last:], last)
    end = len(text) if colon < 0 else colon
    word, mask = "".join([*words, text[last:end]]), "".join([*masked, mask[last:end]])
    leading = len(mask) - len(mask.lstrip())
    word, mask = word[leading:].rstrip(), mask[leading:].rstrip()
    count = len(chunks) - 1
    order: list[int] | None = None
    roles = ""
    if syntax := syntax_of(name) if declared else None:
        roles = syntax.types
        for keyword in syntax.words:
            if (value := keyword.read(word, mask)) is not None:
                attributes[keyword.attribute] = value
        if syntax.order:
            order, groups = _order(syntax, mask, count)
            roles = _GROUP.sub(lambda g: f"o{groups.index(int(g.group(1)))}" if int(g.group(1)) in groups else "_", roles)
            if syntax.segments:
                sizes = ", ".join(str(groups.count(g)) for g in range(syntax.segments))
                attributes.setdefault("operandSegmentSizes", f"array<i32: {sizes}>")
            if order == sorted(order):
                order = None
        complete(syntax, attributes)
    pieces: list[Piece] = []
    for i, chunk in enumerate(chunks[:-1]):
        pieces += (chunk, Operand(order[i] if order else i)) if chunk else (Operand(order[i] if order else i),)
    pieces.append(chunks[-1])
    aliased = any("#" in v or "!" in v for v in attributes.values())
    return Head(syntax, roles, tuple(pieces), attributes, word, tuple(order) if order else None, aliased, tuple(written))


_cached = lru_cache(maxsize=1 << 12)(_head)


def complete(syntax: Syntax, attributes: dict[str, str]) -> None:
    """Add default attributes, which custom assembly omits."""
    for key, value in syntax.defaults.items():
        attributes.setdefault(key, value)


def _order(syntax: Syntax, words: str, count: int) -> tuple[list[int], list[int]]:
    """Return, for each position of an operand in the text, the operand's index and its segment (`operandSegmentSizes`)."""
    steps = syntax.order.split()
    repeat = steps.index("(") if "(" in steps else -1
    steps = [step for step in steps if step != "("]
    groups: list[int] = []
    step, inside, repeating = 0, False, False
    for found in _MENTION.finditer(words):
        keyword, mark = found.group(1), found.group(2) or found.group(3)
        if mark == "]":
            inside, step = False, step + 1
            continue
        if not (inside or (repeating and not keyword)):
            wanted = "[" if mark == "[" else f"{keyword}:" if keyword else ""
            while step < len(steps) and not (steps[step].startswith(wanted) if wanted else steps[step][0].isdigit()):
                step += 1
            if step == len(steps) and repeat >= 0:
                step = repeat
        if step >= len(steps):
            break
        if mark == "[":
            inside = True
            continue
        groups.append(int(_NUMBER.findall(steps[step])[0]))
        repeating = steps[step].endswith("*")
        step += not (inside or repeating)
    groups += [syntax.segments] * (count - len(groups))
    operand = [0] * count
    for place, mention in enumerate(sorted(range(count), key=lambda i: groups[i])):
        operand[mention] = place
    return operand, sorted(groups)
