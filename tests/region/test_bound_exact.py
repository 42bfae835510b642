"""Bounds beside the cheapest of all choices, and wrong bounds that this shows to be wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.extract import Work
from egraph_opt.families.region.choice import extract as search
from egraph_opt.families.region.choice.bounds import live_memory
from egraph_opt.families.region.choice.bounds.lower_bound import CostBound
from egraph_opt.families.region.choice.bounds.node_table import Nodes
from egraph_opt.families.region.choice.bounds.read_alternatives import ReadAlternatives
from egraph_opt.families.region.choice.bounds.relaxed_problem import RelaxedProblem
from egraph_opt.families.region.choice.bounds.requirements import Alternative, Requirement, plain
from egraph_opt.families.region.choice.bounds.use_counts import Uses
from egraph_opt.families.region.choice.classes.reachability import acyclic
from egraph_opt.families.region.choice.classes.saturate import Node, SaturatedGraph, saturate
from egraph_opt.families.region.choice.extract import extract, usable
from egraph_opt.families.region.choice.pricing.cost import Dispatches, cost_model
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule
from egraph_opt.families.region.choice.scheduling.schedule import schedule
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.encode.tensor_program import EncodedFunction
from egraph_opt.iree.tool_process import available
from tests.support.region_bounds import MANY, PART_OF_A_TERM, bound_and_cost, corpus, encoded, too_high

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


TWO_RESULTS = """
util.func public @f(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<32x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %whole = tensor.empty() : tensor<32x8xf32>
  %s = arith.addf %x, %y : tensor<8x8xf32>
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%e, %e : tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %t = math.exp %a : f32
    linalg.yield %t, %a : f32, f32
  } -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %a = tensor.insert_slice %r#0 into %whole[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x8xf32>
  %b = tensor.insert_slice %r#1 into %a[8, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x8xf32>
  util.return %b : tensor<32x8xf32>
}
"""


@pytest.mark.parametrize("start", ["input", "iree"])
@pytest.mark.parametrize("text", MANY)
def test_no_choice_is_cheaper_than_the_bound(text: str, start: str) -> None:
    """Runs a few programs; the others are slow."""
    assert too_high(text, start=start) == []


@pytest.mark.parametrize("text", MANY)
def test_no_choice_is_cheaper_in_a_second_search(text: str) -> None:
    """Runs a few programs; the others are slow."""
    assert too_high(text, second=True) == []


BORDERED = """
util.func public @f(%u: tensor<8x8xf32>) -> tensor<18x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c = tensor.concat dim(0) %u, %u : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %e = tensor.empty() : tensor<18x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<18x8xf32>) -> tensor<18x8xf32>
  %r = tensor.insert_slice %c into %f[1, 0] [16, 8] [1, 1] : tensor<16x8xf32> into tensor<18x8xf32>
  util.return %r : tensor<18x8xf32>
}
"""
"""A concatenation within a border: where nothing is inserted between two writes, these touch."""


def test_no_choice_is_cheaper_where_nothing_is_inserted_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is written in one wave."""
    assert too_high(BORDERED) == []
    (p,) = encoded(BORDERED, "input")
    best = extract(p, saturate(p, Limits()), cost_model("latency"), Work())
    assert best.optimal and len(schedule(best.selected).waves()) == 1
    monkeypatch.setattr(Nodes, "symbols", lambda nodes, c: {n.symbol for n in nodes.of[c]} - {"empty"})
    assert "latency" in too_high(BORDERED)


@pytest.mark.parametrize("text", [TWO_RESULTS, PART_OF_A_TERM])
def test_no_choice_is_cheaper_where_uses_depend_on_the_choice(text: str) -> None:
    assert too_high(text) == []


def test_wrong_what_has_another_user_in_some_choice_never_joins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Uses, "may_be_only", Uses.is_only)
    assert too_high(corpus("kv_append"))


def test_wrong_the_first_operand_that_can_join_always_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Uses, "is_only", lambda *_: True)
    assert too_high(PART_OF_A_TERM)


def test_wrong_what_is_fused_has_one_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Uses, "may_be_fused", lambda *_: False)
    assert too_high(corpus("concat1_mm"))


def test_wrong_no_dispatch_reads_a_scattered_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReadAlternatives, "read", ReadAlternatives.source)
    assert too_high(corpus("split_qkv"))


def test_wrong_results_of_one_dispatch_are_paid_for_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RelaxedProblem, "_is_split", lambda *_: False)
    monkeypatch.setattr(RelaxedProblem, "_is_fusible", lambda problem, c, n: problem.nodes.computes(c, n))
    assert too_high(TWO_RESULTS)


def test_wrong_what_the_host_runs_waits_for_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(problem: RelaxedProblem, at: int) -> list[Alternative]:
        roots = [r for r, place in zip(problem.graph.roots, problem.program.root_at, strict=True) if place == at]
        runs = int(problem.program.skeleton[at] in problem.program.bodies)
        return [Alternative(None, 0.0, tuple((plain("buffer", r), runs) for r in roots), runs)]

    monkeypatch.setattr(RelaxedProblem, "_operation", waits)
    assert too_high(corpus("whole_program"), start="iree")


def test_wrong_what_leaves_the_program_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_memory._LiveMemory, "size", lambda found, c, _: found.nodes.bytes[c])
    assert too_high(corpus("concat1_mm")) == ["time"]


class Unpriced(Dispatches):
    """Dispatches, where products were not measured: a choice has those of the input."""

    def unpriced_nests(self, made: CommandSchedule) -> Counter[Nest]:
        return Counter(nest for command in made.commands for nest in command.nests if not nest.parallel)


def test_products_that_were_not_measured_stay() -> None:
    """A part of a product costs no more dispatches, and is another product."""
    (p,) = encoded(PART_OF_A_TERM, "input")
    both = bound_and_cost(p, saturate(p, Limits()), Unpriced(dma=2.0))
    assert both is not None and both[0] == pytest.approx(both[1])
    free = bound_and_cost(p, saturate(p, Limits()), Dispatches(dma=2.0))
    assert free is not None and free[1] < both[1]


@pytest.mark.parametrize("name", ["part_of_product_mm", "split_qkv", "part_read_twice"])
def test_no_choice_is_cheaper_where_products_were_not_measured(name: str) -> None:
    assert too_high(corpus(name), [Unpriced()]) == []


def test_wrong_every_class_that_may_have_what_was_not_measured_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part of the product would be one more product of the form of another one, which is not taken."""
    more = """%ze = tensor.empty() : tensor<2x64xf32>
  %zz = linalg.fill ins(%zero : f32) outs(%ze : tensor<2x64xf32>) -> tensor<2x64xf32>
  %q = linalg.matmul ins(%t, %w : tensor<2x8xf32>, tensor<8x64xf32>) outs(%zz : tensor<2x64xf32>) -> tensor<2x64xf32>
  util.return %q, %r"""
    text = PART_OF_A_TERM.replace("util.return %r", more).replace("-> (tensor", "-> (tensor<2x64xf32>, tensor", 1)
    text = text.replace(" %s : tensor<64x64xf32>, ", " %s : tensor<2x64xf32>, tensor<64x64xf32>, ").replace(
        "%v: ", "%t: tensor<2x8xf32>, %v: "
    )

    def every(problem: RelaxedProblem, found: dict[Requirement, list[Alternative]]) -> None:
        for c in {requirement[1] for ways in problem._running.values() for requirement, _ in ways}:
            root = plain("unknown", c)
            found[root] = [
                Alternative(None, 0.0, ((requirement, 0),))
                for ways in problem._running.values()
                for requirement, _ in ways
                if requirement[1] == c
            ]
            problem.roots.append(root)

    assert too_high(text, [Unpriced()]) == []
    monkeypatch.setattr(RelaxedProblem, "_require", every)
    assert too_high(text, [Unpriced()])


def cheapest(p: EncodedFunction, graph: SaturatedGraph, model: str) -> float:
    """Return the cost of the cheapest choice, which is found by trying all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "bound_cost", lambda *_: CostBound(0.0))
        patch.setattr(search, "unavoidable", lambda *_: [])
        best = extract(p, graph, cost_model(model), Work(1e7))
    assert best.optimal, "all choices are tried"
    return best.cost


def every_node(nodes: dict[int, list[Node]]) -> dict[int, list[Node]]:
    return nodes


def on_no_path(nodes: dict[int, list[Node]]) -> dict[int, list[Node]]:
    """Wrong: return the nodes from which no choice at all leads back to their class."""
    below = {c: {x for n in each for x in n.children} for c, each in nodes.items()}
    for _ in nodes:
        below = {c: found.union(*(below[x] for x in found)) for c, found in below.items()}
    return {
        c: [n for n in each if c not in n.children and all(c not in below[x] for x in n.children)] or each[:1]
        for c, each in nodes.items()
    }


def test_nodes_without_a_choice_are_those_of_cyclic_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cheapest choice stays the same without them, and gets lost if nodes go that lead to a cycle in some choices only."""
    (p,) = encoded(corpus("dense_block0"), "input")
    graph = saturate(p, Limits(), second=True)
    nodes, _ = usable(graph, p.names)
    monkeypatch.setattr(search, "acyclic", every_node)
    every, _ = usable(graph, p.names)
    assert sum(map(len, nodes.values())) < sum(map(len, every.values()))
    assert nodes == acyclic(every)
    best = cheapest(p, graph, "dispatches")
    monkeypatch.setattr(search, "acyclic", acyclic)
    assert cheapest(p, graph, "dispatches") == best
    monkeypatch.setattr(search, "acyclic", on_no_path)
    assert cheapest(p, graph, "dispatches") > best
