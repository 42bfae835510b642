"""Answers of IREE's tools on programs, remembered without the programs: a text may have the contents of constants."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from hashlib import blake2b
from typing import Any, TypeVar

from egraph_opt.text.outside import CHUNK

T = TypeVar("T")


def digest(text: str) -> bytes:
    """Return a digest of a text, without a copy of it."""
    found = blake2b()
    for start in range(0, len(text), CHUNK):
        found.update(text[start : start + CHUNK].encode(errors="surrogatepass"))
    return found.digest()


def _short(argument: Hashable) -> Hashable:
    return digest(argument) if isinstance(argument, str) else argument


def remembered(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Decorate a function of a text and of other arguments that can be hashed. It is called once for each text and arguments, if no more
    than `most` others have come since.
    """

    def decorate(function: Callable[..., T]) -> Callable[..., T]:
        known: dict[Hashable, T] = {}

        @wraps(function)
        def run(text: str, *arguments: Any, **named: Any) -> T:
            key = digest(text), *map(_short, arguments), *((name, _short(value)) for name, value in named.items())
            if key not in known:
                known[key] = function(text, *arguments, **named)
                if len(known) > most:
                    del known[next(iter(known))]
            return known[key]

        return run

    return decorate
