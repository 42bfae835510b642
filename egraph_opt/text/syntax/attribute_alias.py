"""Attribute and type aliases (`#blocked = ...`, `!t = ...`), which the parser expands and the printer restores."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NoReturn

from egraph_opt.ir.types import items
from egraph_opt.text.syntax.errors import Malformed, check_name
from egraph_opt.text.syntax.lexer import MAX_BYTES, MAX_NESTING, mask_of, nesting
from egraph_opt.text.syntax.type_grammar import check_attribute

ALIAS = re.compile(r"(?<![\w@])[#!][A-Za-z_][\w$]*(?:\.[\w$.]*)?<?")
MAX_EXPANDED = 1 << 20
"""Maximum length of a text after expansion of aliases, which may grow exponentially."""
_SPACES = re.compile(r"\s*([,=:<>(){}\[\]])\s*|\s*(-~)\s*|\s+")
_AFTER = {",": ", ", "=": " = ", ":": " : "}
_TIDY = re.compile(r"(?:[\w.!#?*<{\[]++[>}\]]*+(?<![<{\[])(?:, | = ))*+[\w.!#?*<{\[]++[>}\]]*+")
"""Pattern of types whose white space needs no normalisation, which are most types."""
_SHAPED = "tensor|vector|memref|complex|tuple|dense|array"
_BLANK = re.compile(rf"\b({_SHAPED})\s+(?=<)")
"""White space before the bracket of a builtin type."""
_EXTENTS = re.compile(r"(?<=<)(?:\s*(?:\d+|\?|\*)\s*x\s*)+")
_NESTED = "[^<>]|<(?:[^<>]|<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)*>"
_SPACE = re.compile(rf"!tt\.ptr<((?:{_NESTED})+?), 1>")
"""Pointer type that states the default address space 1 explicitly."""
_WHOLE = re.compile(rf"(!ttg\.memdesc<(\d+(?:x\d+)*)x(?![\d])(?:{_NESTED})+), \2>")
"""Memory descriptor that states the shape of the allocation explicitly, though it equals the shape of the view."""
_UNTIDY = re.compile(
    r"(?=[\s,:=<({\[>\d-])(?:\s{2,}|[\n\t]|,(?! )| ,|(?<! )=|=(?! )|[<({\[] | [>)}\]]|[ >\d]:(?! )|(?<=\d):|(?<=[^ ])-~|-~(?! )|\b=)"
)


def normalise(text: str) -> str:
    """Normalise the white space of a type or attribute as MLIR prints it."""
    if _TIDY.fullmatch(text):
        return text
    text = text.strip()
    if '"' not in text:
        text = _EXTENTS.sub(lambda found: "".join(found[0].split()), _BLANK.sub(r"\1", text))
    mask = mask_of(text)
    if not _UNTIDY.search(mask):
        return text
    out: list[str] = []
    last = 0
    opened: list[bool] = []
    for found in _SPACES.finditer(mask):
        mark = found.group(1) or found.group(2)
        out.append(text[last : found.start()])
        last = found.end()
        if mark == "-~":
            out.append(" -> ")
        elif mark == ":":
            array = bool(opened) and opened[-1]
            tight = (mask[last - 1] == ":" and mask[last : last + 1] in ("+", ":")) or out[-1] == ":"
            out.append(":" if tight else ": " if array else " : ")
        elif mark is None:
            out.append(" ")
        elif mark in "<({[":
            opened.append(mask.endswith("array", 0, found.start()))
            spaced = mask[found.start()] != mark and out[-1][-1:] not in ("", " ", "<", "(", "[", "{")
            out.append(" " + mark if spaced and mark in "({" else mark)
        elif mark in ">)}]":
            if opened:
                opened.pop()
            following = mask[found.end() : found.end() + 1]
            spaced = mask[found.end() - 1] != mark and following not in (">", ")", "]", "}", ",")
            out.append(mark + (" " if spaced and following else ""))
        else:
            out.append(_AFTER[mark])
        if out[-1][:1] == " " and len(out) > 2 and (out[-2] or out[-3])[-1:] == " ":
            out[-1] = out[-1][1:]
    return "".join([*out, text[last:]]).strip()


def shortest(text: str) -> str:
    """Remove default parameters of types, which Triton does not print."""
    if ", 1>" in text and "!tt.ptr" in text:
        while (shorter := _SPACE.sub(r"!tt.ptr<\1>", text)) != text:
            text = shorter
    return _WHOLE.sub(r"\1>", text) if "!ttg.memdesc" in text else text


class Expander:
    """Expansion of aliases in types and attributes, memoised by text."""

    def __init__(self, unknown: Callable[[str], None], refuse: Callable[[str, str], NoReturn]):
        self.aliases: dict[str, str] = {}
        self._known: dict[str, str] = {}
        self._dictionaries: dict[str, dict[str, str]] = {}
        self._unknown, self._refuse = unknown, refuse
        self._size = 0

    def define(self, name: str, value: str) -> None:
        """Define an alias; aliases in `value` must already be defined."""
        self.aliases[name] = self(value)

    def __call__(self, text: str) -> str:
        expanded = self._known.get(text)
        if expanded is None:
            expanded = normalise(text)
            if "#" in text or "!" in text:
                if '"' in text:
                    mask = mask_of(expanded)
                    parts: list[str] = []
                    last = 0
                    for found in ALIAS.finditer(mask):
                        parts += (expanded[last : found.start()], self._one(found))
                        last = found.end()
                    expanded = "".join(parts) + expanded[last:]
                else:
                    expanded = shortest(ALIAS.sub(self._one, expanded))
            self._size += len(expanded)
            if len(expanded) > 1024 and nesting(expanded) > MAX_NESTING:
                self._refuse(f"brackets are nested deeper than {MAX_NESTING}", "the text is that of an alias or type")
            if self._size > MAX_BYTES or len(expanded) > max(MAX_EXPANDED, 2 * len(text)):
                self._refuse(
                    "types and attributes grow too long when their aliases are expanded", "aliases of aliases grow quickly"
                )
            self._known[text] = expanded
        return expanded

    def _one(self, found: re.Match[str]) -> str:
        name = found.group()
        value = self.aliases.get(name)
        if value is not None:
            return value
        if "." not in name and name[-1] != "<":
            self._unknown(name)
        return name

    def dictionary(self, text: str) -> dict[str, str]:
        """Parse dictionary contents such as `a = 1 : i32, b, "c.d" = 2`, with aliases expanded."""
        if text not in self._dictionaries:
            self._dictionaries[text] = {name: self(value) for name, value in entries(text).items()}
        return dict(self._dictionaries[text])


def entries(text: str) -> dict[str, str]:
    """Parse the contents of a dictionary without expanding aliases; an entry without a value has the value `unit`.

    Raises:
        Malformed: the text is not the content of a dictionary.
    """
    found: dict[str, str] = {}
    for item in items(text):
        if item.startswith('"'):
            end = mask_of(item).find('"', 1)  # the name may contain escaped quotes
            name, rest = item[1:end], item[end + 1 :]
        else:
            name, equals, rest = item.partition("=")
            name, rest = name.strip(), equals + rest
            check_name(name, item)
        rest = rest.strip()
        if name in found:
            raise Malformed(f"the attribute '{name}' stands twice", item)
        if rest[:1] not in ("", "="):
            raise Malformed(f"expected '=' behind the attribute '{name}'", item)
        if rest and not rest[1:].strip():
            raise Malformed(f"expected the value of the attribute '{name}'", item, len(item))
        if rest:
            check_attribute(rest[1:])
        found[name] = normalise(rest[1:]) if rest else "unit"
    return found


class Compressor:
    """Replacement of types and attributes by names of aliases that stand for them, longest text first."""

    def __init__(self, aliases: Mapping[str, str]):
        self._known: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for name, value in aliases.items():
            if value[:1] in "#!" or value[-1:] == ">":
                self._names.setdefault(value, name)
        values = sorted(self._names, key=len, reverse=True)
        patterns = [re.escape(v) + ("" if v.endswith(">") else r"(?![\w.<$])") for v in values]
        self._pattern = re.compile("|".join(patterns)) if patterns else None

    def __call__(self, text: str) -> str:
        short = self._known.get(text)
        if short is None:
            short = text
            if self._pattern is not None and ("#" in text or "!" in text):
                short = self._pattern.sub(lambda found: self._names[found.group()], text)
            self._known[text] = short
        return short
