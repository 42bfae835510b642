"""Facts on sets of disjoint windows (slices of one tensor), and on the relations of windows to such sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from math import prod
from operator import and_, or_

from egraph_opt.families.region.vocabulary.name_table import Facts, WindowSet, WordNumbers
from egraph_opt.families.region.vocabulary.symbolic_extent import Shape
from egraph_opt.families.region.vocabulary.window import (
    Window,
    base_shape,
    covers,
    disjoint,
    interval,
    permute_window,
    relative,
    whole,
)
from egraph_opt.families.region.vocabulary.window_reshaping import reshape_window

WINDOW_SET_LIMIT = 128
"""Maximum number of areas per base that `grow` adds, without areas from transposed bases."""
MAX_SET_EXTENSIONS = 3
"""Maximum number of windows that `grow` tries to add to an area."""
RELATIONS = ("disjoint", "joined", "beside", "contained", "everything", "turned_area", "reshaped_area", "ends")


def facts_on_window_sets(names: WordNumbers, windows: list[Window]) -> Facts:
    by_base: dict[Shape, list[Window]] = {}
    for w in windows:
        by_base.setdefault(base_shape(w), []).append(w)
    found: dict[str, dict[tuple[int, ...], None]] = {name: {} for name in RELATIONS}
    bases = {base: _Base(names, members) for base, members in by_base.items()}
    for base in bases.values():
        base.grow()
    _add_transposed_sets(names, bases, found["turned_area"])
    _add_reshaped_areas(names, bases, found["reshaped_area"])
    for base in bases.values():
        base.facts(found)
    return {name: list(rows) for name, rows in found.items()}


class _Base:
    """All numbered windows (slices) of tensors of one shape, and the sets of disjoint windows to be numbered."""

    def __init__(self, names: WordNumbers, members: list[Window]) -> None:
        self.names, self.members, self.shape = names, members, base_shape(members[0])
        place = {w: names.linear_range(w) for w in members}
        self.first = {w: place[w][0] for w in members}
        self.order = {w: n for n, w in enumerate(sorted(members, key=place.__getitem__))}
        self.bit = {w: 1 << n for n, w in enumerate(members)}
        self.apart = {w: self._bits(x for x in members if disjoint(w, x)) for w in members}
        self.holders = {w: self._bits(x for x in members if relative(w, x) is not None) for w in members}
        self.parts = [w for w in members if not whole(w)]
        self.window_sets: dict[WindowSet, None] = {}
        """Sets of disjoint windows, as tuples in order of address."""

    def _bits(self, windows: Iterable[Window]) -> int:
        return reduce(or_, (self.bit[w] for w in windows), 0)

    def window_set(self, windows: Iterable[Window]) -> WindowSet:
        """Return a set of windows as a tuple in order of address."""
        return tuple(sorted(windows, key=self.order.__getitem__))

    def grow(self) -> None:
        """Number the sets of windows that a chain of insertions, in decreasing order of address, may have written.

        Start from windows at the end of the tensor and from the program's chains. Extend each set by windows at lower addresses.
        """
        number = self.names.window_sets
        self.window_sets = {(w,): None for w in self.members if interval(w)[1] == prod(self.shape)}
        self.window_sets.update(
            dict.fromkeys(window_set for chain in self.names.chains for window_set in self.written_sets(chain))
        )
        todo = list(self.window_sets)
        ordered = self.window_set(self.parts)
        while todo:
            window_set = todo.pop()
            number.setdefault(window_set, len(number))
            apart, first = self._apart(window_set), self.first[window_set[0]]
            for w in [w for w in ordered if self.first[w] < first and apart & self.bit[w]][-MAX_SET_EXTENSIONS:]:
                both = (w, *window_set)
                if both not in self.window_sets and len(self.window_sets) < WINDOW_SET_LIMIT:
                    self.window_sets[both] = None
                    number.setdefault(both, len(number))
                    todo.append(both)
        for parts in self.assemblies():
            for k in range(len(parts)):
                window_set = self.window_set(parts[: k + 1])
                self.window_sets[window_set] = None
                number.setdefault(window_set, len(number))

    def assemblies(self) -> list[list[Window]]:
        """Return, for each tensor that the program assembles from slices, the windows (tensor parts) written."""
        return [parts for parts in self.names.parts if base_shape(parts[0]) == self.shape]

    def written_sets(self, chain: Sequence[Window]) -> Iterator[WindowSet]:
        """Sort the windows of a chain of insertions by address, and yield each suffix that is no known set."""
        if base_shape(chain[0]) == self.shape and all(disjoint(v, w) for v, w in combinations(chain, 2)):
            ordered = self.window_set(chain)
            yield from (ordered[k:] for k in range(len(ordered)) if ordered[k:] not in self.window_sets)

    def _apart(self, window_set: WindowSet) -> int:
        return reduce(and_, (self.apart[w] for w in window_set))

    def facts(self, found: dict[str, dict[tuple[int, ...], None]]) -> None:
        number, window = self.names.window_sets, {w: self.names.window(w) for w in self.members}
        for window_set in self.window_sets:
            a, apart = number[window_set], self._apart(window_set)
            if covers(window_set):
                found["everything"][a, self.names.shape(self.shape)] = None
            for w in (w for w in self.parts if apart & self.bit[w]):
                both = self.window_set((w, *window_set))
                if both in self.window_sets:
                    found["disjoint"][a, window[w]] = None
                    found["joined"][a, window[w], number[both]] = None
                else:
                    found["beside"][a, window[w]] = None
        for v in self.parts:
            for w in self.parts:
                if self.apart[v] & self.bit[w]:
                    found["disjoint"][window[v], window[w]] = None
                elif self.holders[v] & self.bit[w]:
                    found["contained"][window[v], window[w]] = None
        found["ends"] |= {(window[parts[-1]], number[self.window_set(parts)]): None for parts in self.assemblies()}
        held = [(number[window_set], self._bits(window_set)) for window_set in self.window_sets]
        for part in [*self.window_sets, *((w,) for w in self.parts if (w,) not in self.window_sets)]:
            holders, n = [self.holders[w] for w in part], number[part]
            for a, bits in held:
                if all(each & bits for each in holders):
                    found["contained"][n, a] = None


def _add_transposed_sets(names: WordNumbers, bases: dict[Shape, _Base], found: dict[tuple[int, ...], None]) -> None:
    """Add each transposition of a set of windows if all its windows are numbered, and the fact that relates both sets."""
    todo = [(base, window_set) for base in bases.values() for window_set in base.window_sets]
    for base, window_set in todo:
        for order, p in names.permutations.items():
            other = bases.get(tuple(base.shape[axis] for axis in order)) if len(order) == len(base.shape) else None
            turned = [permute_window(order, w) for w in window_set] if other else []
            if other and all(w in other.bit for w in turned):
                made = other.window_set(turned)
                if made not in other.window_sets:
                    other.window_sets[made] = None
                    todo.append((other, made))
                found[p, names.window_sets[window_set], names.window_sets.setdefault(made, len(names.window_sets))] = None


def _add_reshaped_areas(names: WordNumbers, bases: dict[Shape, _Base], found: dict[tuple[int, ...], None]) -> None:
    """Add each area after a reshape of its base if all its windows are numbered, and the fact that relates both areas."""
    todo = [(base, window_set) for base in bases.values() for window_set in base.window_sets]
    for _, window_set in todo:
        for shape in names.groupings:
            other = bases.get(shape)
            reshaped = [w for v in window_set if (w := reshape_window(v, shape)) is not None and w in other.bit] if other else []
            if other and len(reshaped) == len(window_set):
                made = other.window_set(reshaped)
                if made not in other.window_sets:
                    other.window_sets[made] = None
                    todo.append((other, made))
                number = names.window_sets.setdefault(made, len(names.window_sets))
                found[names.window_sets[window_set], names.shape(shape), number] = None
