"""Error for a text that is not a type, attribute or name, and the check of names."""

from __future__ import annotations

import re

_NAME = re.compile(r"[A-Za-z_][\w$.]*")


class Malformed(ValueError):
    """Error raised for a text that is not a type or attribute. `text` is the text, `at` the position of the first mistake in it."""

    def __init__(self, message: str, text: str, at: int = 0):
        super().__init__(message)
        self.text, self.at = text, at


def check_name(name: str, text: str) -> None:
    """Check that a word is a valid name of an entry of a dictionary `text`.

    Raises:
        Malformed: it is not.
    """
    if not _NAME.fullmatch(name):
        raise Malformed(
            f"expected the name of an attribute, found '{name}'" if name else "expected the name of an attribute", text
        )
