"""What is said of a text that is no type, attribute or name."""

from __future__ import annotations


class Malformed(ValueError):
    """A text is no type or attribute. `text` is that text, `at` where in it the first mistake is."""

    def __init__(self, message: str, text: str, at: int = 0):
        super().__init__(message)
        self.text, self.at = text, at
