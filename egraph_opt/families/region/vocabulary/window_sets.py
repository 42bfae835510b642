"""Facts on areas (sets of disjoint windows of one base) and on the relations of windows to areas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from math import prod
from operator import and_, or_

from egraph_opt.families.region.vocabulary.name_table import Area, Facts, WordNumbers
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

AREA_LIMIT = 128
"""Maximum number of areas per base that `grow` adds, without areas from transposed bases."""
MAX_AREA_EXTENSIONS = 3
"""Maximum number of windows that `grow` tries to add to an area."""
RELATIONS = ("disjoint", "joined", "beside", "contained", "everything", "turned_area", "reshaped_area", "ends")


def facts_on_areas(names: WordNumbers, windows: list[Window]) -> Facts:
    by_base: dict[Shape, list[Window]] = {}
    for w in windows:
        by_base.setdefault(base_shape(w), []).append(w)
    found: dict[str, dict[tuple[int, ...], None]] = {name: {} for name in RELATIONS}
    bases = {base: _Base(names, members) for base, members in by_base.items()}
    for base in bases.values():
        base.grow()
    _add_transposed_areas(names, bases, found["turned_area"])
    _add_reshaped_areas(names, bases, found["reshaped_area"])
    for base in bases.values():
        base.facts(found)
    return {name: list(rows) for name, rows in found.items()}


class _Base:
    """All numbered windows of tensors of one shape (the base), and the areas (sets of disjoint windows) to be numbered."""

    def __init__(self, names: WordNumbers, members: list[Window]) -> None:
        self.names, self.members, self.shape = names, members, base_shape(members[0])
        place = {w: names.place(w) for w in members}
        self.first = {w: place[w][0] for w in members}
        self.order = {w: n for n, w in enumerate(sorted(members, key=place.__getitem__))}
        self.bit = {w: 1 << n for n, w in enumerate(members)}
        self.apart = {w: self._bits(x for x in members if disjoint(w, x)) for w in members}
        self.holders = {w: self._bits(x for x in members if relative(w, x) is not None) for w in members}
        self.parts = [w for w in members if not whole(w)]
        self.areas: dict[Area, None] = {}
        """Areas, as tuples of windows in order of address."""

    def _bits(self, windows: Iterable[Window]) -> int:
        return reduce(or_, (self.bit[w] for w in windows), 0)

    def area(self, windows: Iterable[Window]) -> Area:
        """Return the area of `windows`: a tuple in order of address."""
        return tuple(sorted(windows, key=self.order.__getitem__))

    def grow(self) -> None:
        """Number areas that a chain of insertions, in decreasing order of address, may have written.

        Start from windows at the end of the base and the program's chains. Extend each area by windows at lower addresses.
        """
        number = self.names.areas
        self.areas = {(w,): None for w in self.members if interval(w)[1] == prod(self.shape)}
        self.areas.update(dict.fromkeys(area for chain in self.names.chains for area in self.written_areas(chain)))
        todo = list(self.areas)
        ordered = self.area(self.parts)
        while todo:
            area = todo.pop()
            number.setdefault(area, len(number))
            apart, first = self._apart(area), self.first[area[0]]
            for w in [w for w in ordered if self.first[w] < first and apart & self.bit[w]][-MAX_AREA_EXTENSIONS:]:
                both = (w, *area)
                if both not in self.areas and len(self.areas) < AREA_LIMIT:
                    self.areas[both] = None
                    number.setdefault(both, len(number))
                    todo.append(both)
        for parts in self.assemblies():
            for k in range(len(parts)):
                area = self.area(parts[: k + 1])
                self.areas[area] = None
                number.setdefault(area, len(number))

    def assemblies(self) -> list[list[Window]]:
        """Return the windows of the parts of each tensor that the program assembles from slices."""
        return [parts for parts in self.names.parts if base_shape(parts[0]) == self.shape]

    def written_areas(self, chain: Sequence[Window]) -> Iterator[Area]:
        """Sort the windows of a chain of insertions by address, and yield each suffix that is no known area."""
        if base_shape(chain[0]) == self.shape and all(disjoint(v, w) for v, w in combinations(chain, 2)):
            ordered = self.area(chain)
            yield from (ordered[k:] for k in range(len(ordered)) if ordered[k:] not in self.areas)

    def _apart(self, area: Area) -> int:
        return reduce(and_, (self.apart[w] for w in area))

    def facts(self, found: dict[str, dict[tuple[int, ...], None]]) -> None:
        number, window = self.names.areas, {w: self.names.window(w) for w in self.members}
        for area in self.areas:
            a, apart = number[area], self._apart(area)
            if covers(area):
                found["everything"][a, self.names.shape(self.shape)] = None
            for w in (w for w in self.parts if apart & self.bit[w]):
                both = self.area((w, *area))
                if both in self.areas:
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
        found["ends"] |= {(window[parts[-1]], number[self.area(parts)]): None for parts in self.assemblies()}
        held = [(number[area], self._bits(area)) for area in self.areas]
        for part in [*self.areas, *((w,) for w in self.parts if (w,) not in self.areas)]:
            holders, n = [self.holders[w] for w in part], number[part]
            for a, bits in held:
                if all(each & bits for each in holders):
                    found["contained"][n, a] = None


def _add_transposed_areas(names: WordNumbers, bases: dict[Shape, _Base], found: dict[tuple[int, ...], None]) -> None:
    """Add each transposition of an area if all its windows are numbered, and the fact that relates both areas."""
    todo = [(base, area) for base in bases.values() for area in base.areas]
    for base, area in todo:
        for order, p in names.permutations.items():
            other = bases.get(tuple(base.shape[axis] for axis in order)) if len(order) == len(base.shape) else None
            turned = [permute_window(order, w) for w in area] if other else []
            if other and all(w in other.bit for w in turned):
                made = other.area(turned)
                if made not in other.areas:
                    other.areas[made] = None
                    todo.append((other, made))
                found[p, names.areas[area], names.areas.setdefault(made, len(names.areas))] = None


def _add_reshaped_areas(names: WordNumbers, bases: dict[Shape, _Base], found: dict[tuple[int, ...], None]) -> None:
    """Add each area after a reshape of its base if all its windows are numbered, and the fact that relates both areas."""
    todo = [(base, area) for base in bases.values() for area in base.areas]
    for _, area in todo:
        for shape in names.groupings:
            other = bases.get(shape)
            reshaped = [w for v in area if (w := reshape_window(v, shape)) is not None and w in other.bit] if other else []
            if other and len(reshaped) == len(area):
                made = other.area(reshaped)
                if made not in other.areas:
                    other.areas[made] = None
                    todo.append((other, made))
                number = names.areas.setdefault(made, len(names.areas))
                found[names.areas[area], names.shape(shape), number] = None
