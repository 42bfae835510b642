"""Alpha-equivalence of texts: equal up to renaming of values, labels and symbols."""

from __future__ import annotations

import re
from hashlib import blake2b

_NAME = re.compile(r"[%^@](?:[\w$.-]+|\"[^\"\n]*\")")


def alpha_digest(*texts: str) -> bytes:
    """Return a digest of texts with names replaced by numbers, consistently across the texts.

    Two lists of texts have equal digests if and only if a one-to-one renaming maps one to the other (up to hash collisions).
    Names in strings are renamed too.
    """
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"{found[0][0]}{len(numbers)}")

    digest = blake2b(digest_size=32)
    for text in texts:
        digest.update(_NAME.sub(number, text).encode())
        digest.update(b"\0")
    return digest.digest()
