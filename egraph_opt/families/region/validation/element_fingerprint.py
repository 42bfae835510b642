"""Fingerprints: 64-bit hashes that identify tensor elements."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egraph_opt.errors import EgraphOptError

Prints = NDArray[np.uint64]
PIECE = 1 << 14
"""Number of fingerprints mixed at once, which fit a processor's cache."""


class FingerprintOutOfBounds(EgraphOptError):
    """With the random extents and offsets of this run, the function accesses a tensor out of bounds."""


def fingerprint(*things: object) -> np.uint64:
    return np.uint64(int.from_bytes(hashlib.blake2b(repr(things).encode(), digest_size=8).digest(), "little"))


def mix(a: Any, b: Any) -> Any:
    """Combine two fingerprints, in order, with the finaliser of splitmix64 (Steele et al. 2014)."""
    with np.errstate(over="ignore"):
        return _mix_pieces(a * np.uint64(0x9E3779B97F4A7C15) + b)


def mix_all(seed: np.uint64, xs: Sequence[Prints]) -> Any:
    """Combine a seed and several broadcastable tensors of fingerprints, elementwise.

    Each tensor is multiplied by a factor of its own, so the order of tensors matters.
    """
    with np.errstate(over="ignore"):
        x: Any = seed
        for n, one in sorted(enumerate(xs), key=lambda pair: pair[1].size):
            x = x + one * factor(n)
        return _mix_pieces(x)


@cache
def factor(n: int) -> np.uint64:
    """Return a pseudo-random odd factor for the n-th tensor of `mix_all`."""
    return fingerprint("factor", n) | np.uint64(1)


def digest(x: Prints) -> np.uint64:
    """Return a fingerprint of a tensor's shape and elements, in order.

    Each block of `PIECE` elements is summed with random weights modulo 2**64.
    """
    row, made = np.ascontiguousarray(x).reshape(-1), fingerprint(x.shape)
    for start in range(0, row.size, PIECE):
        piece = row[start : start + PIECE]
        made = mix(made, np.dot(piece, weights()[: piece.size]))
    return made


@cache
def weights() -> Prints:
    made: Prints = mix(fingerprint("weight"), np.arange(PIECE, dtype=np.uint64)) | np.uint64(1)
    return made


def _mix_pieces(x: Any) -> Any:
    if x.size <= PIECE or not x.flags.c_contiguous:
        return _finish_mix(x)
    row = x.reshape(-1)
    for start in range(0, row.size, PIECE):
        _finish_mix(row[start : start + PIECE])
    return x


def _finish_mix(x: Any) -> Any:
    """Return fingerprints with all bits mixed; arrays are mixed in place."""
    for shift, odd in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x ^= x >> np.uint64(shift)
        x *= np.uint64(odd)
    x ^= x >> np.uint64(31)
    return x
