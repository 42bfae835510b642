"""Order of a program's accesses to one array: nothing but `tl.debug_barrier` orders a lane's access with another lane's.

The threads of a program run at their own pace, and Triton inserts no barrier for global memory. Lanes of one number in tensors of one size
belong to one thread, which sees its own stores. One thread stores a scalar, and all threads load it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from egraph_opt.interpret.element_types import Array

LANE_BITS = 21
"""Bits of a lane's number: a tensor has at most 2**20 elements."""
PHASE_BITS = 2 * LANE_BITS


@dataclass(frozen=True, slots=True)
class Lanes:
    """Active lanes of an access to a tensor of `size` elements. A phase is a part of a program's run between barriers."""

    phase: int
    size: int
    numbers: Array

    @property
    def keys(self) -> Array:
        return (self.phase << PHASE_BITS) + (self.size << LANE_BITS) + self.numbers

    @property
    def several(self) -> int:
        """Key of an element that several lanes load."""
        return (self.phase + 1 << PHASE_BITS) - 1

    def may_miss(self, users: Array) -> Array:
        """Return for each lane whether another one is the element's user in this phase."""
        return np.asarray((users >> PHASE_BITS == self.phase) & (users != self.keys))


@dataclass(slots=True)
class LaneOrder:
    """For each element of an array, the key of the last lane that stored it, and of the one that loaded it, -1 without one."""

    stored: Array
    loaded: Array

    @classmethod
    def of_size(cls, size: int) -> LaneOrder:
        return cls(np.full(size, -1, np.int64), np.full(size, -1, np.int64))

    def copy(self) -> LaneOrder:
        return LaneOrder(self.stored.copy(), self.loaded.copy())

    def merge(self, other: LaneOrder) -> None:
        """Take over the users of another branch, where they are later."""
        np.maximum(self.stored, other.stored, out=self.stored)
        np.maximum(self.loaded, other.loaded, out=self.loaded)

    def note_load(self, lanes: Lanes, indices: Array) -> bool:
        """Record a load of elements; return whether each lane sees what was stored before."""
        users = self.stored[indices]
        missed = lanes.may_miss(users) | ((users == lanes.keys) & (lanes.size == 1))
        keys = np.where(lanes.may_miss(self.loaded[indices]), lanes.several, lanes.keys)
        self.loaded[indices] = keys
        self.loaded[indices[self.loaded[indices] != keys]] = lanes.several
        return not missed.any()

    def note_store(self, lanes: Lanes, indices: Array, changed: Array) -> bool:
        """Record a store; return whether the elements that are `changed` are stored after all earlier loads and stores of them."""
        missed = changed & (lanes.may_miss(self.loaded[indices]) | lanes.may_miss(self.stored[indices]))
        self.stored[indices] = lanes.keys
        return not missed.any()
