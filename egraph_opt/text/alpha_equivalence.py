"""Alpha-equivalence of texts: equal up to renaming of values, labels and symbols."""

from __future__ import annotations

import re
from hashlib import blake2b

_NAME = re.compile(r"[%^@](?:[\w$.-]+|\"[^\"\n]*\")")


def alpha_digest(*texts: str) -> bytes:
    """Return a digest of texts in which names are replaced by numbers, consistently across all texts.

    Two lists of texts have equal digests if and only if a one-to-one renaming makes the lists equal (barring hash collisions). Names inside
    strings are renamed too.
    """
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"{found[0][0]}{len(numbers)}")

    digest = blake2b(digest_size=32)
    for text in texts:
        digest.update(_NAME.sub(number, text).encode())
        digest.update(b"\0")
    return digest.digest()
