"""Functions of a file, each a separate task with a key made from its content.

A function is cut out of its module together with the functions that it calls; its lines keep their numbers. Its key is a hash of
its text without locations, and of everything else that determines its outcome: equal keys mean equal work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from egraph_opt.apps.fleet.records.content_key import key
from egraph_opt.apps.fleet.records.record import Name
from egraph_opt.core.family import families, kind_of
from egraph_opt.core.result import name_of
from egraph_opt.ir.module import FUNCTIONS, InputError, Module
from egraph_opt.text import read, split
from egraph_opt.text.source import decode_bytes
from egraph_opt.text.syntax.location import strip_locations

_FUNCTION = re.compile(r"\b(?:tt|func|util)\.func\b|^\s*func\b", re.M)
"""Pattern for possible starts of functions. A text with at most one match is not parsed for cutting."""
_NAMED = re.compile(r"\bfunc\b[^@\n]*@([\w$.-]+)|\bsym_name *= *\"([^\"]*)\"")
_CALLED = re.compile(r'@"?([^"\s(),<>\]]+)')


@dataclass(frozen=True, slots=True)
class Unit:
    """Task for one function.

    Attributes:
        source: its file, as records name it.
        inside: the file's path below the given folder or archive.
        module: index of its module in the file, from 0.
        function: its name; empty if the whole module is one task.
        text: its module with only the parts that it needs; line numbers are those of the file.
        key: a hash of everything that determines the result.
        other: for a check, the program to compare with.
        wrong: reason why there is nothing to do.
        data: bytes of a file that is not text; None for a text, or for a file that cannot be read.
    """

    source: str
    inside: str
    module: int
    function: str
    text: str
    key: str
    other: str = ""
    wrong: str = ""
    data: bytes | None = None

    @property
    def name(self) -> Name:
        """Name of its line in a results file."""
        return self.source, self.module, self.function


def units(source: str, inside: str, data: bytes, salt: str, located: bool = False) -> Iterator[Unit]:
    """Yield the functions of a file.

    Args:
        source: the file, as records name it.
        inside: its path below the given folder or archive.
        data: its bytes.
        salt: the data that determines results besides the text.
        located: whether source locations are part of the result, because the program is written.

    Raises:
        InputError: the bytes are not text.
    """
    text = decode_bytes(data, source)
    for number, (chunk, first) in enumerate(split(text) or [(text, 1)]):
        worked = "\n" * (first - 1) + (chunk if located else strip_locations(chunk))
        for function, part in _functions(worked, source):
            yield Unit(source, inside, number, function, part, key(salt, function, part, suffix_of(source)))


def suffix_of(source: str) -> str:
    """Return the suffix of a file's name, which distinguishes programs of some families."""
    return PurePosixPath(source).suffix


def _functions(text: str, source: str) -> list[tuple[str, str]]:
    """Return the functions of a module by name, each with its part of the text; a text that cannot be cut stays one piece."""
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
    """Return each function together with those that it calls; empty if functions are not side by side in the text."""
    written = module.op.written
    if written is None or written.source not in text:
        return []
    spans = {name_of(op): (start, end) for op, start, end in written.children if op.name in FUNCTIONS}
    functions = [name_of(op) for op in module.functions()]
    if len(set(functions)) < len(functions) or not set(functions) <= spans.keys():
        return []
    source = written.source
    calls = {name: set(_CALLED.findall(source[start:end])) & spans.keys() for name, (start, end) in spans.items()}
    return [
        (name, _cut_spans([spans[other] for other in spans.keys() - _reachable_functions(name, calls)], source))
        for name in functions
    ]


def _reachable_functions(name: str, calls: dict[str, set[str]]) -> set[str]:
    found, todo = {name}, [name]
    while todo:
        fresh = calls[todo.pop()] - found
        found |= fresh
        todo += fresh
    return found


def _cut_spans(spans: list[tuple[int, int]], text: str) -> str:
    """Return a text without some spans, but with their line ends."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text
