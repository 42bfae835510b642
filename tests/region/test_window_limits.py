"""Windows that e-graphs lead to: with names for these alone, the rules find what they find with names for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.families.region.choice.classes import saturate as search
from egraph_opt.families.region.choice.classes.saturate import SaturatedGraph, saturate
from egraph_opt.families.region.vocabulary import window_facts, window_limits
from egraph_opt.families.region.vocabulary.window import Window
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS
from tests.support.region_bounds import MANY, encoded

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

DENSE_BLOCK = (CORPUS / "moves" / "dense_block0.mlir").read_text()


def graphs_of(text: str, second: bool = True) -> list[SaturatedGraph]:
    return [saturate(p, Limits(), second=second) for p in encoded(text, "input")]


def shapes(graphs: list[SaturatedGraph]) -> list[tuple[Counter[str], Counter[int]]]:
    """Return for each e-graph its nodes by symbol, and classes by their number of nodes, but for areas that are hidden: which areas
    there are depends on all windows.
    """
    kept = [[[n.symbol for n in made if n.symbol != "hide"] for made in graph.nodes.values()] for graph in graphs]
    return [(Counter(symbol for made in each for symbol in made), Counter(len(made) for made in each if made)) for each in kept]


@pytest.mark.parametrize("text", MANY)
def test_named_as_they_are_wanted_they_give_the_same_e_graph(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a few programs; the others are slow."""
    every = graphs_of(text)
    monkeypatch.setattr(window_facts, "WINDOW_LIMIT", 0)
    few = graphs_of(text)
    assert shapes(few) == shapes(every)
    assert not any(graph.stopped_by for graph in (*few, *every))


@pytest.mark.parametrize(("kind", "second"), [("slice", True), ("insert", False)])
def test_wrong_some_windows_are_not_wanted(kind: str, second: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    every = shapes(graphs_of(DENSE_BLOCK, second))
    monkeypatch.setattr(window_facts, "WINDOW_LIMIT", 0)
    assert shapes(graphs_of(DENSE_BLOCK, second)) == every

    def none(*_: object) -> Iterator[Window]:
        yield from ()

    monkeypatch.setattr(window_limits._Reached, kind, none)
    assert shapes(graphs_of(DENSE_BLOCK, second)) != every


@pytest.mark.parametrize("name", ["swin", "mamba"])
def test_rules_end_on_blocks_of_which_all_windows_are_too_many(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (CORPUS / "blocks" / f"{name}.mlir").read_text()
    graph, *_ = graphs_of(text)
    assert not graph.stopped_by
    monkeypatch.setattr(search, "unnamed_windows", lambda *_: [])
    fewer, *_ = graphs_of(text)
    assert sum(map(len, fewer.nodes.values())) < sum(map(len, graph.nodes.values()))


def test_a_limit_of_windows_stops_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_facts, "WINDOW_LIMIT", 0)
    monkeypatch.setattr(search, "WINDOW_LIMIT", 0)
    assert [graph.stopped_by for graph in graphs_of(DENSE_BLOCK)] == ["windows"]
