"""Position of a JSON path in the text, for error messages."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]

Path = tuple[str | int, ...]
"""Object keys and list indices, outermost first."""

MAX_SHOWN_CHARACTERS = 100
"""Maximum number of characters of a source line in a message, since a whole e-graph may be one line."""
SPACE = re.compile(r"[ \t\n\r]*")


def offset(text: str, path: Path) -> int:
    """Return the offset of the value at a path or, if missing, of its innermost existing ancestor."""
    decoder = json.JSONDecoder()

    def after_space(at: int) -> int:
        found = SPACE.match(text, at)
        return found.end() if found else at

    at = after_space(0)
    for key in path:
        if text[at] not in "{[":
            return at
        begin, place, position = at, after_space(at + 1), 0
        while text[place] not in "}]":
            name = str(position)  # a node in a list may be named by its position
            if text[begin] == "{":
                name, place = scanstring(text, place + 1)
                place = after_space(after_space(place) + 1)  # over the colon
            if name == str(key):
                at = place
                break
            _, place = decoder.raw_decode(text, place)
            place = after_space(place)
            if text[place] == ",":
                place = after_space(place + 1)
            position += 1
        else:
            return begin
    return at


def point_at(file: str, text: str, at: int, message: str) -> str:
    """Return `file:line:column: error: message`, the source line, and a caret below it."""
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line, column = text[begin : end if end >= 0 else len(text)], at - begin
    left = max(0, min(column - MAX_SHOWN_CHARACTERS // 2, len(line) - MAX_SHOWN_CHARACTERS))
    number = text.count("\n", 0, at) + 1
    return f"{file}:{number}:{column + 1}: error: {message}\n{line[left : left + MAX_SHOWN_CHARACTERS]}\n{' ' * (column - left)}^"
