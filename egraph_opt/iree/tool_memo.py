"""Memoisation of the results of IREE's tools by a digest of the program."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import update_wrapper
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from egraph_opt.text.resources.resource_blobs import CHUNK

T = TypeVar("T")


def digest(text: str) -> bytes:
    """Return a digest of a text, without copying it."""
    found = blake2b()
    for start in range(0, len(text), CHUNK):
        found.update(text[start : start + CHUNK].encode(errors="surrogatepass"))
    return found.digest()


def _short(argument: Hashable) -> Hashable:
    return digest(argument) if isinstance(argument, str) else argument


class MemoizedFunction(Generic[T]):
    """Memoised function of a text and other hashable arguments, for the last `most` distinct arguments."""

    def __init__(self, function: Callable[..., T], most: int) -> None:
        self._function, self._most = function, most
        self._known: dict[Hashable, T] = {}
        update_wrapper(self, function)

    def __call__(self, text: str, *arguments: Any, **named: Any) -> T:
        key = _key(text, arguments, named)
        if key not in self._known:
            self._keep(key, self._function(text, *arguments, **named))
        return self._known[key]

    def note(self, result: T, text: str, *arguments: Any, **named: Any) -> None:
        """Store the result for given arguments, which the caller got without a call of the function."""
        self._keep(_key(text, arguments, named), result)

    def _keep(self, key: Hashable, result: T) -> None:
        self._known[key] = result
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]


def _key(text: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Hashable:
    return digest(text), *map(_short, arguments), *((name, _short(value)) for name, value in named.items())


def remember_results(most: int) -> Callable[[Callable[..., T]], MemoizedFunction[T]]:
    return lambda function: MemoizedFunction(function, most)
