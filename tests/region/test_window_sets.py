"""Facts on areas, compared with the elements that they hold, and e-graphs that end because of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import prod
from operator import or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.core.engine import Limits
from egraph_opt.families.region.choice.classes.saturate import saturate
from egraph_opt.families.region.vocabulary import window_facts, window_sets
from egraph_opt.families.region.vocabulary.name_table import Permutation, WindowSet, WordNumbers, inverse
from egraph_opt.families.region.vocabulary.window import Window, base_shape, permute_window, window
from egraph_opt.families.region.vocabulary.window_facts import reshaped_windows
from egraph_opt.families.region.vocabulary.window_sets import facts_on_window_sets
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS
from tests.support.region_bounds import encoded
from tests.support.region_windows import elements, windows

BASE = (3, 4, 2)


def held(area: WindowSet) -> set[int]:
    return {place for w in area for place in elements(w)}


def moved(shape: Sequence[int], order: Permutation, places: set[int]) -> set[int]:
    """Return where elements of a tensor lie once it is transposed: element `i` of the result is at the axes `order` of the tensor."""
    there = np.transpose(np.arange(prod(shape)).reshape(shape), order).reshape(-1)
    return {n for n, place in enumerate(there.tolist()) if place in places}


def wrong(members: list[Window], order: Permutation) -> list[str]:
    """Return the facts on areas of some windows, which are written one after the other, that do not hold for their elements."""
    names = WordNumbers(chains=[members, members[:2]], groupings=[(4, *BASE[:1], 2), (prod(BASE[:2]), 1, *BASE[2:]), BASE])
    names.permutation(order)
    names.permutation(inverse(order))
    every = dict.fromkeys(v for w in members for v in (w, permute_window(order, w), permute_window(inverse(order), w)))
    for w in (*every, *(v for u in every for v in reshaped_windows(names, u))):
        names.window(w)
    found = facts_on_window_sets(names, names.windows())
    by_number, orders, shapes = list(names.window_sets), list(names.permutations), list(names.shapes)

    def area(n: int) -> set[int]:
        return held(by_number[n])

    holds: dict[str, Callable[..., bool]] = {
        "disjoint": lambda a, b: not area(a) & area(b),
        "beside": lambda a, b: not area(a) & area(b),
        "joined": lambda a, b, both: area(both) == area(a) | area(b),
        "contained": lambda a, b: area(a) <= area(b),
        "everything": lambda a, s: len(area(a)) == prod(shapes[s]),
        "turned_area": lambda p, a, b: area(b) == moved(base_shape(by_number[a][0]), orders[p], area(a)),
        "reshaped_area": lambda a, s, b: area(a) == area(b) and base_shape(by_number[b][0]) == shapes[s],
    }
    return [name for name, rows in found.items() for row in rows if not holds[name](*row)]


@given(st.lists(windows(BASE), min_size=1, max_size=6), st.permutations(range(3)))
@settings(max_examples=100, deadline=None)
def test_facts_on_window_sets_hold(members: list[Window], order: list[int]) -> None:
    assert wrong(members, tuple(order)) == []


CUBE = [window((3, 3, 3), (n, 0, 0), (1, 3, 3), (1, 1, 1)) for n in range(3)]


def test_areas_that_are_written_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many other windows lie nearer to one another than those of a chain."""
    chain = [window((8, 8), (0, n), (8, 2), (1, 1)) for n in (0, 2, 4, 6)]
    names = WordNumbers(chains=[chain])
    columns = [window((8, 8), (0, n), (8, 1), (1, 1)) for n in range(8)]
    monkeypatch.setattr(window_sets, "WINDOW_SET_LIMIT", 4)
    for w in (*chain, *columns):
        names.window(w)
    facts_on_window_sets(names, names.windows())
    assert all(tuple(chain[k:]) in names.window_sets for k in range(4))


def test_overlapping_parts_are_no_area() -> None:
    names = WordNumbers(chains=[[window((4, 4), (n, 0), (3, 4), (1, 1)) for n in (0, 1)]])
    for w in names.chains[0]:
        names.window(w)
    facts_on_window_sets(names, names.windows())
    assert all(len(area) == 1 for area in names.window_sets)


def test_wrong_an_area_is_turned_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong(CUBE, (2, 0, 1)) == []
    monkeypatch.setattr(window_sets, "permute_window", lambda order, w: permute_window(inverse(order), w))
    assert set(wrong(CUBE, (2, 0, 1))) == {"turned_area"}


def test_wrong_what_is_beside_one_window_is_beside_the_area(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_sets, "and_", or_)
    assert set(wrong(CUBE, (0, 1, 2))) == {"beside"}


needs_iree = pytest.mark.skipif(not available(), reason="needs IREE")
SHIFTED = (CORPUS / "blocks" / "temporal_shift.mlir").read_text()


def nodes(text: str, limits: Limits) -> Counter[str]:
    """Return the nodes of an e-graph by their symbols; `limit` is added where one stopped the rules."""
    graph = saturate(encoded(text, "input")[0], limits)
    return Counter(n.symbol for made in graph.nodes.values() for n in made) + Counter(["limit"] * bool(graph.stopped_by))


@needs_iree
def test_hiding_parts_of_padded_and_transposed_tensors_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without facts on areas of transposed tensors, or beside an insertion, hiding goes on for ever."""
    few = Limits(nodes=20_000)
    assert nodes(SHIFTED, few).total() < 1000
    find = window_sets.facts_on_window_sets
    for relation in ("beside", "turned_area"):
        with monkeypatch.context() as patch:
            patch.setattr(window_facts, "facts_on_window_sets", lambda *given, without=relation: {**find(*given), without: []})
            assert nodes(SHIFTED, few)["limit"]
