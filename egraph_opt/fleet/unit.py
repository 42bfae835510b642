"""The functions of a file, each a piece of work of its own under a key of its content.

A function is cut out of its module together with those that it calls; its lines keep their numbers. Its key is a hash of its text without
locations, and of all else that decides what becomes of it: the same key is the same work.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from egraph_opt.core.family import families, kind_of
from egraph_opt.core.result import name_of
from egraph_opt.fleet.records.record import Name
from egraph_opt.ir.module import FUNCTIONS, InputError, Module
from egraph_opt.text import read, split
from egraph_opt.text.source import decoded
from egraph_opt.text.syntax.location import unlocated

_FUNCTION = re.compile(r"\b(?:tt|func|util)\.func\b|^\s*func\b", re.M)
"""Where a function may begin. What has one of these at most needs no parsing to be taken apart."""
_NAMED = re.compile(r"\bfunc\b[^@\n]*@([\w$.-]+)|\bsym_name *= *\"([^\"]*)\"")
_CALLED = re.compile(r'@"?([^"\s(),<>\]]+)')
_BLANK = re.compile(r"(?m)^[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Unit:
    """One function to work on.

    Attributes:
        source: the file that it comes from, as records name it.
        inside: the file's path below what named it.
        module: which module of the file, from 0.
        function: its name; empty where the whole module is one piece of work.
        text: its module with nothing but what it needs; lines have the numbers that they have in the file.
        key: a hash of all that decides the result.
        other: for a check, the program that this one is to be equal to.
        wrong: why there is nothing to work on.
    """

    source: str
    inside: str
    module: int
    function: str
    text: str
    key: str
    other: str = ""
    wrong: str = ""

    @property
    def name(self) -> Name:
        """Return what names its line in a results file."""
        return self.source, self.module, self.function


def units(source: str, inside: str, data: bytes, salt: str, located: bool = False) -> Iterator[Unit]:
    """Yield the functions of a file.

    Args:
        source: the file, as records name it.
        inside: its path below what named it.
        data: its bytes.
        salt: what decides results beside the text.
        located: whether the places that operations come from have a part in the result, since the program is written.

    Raises:
        InputError: the bytes are no text.
    """
    text = decoded(data, source)
    for number, (chunk, first) in enumerate(split(text) or [(text, 1)]):
        worked = "\n" * (first - 1) + (chunk if located else unlocated(chunk))
        for function, part in _functions(worked, source):
            yield Unit(source, inside, number, function, part, key(salt, function, part, suffix_of(source)))


def key(salt: str, *parts: str) -> str:
    """Return the key of a piece of work: of its parts without blank lines."""
    hashed = hashlib.sha256(salt.encode())
    for part in parts:
        hashed.update(b"\0" + _BLANK.sub("", part).encode())
    return hashed.hexdigest()


def suffix_of(source: str) -> str:
    """Return how a file's name ends, by which programs of some families are told from others."""
    return PurePosixPath(source).suffix


def _functions(text: str, source: str) -> list[tuple[str, str]]:
    """The functions of a module by name, each with its part of the text; what cannot be taken apart stays one piece."""
    if len(_FUNCTION.findall(text)) < 2:
        found = _NAMED.search(text)
        return [((found[1] or found[2]) if found else "", text)]
    try:
        kind = kind_of(text, source)
        module = families()[kind].code("reader")(text, source, 1) if kind and families()[kind].reader else read(text, source, 1)
    except InputError:
        return [("", text)]
    functions = module.functions()
    if len(functions) == 1:
        return [(name_of(functions[0]), text)]
    cut = _cut(module, text)
    return cut or [("", text)]


def _cut(module: Module, text: str) -> list[tuple[str, str]]:
    """Each function with those that it calls; nothing where functions do not stand side by side in the text."""
    written = module.op.written
    if written is None or written.source not in text:
        return []
    spans = {name_of(op): (start, end) for op, start, end in written.children if op.name in FUNCTIONS}
    functions = [name_of(op) for op in module.functions()]
    if len(set(functions)) < len(functions) or not set(functions) <= spans.keys():
        return []
    source = written.source
    calls = {name: set(_CALLED.findall(source[start:end])) & spans.keys() for name, (start, end) in spans.items()}
    return [(name, _without([spans[other] for other in spans.keys() - _reached(name, calls)], source)) for name in functions]


def _reached(name: str, calls: dict[str, set[str]]) -> set[str]:
    found, todo = {name}, [name]
    while todo:
        fresh = calls[todo.pop()] - found
        found |= fresh
        todo += fresh
    return found


def _without(spans: list[tuple[int, int]], text: str) -> str:
    """A text without some parts, of which the ends of lines stay."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text
