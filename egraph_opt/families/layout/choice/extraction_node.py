"""Nodes of the extraction problem, and keys of its classes."""

from __future__ import annotations

from typing import NamedTuple

Class = int
"""Key of a value in a layout: the number of its e-class, or `~n` for a scalar term `n` outside the e-graph."""


class Node(NamedTuple):
    """Node of the extraction problem: an operation that yields a value in a layout.

    `symbol` is a symbol of the e-graph, or one of three others. `read` loads a tensor from its shared-memory copy. `held` passes
    on its child's value. `run` executes an operation with several results.
    """

    symbol: str
    f: int
    of: Class
    children: tuple[Class, ...]
    back: int = 0
    """Number of trailing children that are loop back edges."""
