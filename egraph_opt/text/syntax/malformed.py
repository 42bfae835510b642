"""What is said of a text that is no type, attribute or name, and what a name is."""

from __future__ import annotations

import re

_NAME = re.compile(r"[A-Za-z_][\w$.]*")


class Malformed(ValueError):
    """A text is no type or attribute. `text` is that text, `at` where in it the first mistake is."""

    def __init__(self, message: str, text: str, at: int = 0):
        super().__init__(message)
        self.text, self.at = text, at


def check_name(name: str, text: str) -> None:
    """Check that a word is the name of an entry of a dictionary `text`.

    Raises:
        Malformed: it is none.
    """
    if not _NAME.fullmatch(name):
        raise Malformed(
            f"expected the name of an attribute, found '{name}'" if name else "expected the name of an attribute", text
        )
