"""Content hashes of tasks and of output programs."""

from __future__ import annotations

import hashlib
import re

_BLANK = re.compile(rb"(?m)^[ \t]*\n")


def key(salt: str, *parts: str | bytes) -> str:
    """Return the key of a task: a hash of `parts`, ignoring blank lines."""
    hashed = hashlib.sha256(salt.encode())
    for part in parts:
        hashed.update(b"\0" + _BLANK.sub(b"", part.encode() if isinstance(part, str) else part))
    return hashed.hexdigest()


def content_key(program: str | bytes) -> str:
    """Return the hash that identifies an output program."""
    return key("", program)
