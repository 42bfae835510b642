"""File metadata of a program: `{-# dialect_resources: {builtin: {weights: "0x..."}}, external_resources: {...} #-}`.

The metadata contains the values of `dense_resource<weights>` constants.
"""

from __future__ import annotations

import re
from itertools import takewhile

from egraph_opt.text.syntax.lexer import Source

_METADATA = re.compile(r"\{-#(.*?)#-\}", re.S)
_ENTRY = re.compile(r'([\w$.-]+|"_*")\s*:\s*')


def metadata(source: Source, at: int, into: dict[tuple[str, ...], str]) -> int:
    """Parse the `{-# ... #-}` at position `at` and add its entries to `into`, by path; return the end position.

    Raises:
        InputError: the `{-# ... #-}` is not closed, or has a duplicate entry.
    """
    found = _METADATA.match(source.mask, at)
    if not found:
        source.raise_truncated(at, "'#-}'")
    rest: list[tuple[tuple[str, ...], int, int]] = [((), *found.span(1))]
    while rest:
        path, first, last = rest.pop()
        for start, end in source.commas(first, last):
            entry = _ENTRY.match(source.mask, start, end)
            if not entry:
                source.fail(start, f"expected 'name: value', found '{source.word(start)}'")
            name = (*path, source.clean[slice(*entry.span(1))].strip('"'))
            if source.mask.startswith("{", entry.end()):
                rest.append((name, entry.end() + 1, source.close(entry.end())))
            elif name in into:
                source.fail(start, f"a second resource {name[-1]}")
            else:
                into[name] = source.clean[entry.end() : end].strip()
    return found.end()


def surroundings(text: str) -> tuple[str, str, str, dict[tuple[str, ...], str]]:
    """Return the comments before and after a program, its `{-# ... #-}` verbatim, and its entries by path.

    Raises:
        InputError: the metadata cannot be parsed.
    """
    source = Source(text, "")
    held: dict[tuple[str, ...], str] = {}
    found = [source.text[m.start() : metadata(source, m.start(), held)] for m in _METADATA.finditer(source.mask)]
    lines = text.splitlines(keepends=True)
    before = list(takewhile(_is_comment, lines))
    after = list(takewhile(_is_comment, reversed(lines[len(before) :])))[::-1]
    return _comments(before), _comments(after), "\n".join(found), held


def _is_comment(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("//")


def _comments(lines: list[str]) -> str:
    return "".join(lines) if any(line.strip() for line in lines) else ""
