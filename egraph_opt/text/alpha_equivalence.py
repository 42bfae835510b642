"""Texts without the names in them: equal for programs that differ in the names of values, labels and symbols only."""

from __future__ import annotations

import re
from hashlib import blake2b

_NAME = re.compile(r"[%^@](?:[\w$.-]+|\"[^\"\n]*\")")


def alpha_digest(*texts: str) -> bytes:
    """Return a digest of texts in which each name is replaced by a number, the same in all of them.

    Two lists of texts have the same digest if a one-to-one renaming leads from one to the other, and else not. Names in strings
    count as names, too: what holds for every name holds for these.
    """
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"{found[0][0]}{len(numbers)}")

    digest = blake2b(digest_size=32)
    for text in texts:
        digest.update(_NAME.sub(number, text).encode())
        digest.update(b"\0")
    return digest.digest()
