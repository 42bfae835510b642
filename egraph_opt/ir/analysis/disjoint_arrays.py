"""Arrays of a function that a promise keeps apart."""

from __future__ import annotations

from typing import NamedTuple


class Arrays(NamedTuple):
    """Argument numbers of the arrays that a function writes (`written`), and of the arrays that it only reads (`read`).

    The user promises that no array in `written` overlaps another array in `read`, which may also contain written ones.
    """

    written: tuple[int, ...]
    read: tuple[int, ...]
