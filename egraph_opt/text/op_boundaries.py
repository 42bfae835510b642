"""Boundaries of an operation in custom assembly, which depend on the following text."""

from __future__ import annotations

import re

from egraph_opt.text.symbol_table import NAME, SymbolTable

RESULTS = rf"({NAME}(?::\d{{1,6}})?(?:[ \t]*+,[ \t]*+{NAME}(?::\d{{1,6}})?)*+)\s*+=\s*+"
HEAD = re.compile(rf'\s*(?:{RESULTS})?(?:([A-Za-z_][\w$]*(?:\.[\w$]+)+|module\b|func\b|return\b)|("[^"\n]*")\s*\()')
_NEXT = re.compile(rf"\s*(?:[}}^]|\Z|{HEAD.pattern[3:]})")
_ITEM = re.compile(r"[(\[{<]|[)\]}>]|\n")
_SECOND = re.compile(rf"[(\[{{<]|[)\]}}>]|(?<=\s)(?:{RESULTS})?[A-Za-z_][\w$]*(?:\.[\w$]+)+")
_BRACKETS = r"()\[\]{}<>"
_ALONE = re.compile(
    rf"[^{_BRACKETS}.]*+(?:(?:<[^{_BRACKETS}]*+(?:<[^{_BRACKETS}]*+>[^{_BRACKETS}]*+)*+>|\{{[^{_BRACKETS}]*+\}})[^{_BRACKETS}.]*+)*+"
)
"""Common texts after an operation's name that certainly contain no second operation."""
_SPACE = re.compile(r"\s*")
ALIAS = re.compile(r"\s*([#!][A-Za-z_][\w$]*)\s*=\s*")
_LOCATION = re.compile(r"\s*loc\(")
_FOLLOWING = re.compile(rf"[(\[{{<]|[)\]}}>]|(?<=\s)(?:{ALIAS.pattern[3:]}(?!=)|module\b|(?:\w+\.)?func\b)")


class Extents(SymbolTable):
    """Part of the parser that looks ahead: offsets where operations, alias definitions and locations end."""

    # what comes next

    def skip(self, at: int) -> int:
        if not self.mask[at : at + 1].isspace():
            return at
        found = _SPACE.match(self.mask, at)
        return found.end() if found else at

    def expect(self, text: str, at: int) -> int:
        """Return the position after `text`. Raises InputError if `text` does not come next."""
        at = self.skip(at)
        if not self.mask.startswith(text.replace("->", "-~"), at):
            if at >= len(self.mask):
                self.fail(len(self.clean.rstrip()), f"expected '{text}' before the end of the text", "the text may be cut off")
            self.fail(at, f"expected '{text}', found '{self.source.word(at)}'")
        return at + len(text)

    def comes_next(self, at: int) -> bool:
        """Return whether an operation, a label, or a closing brace follows the end of a line at `at`."""
        self.ahead = _NEXT.match(self.mask, at)
        return self.ahead is not None

    def head_at(self, at: int) -> re.Match[str] | None:
        """Match the results and name of an operation at position `at`."""
        found = self.ahead
        if found is None or found.start() != at:
            return HEAD.match(self.mask, at)
        return found if found.lastindex else None

    # where an operation ends

    def extent(self, start: int) -> int:
        """Return the end of a multi-line operation: the position before the next operation, label, or closing brace."""
        position, mask = start, self.mask
        while found := _ITEM.search(mask, position):
            c = found.group()
            if c in "([{<":
                position = self.source.close(found.start()) + 1
            elif c == "}":
                return found.start()
            elif c == "\n":
                if _NEXT.match(mask, found.start()) or ALIAS.match(mask, found.start()):
                    return found.start()
                position = self.skip(found.end())
            else:
                self.fail(found.start(), f"'{c}' closes nothing")
        return len(mask)

    def alias_end(self, start: int) -> int:
        """Return the end of an alias definition: the end of the line, or the start of another alias or operation on the line."""
        mask = self.mask
        end = mask.find("\n", start)
        end = len(mask) if end < 0 else end
        line = mask[start:end]
        if any(line.count(a) != line.count(b) for a, b in ("()", "{}", "[]", "<>")):
            end = self.extent(start)
        depth = 0
        for found in _FOLLOWING.finditer(mask, start, end):
            c = found.group()
            if c in "([{<":
                depth += 1
            elif c in ")]}>":
                depth -= 1
                if depth == 0 and (ALIAS.match(mask, found.end()) or HEAD.match(mask, found.end())):
                    return found.end()
            elif depth == 0:
                return found.start()
        return end

    def second(self, at: int, stop: int) -> int:
        """Return the offset before `stop` at which an operation's text ends, since another operation follows or its region ends.

        The result is -1 if neither is the case.
        """
        if _ALONE.fullmatch(self.mask, at, stop):
            return -1
        depth = 0
        for found in _SECOND.finditer(self.mask, at, stop):
            c = found.group()
            if c in "([{<":
                depth += 1
            elif depth == 0:
                return found.start()
            elif c in ")]}>":
                depth -= 1
        return -1

    def location(self, at: int) -> tuple[str, int]:
        """Return the ` loc(...)` at position `at` (or an empty text), and the position after the location."""
        if self.located and (found := _LOCATION.match(self.mask, at)):
            end = self.source.close(found.end() - 1) + 1
            return " " + self.clean[at:end].strip(), end
        return "", at

    def line_end(self, start: int) -> int:
        """Return the end of the line if the operation at `start` ends with the line, else -1."""
        end = self.mask.find("\n", start)
        end = len(self.mask) if end < 0 else end
        count = self.mask[start:end].count
        closed = (
            count("(") == count(")") and count("{") == count("}") and count("[") == count("]") and count("<") == count(">") <= 64
        )
        return end if closed and self.comes_next(end) else -1

    def without_location(self, start: int, end: int) -> tuple[int, str]:
        """Split the trailing `loc(...)` off an operation; return the end of the operation's text, and the location."""
        mask, stop, location = self.mask, end, ""
        if self.located and (k := self.last_location(start, end)) > start:
            closing = self.source.close(k + 4)
            if not mask[closing + 1 : end].strip():
                stop, location = k, " " + self.clean[k : closing + 1].strip()
        while mask[stop - 1].isspace():
            stop -= 1
        return stop, location
