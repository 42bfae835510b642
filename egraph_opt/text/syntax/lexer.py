"""Lexer: text with blanked comments and masked strings, matching brackets, and error positions."""

from __future__ import annotations

import re
from typing import NoReturn

from egraph_opt.ir.module import InputError

MAX_BYTES = 16 << 20
"""Maximum input size in bytes, far above real programs."""
MAX_NESTING = 256
"""Maximum nesting depth of brackets, since type parsers are recursive."""
MAX_BLOCKS = 10_000
"""Maximum number of blocks per region, since dominance takes quadratic time."""
MAX_REGIONS = 128
"""Maximum nesting depth of regions, since parser and printer are recursive."""

_SKIPPED = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|//[^\n]*+|"')
_BRACKET = re.compile(r"[()\[\]{}<>]")
_TOP = re.compile(r"[(\[{<]|[)\]}>]|,")
_WORD = re.compile(r"[\w.$%#@!^-]{1,40}|\S")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


class Source:
    """Text of one program.

    `clean` is the text with comments blanked. In `mask`, string contents are blanked too and `->` is `-~`, so that every bracket is a real
    bracket. Offsets are the same in the text, in `clean` and in `mask`.
    """

    def __init__(self, text: str, filename: str, first_line: int = 1):
        self.text, self.filename, self.first_line = text, filename, first_line
        self.clean = self.mask = text
        self._braces: dict[int, int] = {}
        if len(text) > MAX_BYTES:
            self.fail(0, f"the input has {len(text)} characters, more than {MAX_BYTES}", "split it into one file per module")
        if (nul := text.find("\0")) >= 0:
            self.fail(nul, "the input holds a NUL character", "pass MLIR as text, not as bytecode")
        if '"' in text or "//" in text:
            self._blank()
        self.mask = self.mask.replace("->", "-~")
        if "affine" in text:
            self.mask = self.mask.replace(">=", "~=").replace("<=", "~=")

    def _blank(self) -> None:
        clean: list[str] = []
        mask: list[str] = []
        last = 0
        for found in _SKIPPED.finditer(self.text):
            start, end = found.span()
            token = found.group()
            between = self.text[last:start]
            if token[0] == "/":
                token = hidden = " " * (end - start)
            elif len(token) == 1:
                self.fail(start, "this string does not end on its line", 'close it with "')
            else:
                hidden = '"' + "_" * (end - start - 2) + '"'
            clean += (between, token)
            mask += (between, hidden)
            last = end
        self.clean = "".join(clean) + self.text[last:]
        self.mask = "".join(mask) + self.text[last:]

    def line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + self.first_line

    def fail(self, at: int, message: str, note: str = "") -> NoReturn:
        """Raise an InputError at offset `at`, with a message and, in `note`, advice on how to avoid the error."""
        at = min(at, len(self.text))
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        source = self.text[start : end if end >= 0 else len(self.text)]
        raise InputError(message, self.line(at), at - start + 1, note, self.filename, source)

    def raise_truncated(self, opened: int, what: str) -> NoReturn:
        end = len(self.text.rstrip())
        note = f"'{self.text[opened]}' in line {self.line(opened)} is not closed: the text may be cut off"
        self.fail(end, f"expected {what} before the end of the text", note)

    def close(self, at: int) -> int:
        """Return the position of the closing bracket that matches the opening bracket at `at`."""
        if at in self._braces:
            return self._braces[at]
        mask = self.mask
        stack: list[tuple[str, int]] = []
        for found in _BRACKET.finditer(mask, at):
            c = found.group()
            if c in _CLOSING:
                stack.append((_CLOSING[c], found.start()))
                if len(stack) > MAX_NESTING:
                    self.fail(found.start(), f"brackets are nested deeper than {MAX_NESTING}")
            else:
                expected, opened = stack.pop()
                if c != expected:
                    note = f"'{self.mask[opened]}' was opened at line {self.line(opened)}"
                    self.fail(found.start(), f"expected '{expected}', found '{c}'", note)
                if c == "}":
                    self._braces[opened] = found.start()
                if not stack:
                    return found.start()
        self.raise_truncated(stack[-1][1], f"'{stack[-1][0]}'")

    def commas(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the trimmed spans of the comma-separated items between two positions."""
        mask, spans, depth, first = self.mask, [], 0, start
        for found in _TOP.finditer(mask, start, end):
            c = found.group()
            if c == ",":
                if depth == 0:
                    spans.append((first, found.start()))
                    first = found.end()
            elif c in _CLOSING:
                depth += 1
                if depth > MAX_NESTING:
                    self.fail(found.start(), f"brackets are nested deeper than {MAX_NESTING}")
            else:
                depth -= 1
        spans.append((first, end))
        if len(spans) == 1 and not mask[start:end].strip():
            return []
        return [self.strip(*span) for span in spans]

    def strip(self, start: int, end: int) -> tuple[int, int]:
        text = self.mask[start:end]
        return start + len(text) - len(text.lstrip()), max(start, end - len(text) + len(text.rstrip()))

    def word(self, at: int) -> str:
        found = _WORD.match(self.text, at)
        return found.group() if found else "the end of the text"


def mask_of(text: str) -> str:
    if '"' in text:
        text = _SKIPPED.sub(lambda found: '"' + "_" * (len(found.group()) - 2) + '"', text)
    return text.replace("->", "-~")


def nesting(text: str) -> int:
    depth = deepest = 0
    for found in _BRACKET.finditer(mask_of(text)):
        depth += 1 if found.group() in _CLOSING else -1
        deepest = max(deepest, depth)
    return deepest
