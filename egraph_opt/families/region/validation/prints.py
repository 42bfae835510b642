"""Fingerprints: 64 bits that stand for what an element is."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egraph_opt.errors import EgraphOptError

Prints = NDArray[np.uint64]


class OutOfBounds(EgraphOptError):
    """With the drawn numbers, the function accesses a tensor out of bounds. Its behaviour is then undefined."""


def fingerprint(*things: object) -> np.uint64:
    """Return 64 bits that identify an object."""
    return np.uint64(int.from_bytes(hashlib.blake2b(repr(things).encode(), digest_size=8).digest(), "little"))


def mix(a: Any, b: Any) -> Any:
    """Return a fingerprint of two fingerprints, in order (the finaliser of splitmix64, Steele et al. 2014)."""
    with np.errstate(over="ignore"):
        x = a * np.uint64(0x9E3779B97F4A7C15) + b
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))
