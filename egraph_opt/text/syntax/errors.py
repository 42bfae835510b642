"""Error for malformed types, attributes and names, and the check of names."""

from __future__ import annotations

import re

_NAME = re.compile(r"[A-Za-z_][\w$.]*")


class Malformed(ValueError):
    """Error for a text that is not a type or attribute; `at` is the offset of the first error in `text`."""

    def __init__(self, message: str, text: str, at: int = 0):
        super().__init__(message)
        self.text, self.at = text, at


def check_name(name: str, text: str) -> None:
    """Check that a word is a valid entry name of the dictionary `text`.

    Raises:
        Malformed: `name` is no valid entry name.
    """
    if not _NAME.fullmatch(name):
        raise Malformed(
            f"expected the name of an attribute, found '{name}'" if name else "expected the name of an attribute", text
        )
