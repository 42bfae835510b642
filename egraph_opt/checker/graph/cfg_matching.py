"""Unstructured control flow: two functions match only with identical block graphs, executed in lockstep."""

from __future__ import annotations

from collections.abc import Mapping

from egraph_opt.checker.flow.cfg import BlockOrder, blocks_of, successor_arguments
from egraph_opt.checker.graph.structured_control_flow import FORMS
from egraph_opt.checker.graph.value_graph_builder import TERMINATORS, GraphBuilder
from egraph_opt.checker.operations.op_structure import attributes
from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.function_parts import ComparedFunction, Ending, EqualityTerms
from egraph_opt.checker.values.value_graph import Graph, NodeKind, Unmodelled, erase_encoding
from egraph_opt.ir.module import Block, Op


def add_function(graph: Graph, op: Op, terms: EqualityTerms, aliases: Mapping[str, str] | None = None) -> ComparedFunction:
    """Add a function with a body to the graph; `aliases` are the attribute aliases of its module.

    Blocks are numbered in reverse postorder. Memory and arguments of a block are PHIs with one operand per incoming edge. Equal
    terminators imply equal block graphs, so both functions are always in blocks with the same number. The block number belongs to a
    PHI's key (Alpern, Wegman and Zadeck 1988). A block sees only values of blocks that dominate it.

    Raises:
        Unmodelled: an operation's semantics are not known, or the step limit is exceeded.
    """
    blocks = blocks_of(op, graph.budget)
    b = GraphBuilder(graph, op, terms, FORMS, aliases or {}, blocks.dominates)
    ways: list[list[tuple[int, ...]]] = [[] for _ in blocks.order]
    places: list[int] = []
    states: list[list[int]] = []
    for number, block in enumerate(blocks.order):
        b.number = number
        memory = _begin(b, op, blocks, number, ways[number], places, states)
        places.append(b.place)
        memory = b.work(b.block(block, memory))
        b.place = places[number]
        b.function.endings.append(_ending(b, op, block, blocks.successors[number], memory))
        for target, values in zip(blocks.successors[number], successor_arguments(block), strict=True):
            given = blocks.order[target].arguments
            if [value(v.type) for v in values] != [value(v.type) for v in given]:
                raise Unmodelled(block.ops[-1], "what it passes and what the block takes does not have the same types")
            ways[target].append((memory, *[b.value(block.ops[-1], v) for v in values]))
        if len(blocks.order) > 1:
            b.homes.update((v, number) for inner in block.ops for v in inner.results)
            b.homes.update((v, number) for v in block.arguments)
        graph.budget.spend(len(ways[number]) * (1 + len(block.arguments)), op)
    for state, entries in zip(states, ways, strict=True):
        for phi, nodes in zip(state, zip(*entries, strict=True), strict=True):
            graph.args[phi] = nodes
    return b.function


def _begin(
    b: GraphBuilder,
    op: Op,
    blocks: BlockOrder,
    number: int,
    ways: list[tuple[int, ...]],
    places: list[int],
    states: list[list[int]],
) -> int:
    block, graph = blocks.order[number], b.graph
    if number == 0:
        for i, argument in enumerate(block.arguments):
            b.define(op, argument, graph.add(NodeKind.PLAIN, graph.label(("argument", i, value(argument.type))), (), op))
        states.append([])
        return b.begin
    # In reverse postorder, every block has a predecessor with a smaller number: the first edge.
    keys = ["memory", *[erase_encoding(op, v) for v in block.arguments]]
    states.append([b.phi(("block", number, key), node, op) for key, node in zip(keys, ways[0], strict=True)])
    memory, *nodes = states[number]
    for argument, node in zip(block.arguments, nodes, strict=True):
        b.define(op, argument, node)
    origins = blocks.predecessors[number]
    b.enter(("block", number), [], places[origins[0]] if len(origins) == 1 else 0, op)
    return memory


def _ending(b: GraphBuilder, op: Op, block: Block, successors: list[int], memory: int) -> Ending:
    """Return the label and operands of a block's terminator. Values passed to a successor are compared at the PHI that receives them."""
    last = block.ops[-1] if block.ops else op
    if last.name not in TERMINATORS:
        return Ending("no terminator", (memory,), last)
    operands = {"cf.br": (), "cf.cond_br": last.operands[:1]}.get(last.name, last.operands)
    kept = () if successors else attributes(last)
    label = (last.name, kept, tuple(successors), tuple(value(v.type) for v in operands))
    return Ending(label, (memory, *[b.value(last, v) for v in operands]), last)
