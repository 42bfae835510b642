"""Functions of a file, each a separate task with a content key.

A function is extracted from its module with its callees, and keeps its line numbers. The key is a hash of the text without
locations, and of everything else that determines the outcome.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from egraph_opt.apps.fleet.records.content_key import key
from egraph_opt.apps.fleet.records.line_format import Name
from egraph_opt.core.family import families, kind_of
from egraph_opt.ir.module import FUNCTIONS, InputError, Module, symbol_name
from egraph_opt.text import read, split
from egraph_opt.text.program_input import decode_bytes
from egraph_opt.text.syntax.location import strip_locations

_FUNCTION = re.compile(r"\b(?:tt|func|util)\.func\b|^\s*func\b", re.M)
"""Pattern of possible function headers. A text with at most one match is not parsed."""
_NAMED = re.compile(r"\bfunc\b[^@\n]*@([\w$.-]+)|\bsym_name *= *\"([^\"]*)\"")
_CALLED = re.compile(r'@"?([^"\s(),<>\]]+)')


@dataclass(frozen=True, slots=True)
class Unit:
    """Task for one function.

    Attributes:
        source: name of the file in records.
        inside: path relative to the user's folder or archive.
        module: index of the module in the file, from 0.
        function: name of the function; empty if the whole module is one task.
        text: the module without unneeded functions; line numbers are those of the file.
        key: hash of everything that determines the result.
        other: for `check`, the program to compare with.
        wrong: reason why the input is invalid; empty if it is valid.
        data: content of a file that is not text, or None.
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
        """Identifier of the function's record: source, module and function."""
        return self.source, self.module, self.function


def units(source: str, inside: str, data: bytes, salt: str, located: bool = False) -> Iterator[Unit]:
    """Yield the functions of a file.

    Args:
        source: name of the file in records.
        inside: path relative to the user's folder or archive.
        data: bytes of the file.
        salt: text that is hashed into each key; it describes everything besides the program that determines results.
        located: whether the key includes source locations, because the output program has them.

    Raises:
        InputError: the bytes are not text.
    """
    text = decode_bytes(data, source)
    for number, (chunk, first) in enumerate(split(text) or [(text, 1)]):
        worked = "\n" * (first - 1) + (chunk if located else strip_locations(chunk))
        for function, part in _functions(worked, source):
            yield Unit(source, inside, number, function, part, key(salt, function, part, suffix_of(source)))


def suffix_of(source: str) -> str:
    """Return the suffix of a file name. Some rule families recognise their programs by it."""
    return PurePosixPath(source).suffix


def _functions(text: str, source: str) -> list[tuple[str, str]]:
    """Return the functions of a module as (name, text) pairs. A text that cannot be split is a single pair with an empty name."""
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
        return [(symbol_name(functions[0]), text)]
    cut = _cut(module, text)
    return cut or [("", text)]


def _cut(module: Module, text: str) -> list[tuple[str, str]]:
    """Return (name, text) pairs of the functions, each text including the callees; empty if functions are nested."""
    written = module.op.written
    if written is None or written.source not in text:
        return []
    spans = {symbol_name(op): (start, end) for op, start, end in written.children if op.name in FUNCTIONS}
    functions = [symbol_name(op) for op in module.functions()]
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
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text
