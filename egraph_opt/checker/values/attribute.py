"""Attributes and types by value, independent of whitespace, entry order, splats, radix, and default fields."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache

from egraph_opt.checker.values.number_parser import elements, scalar

_TOKEN = re.compile(
    r'@?"(?:[^"\\]|\\.)*"|-?0x[0-9A-Fa-f]+(?![\w$])|-?\d+\.\d*(?:[eE][-+]?\d+)?|-?\d+(?![\w$.])|[#!@^%]?[\w$.]+|->|::|\S',
    re.DOTALL,
)
_NUMBER = re.compile(r"-?(?:0x[0-9A-Fa-f]+|\d+\.\d*(?:[eE][-+]?\d+)?|\d+)")
_SHAPED = re.compile(r"((?:\d+x)*)([a-z]\w*)")
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t"}
_SYMBOL = re.compile(r'@"[A-Za-z_][\w$.]*"')
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ZERO, _EMPTY, _FALSE = frozenset((("number", "i64", 0),)), frozenset(((("[", ()),),)), frozenset((("false",),))
_UNPRINTED: dict[Hashable, frozenset[Hashable]] = {
    **dict.fromkeys(("block", "CGALayout", "order", "sizePerThread", "threadsPerWarp", "warpsPerCTA", "instrShape"), _EMPTY),
    **dict.fromkeys(("isTransposed", "isTranspose", "fp4Padded"), _FALSE),
    **dict.fromkeys(("version", "versionMajor", "versionMinor", "vec", "perPhase", "maxPhase", "kWidth"), _ZERO),
}
"""Optional fields of layouts, and their defaults."""
_PADDED = "#ttg.padded_shared"
_IGNORED = {"#ttg.linear": "order", "#ttg.amd_mfma": "versionMajor"}
"""Fields that Triton parses and ignores."""
_CLUSTER = frozenset(("CTAsPerCGA", "CTASplitNum", "CTAOrder"))
"""Fields of layouts that are trivial with one block per cluster."""
DEEPEST = 100
"""Maximum bracket nesting that is parsed; deeper text is compared verbatim."""


@lru_cache(maxsize=1 << 15)
def value(text: str) -> Hashable:
    """Parse an attribute, a type, or text made of both. The result is equal for all spellings of one value."""
    tokens = _TOKEN.findall(text)
    try:
        found = _AttributeParser(tokens).items("")
    except ValueError:
        return tuple(tokens)
    return found[0] if len(found) == 1 else found


class _AttributeParser:
    """Single-pass parser over tokens. Each method raises ValueError if brackets are unbalanced."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    def next_token(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def items(self, closing: str) -> tuple[Hashable, ...]:
        found: list[Hashable] = []
        item: list[Hashable] = []
        while (token := self.next_token()) != closing:
            if token in (">", ")", "]", "}", ""):
                raise ValueError
            if token == ",":
                found.append(_item(item))
                item = []
            elif token not in _CLOSING:
                item.append(token)
            elif token == "<" and item[-1:] in (["dense"], ["array"]):
                item.append(tuple(self.words()))
            else:
                item.append(self.group(token))
        return (*found, _item(item)) if item or found else ()

    def group(self, opening: str) -> Hashable:
        """Return the value of a bracketed list; the entries of a dictionary are unordered."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueError
        inner = self.items(_CLOSING[opening])
        self.depth -= 1
        return opening, tuple(sorted(inner, key=repr)) if opening == "{" else inner

    def words(self) -> list[str]:
        found: list[str] = []
        while (token := self.next_token()) != ">":
            if not token:
                raise ValueError
            found.append(token)
        return found


def _item(tokens: list[Hashable]) -> Hashable:
    match tokens:
        case [str(name), "=", *rest]:
            return name.strip('"'), "=", _item(rest)
        case [str(number), ":", str(type)] if _NUMBER.fullmatch(number):
            return _number(number, type)
        case [str(number)] if _NUMBER.fullmatch(number):
            return _number(number, "f64" if "." in number else "i64")
        case ["dense", tuple() as inner, ":", *type]:
            return "dense", _elements(inner, type), *map(_part, type)
        case ["array", (str(type), *rest)]:
            return "array", type, *(scalar(str(word), type) for word in rest[1:] if word != ",")
    return tuple(map(_part, _with_defaults(tokens)))


def _part(token: Hashable) -> Hashable:
    if not isinstance(token, str) or (token[:1] != '"' and token[:2] != '@"'):
        return token
    if token[0] == "@" and _SYMBOL.fullmatch(token):
        return f"@{token[2:-1]}"
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if len(found[1]) == 2 else _ESCAPED.get(found[1], found[1]), token)


def _number(text: str, type: str) -> Hashable:
    found = scalar(text, type)
    return ("true" if found else "false",) if type == "i1" else ("number", type, found)


def _elements(inner: tuple[Hashable, ...], type: list[Hashable]) -> Hashable:
    match type:
        case [("tensor" | "vector"), ("<", ((str(shaped),), *_))] if found := _SHAPED.fullmatch(shaped):
            shape = [int(extent) for extent in found[1].split("x")[:-1]]
            return elements("".join(map(str, inner)), found[2], shape)
    return inner


def _with_defaults(tokens: list[Hashable]) -> list[Hashable]:
    """Return the tokens of a type or layout without default values, such as a pointer's address space."""
    match tokens:
        case [str(name), ("<", ((*front, ("{", tuple() as fields)), *more))] if name.startswith("#ttg."):
            given = {entry[0]: entry[2] for entry in fields if isinstance(entry, tuple) and len(entry) == 3}
            single = _ones(given.get("CTAsPerCGA")) and _ones(given.get("CTASplitNum"))
            kept = tuple(entry for entry in fields if not _holds_anyway(entry, single, _IGNORED.get(name)))
            return [name, ("<", ((*front, ("{", _with_bases(kept) if name == _PADDED else kept)), *more))]
        case [*front, "!tt.ptr", ("<", (pointee, ("number", "i64", 1)))]:
            return [*front, "!tt.ptr", ("<", (pointee,))]
        case [*front, "!ttg.memdesc", ("<", ((str(shaped),), *rest, (str(whole),)))] if re.match(
            rf"{re.escape(whole)}x[a-z]", shaped
        ):
            return [*front, "!ttg.memdesc", ("<", ((shaped,), *rest))]
    return tokens


def _with_bases(fields: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
    """Return the fields of a padded layout, with its linear bases in place of order and shape (TritonGPUAttrDefs.td)."""
    match fields:
        case (("order", "=", order), ("shape", "=", shape)) if (axes := _integers(order)) and (extents := _integers(shape)):
            if sorted(axes) == list(range(len(extents))) and all(n > 0 and n & (n - 1) == 0 for n in extents):
                rows = [
                    [(1 << bit) * (i == axis) for i in range(len(axes))]
                    for axis in axes
                    for bit in range(extents[axis].bit_length() - 1)
                ]
                return (("offset", "=", _list([_list([("number", "i64", n) for n in row]) for row in rows])),)
    return fields


def _list(items: Sequence[Hashable]) -> Hashable:
    return (("[", tuple(items)),)


def _integers(field: Hashable) -> list[int]:
    match field:
        case (("[", tuple() as inner),):
            found = [entry[2] for entry in inner if isinstance(entry, tuple) and len(entry) == 3 and isinstance(entry[2], int)]
            return found if len(found) == len(inner) else []
    return []


def _holds_anyway(entry: Hashable, single: bool, ignored: str | None) -> bool:
    """Return whether a layout entry states a default, or a field that Triton ignores (`ignored`). `single`: one block per cluster."""
    match entry:
        case (str(field), "=", given):
            return given in _UNPRINTED.get(field, ()) or (single and field in _CLUSTER) or field == ignored
    return False


def _ones(field: Hashable) -> bool:
    match field:
        case None:
            return True
        case (("[", tuple() as inner),):
            return all(entry == ("number", "i64", 1) for entry in inner)
    return False
