"""Extraction problem of a saturated e-graph: which node computes each value, in which layout, at what cost.

Each e-class (a value in a layout) becomes two classes of the problem. *Produced*: an operation computes the value in this layout.
*Converted*: the value is produced, or converted from a produced value in another layout, so that no cycle of conversions exists.
A tensor with a copy in shared memory has a third class, *available*: converted, or read from the copy. An operation with several
results has a class `run`, on which each result depends, so that its cost is paid once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from egraph_opt.cost import CostModel
from egraph_opt.cost.axis_info import accesses
from egraph_opt.cost.checked_model import op_cost
from egraph_opt.cost.cycles import IMPOSSIBLE
from egraph_opt.cost.op_resources import SCRATCH
from egraph_opt.extract import Problem, ProblemBuilder
from egraph_opt.families.layout.choice.candidate_layouts import stays_a_pointer
from egraph_opt.families.layout.choice.extraction_node import Class, Node
from egraph_opt.families.layout.choice.recomputation import Conversion, Recomputation
from egraph_opt.families.layout.choice.saturate import SaturatedRows, operand_lists
from egraph_opt.families.layout.encode.access_layouts import is_coalesced
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.encode.shared_budget import SharedBudget, axis_of
from egraph_opt.ir.analysis.dominance import BlockPlace
from egraph_opt.ir.control_flow import BRANCHES
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import result_types, tensor_type, with_encoding

ANY_OPERANDS = ("whole", "reduce_to_scalar", "reorder")
"""Symbols of e-nodes whose operands may have any layout, regardless of the result's layout."""

CONVERT = "ttg.convert_layout"
CONTROL = ("scf.for", "scf.while", *BRANCHES, "tt.func", "func.func")


@dataclass(frozen=True, slots=True)
class PosedFunction:
    """Extraction problem of a function, with tables that say what its numbers stand for.

    `nodes[i]` describes node i. `initial[c]` is the input program's node for class c of the problem, or -1.
    """

    problem: Problem
    nodes: list[Node]
    changes: list[float]
    """For each node, the part of its cost that is a penalty, since the input lacks the operation."""
    available: dict[Class, int]
    initial: list[int]
    types: dict[Class, str]
    group: dict[Class, int]
    class_of: dict[Value, Class]


def pose(
    encoding: Encoding, saturated: SaturatedRows, model: CostModel, budget: SharedBudget | None = None, is_complete: bool = False
) -> PosedFunction:
    """Build the extraction problem of a function under a cost model; if complete, with conversions that no cheapest program has.

    What exceeds a budget of shared memory costs `IMPOSSIBLE`.
    """
    return _Poser(encoding, saturated, model, budget, is_complete).run()


class _Poser:
    def __init__(
        self, encoding: Encoding, saturated: SaturatedRows, model: CostModel, budget: SharedBudget | None, is_complete: bool
    ) -> None:
        self.encoding, self.saturated, self.model = encoding, saturated, model
        self.budget, self.is_complete = budget, is_complete
        self.access = accesses(encoding.function)
        self.names = list(encoding.layouts)
        self.terms = list(encoding.terms)
        self.class_of = {v: self.class_of_term(t) for v, t in encoding.term.items()}
        self.types: dict[Class, str] = {}
        self.group: dict[Class, int] = {}
        self.producers: dict[Class, dict[Node, None]] = {}
        self.conversions: dict[Class, list[Node]] = {}
        self.reads: dict[Class, dict[Node, None]] = {}
        self.written: dict[Class, tuple[str, int]] = {}
        self.written_conversions: set[tuple[Class, Class]] = set()
        self.first: dict[Class, Class] = {}
        self.builder = ProblemBuilder()
        self.nodes: list[Node] = []
        self.changes: list[float] = []
        self.runs: dict[tuple[Op, tuple[Class, ...], str], tuple[int, int]] = {}
        """Class and node `run` of each operation with several results."""
        self.available: dict[Class, int] = {}
        self.converted: dict[Class, int] = {}
        self.produced: dict[Class, int] = {}
        self.initial: dict[int, int] = {}
        self.todo: list[Class] = []
        self.conversion_cost = cache(lambda source, target: op_cost(model, CONVERT, [source], [target]))
        self.least_conversion = cache(getattr(model, "least_conversion", lambda source, target: 0.0))
        self.prices: dict[Node, tuple[float, float]] = {}
        self.anew = Recomputation(self.producers, lambda node: sum(self.price(node)))

    def class_of_term(self, term: int) -> Class:
        return self.saturated.node.get(term, ~term)

    def run(self) -> PosedFunction:
        self.name_classes()
        self.remember_input()
        self.collect()
        self.collect_reads()
        for root in dict.fromkeys(self.class_of[v] for v, _ in self.encoding.roots):
            self.builder.add_root(self.need(root))
        while self.todo:
            self.expand(self.todo.pop())
        problem = self.builder.build()
        initial = [self.initial.get(c, -1) for c in range(problem.class_count)]
        return PosedFunction(problem, self.nodes, self.changes, self.available, initial, self.types, self.group, self.class_of)

    # --- reading the e-graph
    def name_classes(self) -> None:
        """Set the value number and type of each e-class."""
        for value, c in self.class_of.items():
            self.types.setdefault(c, value.type)
            self.group.setdefault(c, self.encoding.group[value])
        for (a, layout), b in self.saturated.rows["convert_layout"]:
            if a in self.group and b not in self.group:
                self.group[b], self.types[b] = self.group[a], with_encoding(self.types[a], self.names[layout])

    def collect(self) -> None:
        rows, lists = self.saturated.rows, operand_lists(self.saturated)
        written = {self.class_of[value] for value in self.encoding.converted}
        for (source, _), c in rows["convert_layout"]:
            if source != c and (c in written or not stays_a_pointer(self.types.get(c, ""))):
                self.conversions.setdefault(c, []).append(Node("convert_layout", -1, c, (source,)))
        for symbol in ("pointwise", "generate", "interleave", "reduce", "reduce_to_scalar", "whole", "scan", "transfer"):
            at = 2 if symbol in ("interleave", "reduce") else 1
            for arguments, target in rows[symbol]:
                if arguments[at] in lists:
                    self.producer(Node(symbol, arguments[0], target, lists[arguments[at]]))
        for symbol in ("broadcast", "expand_dims", "reindex", "separate", "reorder", "final", "choose", "carried"):
            for (f, *rest), target in rows[symbol]:
                operands = (
                    rest[:1] if symbol == "reorder" else rest[1:2] if symbol in ("expand_dims", "reindex", "separate") else rest
                )
                back = 1 if symbol == "carried" else 0
                self.producer(Node(symbol, f, target, tuple(operands), back))
        for number, term in enumerate(self.encoding.terms):
            if term[0] == "leaf" and int(term[1]) not in self.encoding.placeholders:
                function = self.encoding.functions[int(term[1])]
                children = tuple(self.class_of[v] for v in (*function.children, *function.back))
                self.producer(Node("leaf", int(term[1]), self.class_of_term(number), children, len(function.back)))

    def collect_reads(self) -> None:
        """Add loads from shared-memory copies, in every layout to which the copied tensor can be converted."""
        for alloc, f in self.encoding.reads.items():
            source, memory = self.class_of[alloc.operands[0]], self.class_of[alloc.results[0]]
            targets = [c for (x, _), c in self.saturated.rows["convert_layout"] if x == source]
            for c in dict.fromkeys((source, *targets)):
                if c in self.types:
                    self.reads.setdefault(c, {})[Node("read", f, c, (memory,))] = None

    def producer(self, node: Node) -> None:
        if node.f in self.encoding.coalesced and not self.is_written(node):
            held = next(tensor for c in node.children if (tensor := tensor_type(self.types.get(c, ""))))
            if not is_coalesced(self.encoding.function, self.encoding.functions[node.f].op, held.encoding or ""):
                return
        self.producers.setdefault(node.of, {})[node] = None

    def remember_input(self) -> None:
        base: dict[Value, Value] = {}
        for value, c in self.class_of.items():
            symbol, *arguments = self.terms[self.encoding.term[value]]
            conversion = self.encoding.converted.get(value)
            if conversion is not None:
                base[value] = base.get(conversion, conversion)
                source = self.class_of[base[value]]
                self.written_conversions.add((source, c))
                self.first.setdefault(c, source)
                continue
            f = int(arguments[0])
            name = "carried" if symbol == "leaf" and f in self.encoding.placeholders else str(symbol)
            self.first.setdefault(c, c)
            self.written.setdefault(c, (name, f))

    # --- building the problem
    def need(self, c: Class) -> int:
        """Return the problem's class for a value in a layout, however it is obtained (*available*, see the module)."""
        if c not in self.reads:
            self.available[c] = self.convert(c)
        elif c not in self.available:
            number = self.available[c] = self.builder.add_class()
            n = self.add(number, Node("held", -1, c, (c,)), [self.convert(c)])
            if c in self.first:
                self.initial[number] = n
            for node in self.reads[c]:
                self.add(number, node, [self.need(child) for child in node.children], *self.price(node))
        return self.available[c]

    def convert(self, c: Class) -> int:
        """Return the problem's class for a value in a layout, computed or converted (*converted*, see the module)."""
        if c not in self.converted:
            self.converted[c] = self.builder.add_class()
            self.todo.append(c)
        return self.converted[c]

    def expand(self, c: Class) -> None:
        """Add the nodes of a class *converted*: the produced value, and conversions from other layouts."""
        number = self.converted[c]
        first = self.first.get(c)
        if c in self.producers:
            n = self.add(number, Node("held", -1, c, (c,)), [self.make(c)])
            if first == c:
                self.initial[number] = n
        conversions = self.conversions.get(c, ()) if c in self.types else ()
        known = [node for node in conversions if node.children[0] in self.producers and node.children[0] in self.types]
        every = map(self.price_conversion, known)
        useful = self.anew.useful_conversions(known, self.bound_conversion, self.price_conversion)
        for node, cost, changed, _ in every if self.is_complete else useful:
            source = node.children[0]
            n = self.add(number, node, [self.make(source)], cost, changed)
            if first == source and source != c:
                self.initial[number] = n

    def place(self, c: Class) -> BlockPlace:
        """Return the block in which a class is computed."""
        return self.encoding.scopes.places[self.encoding.home[self.group[c]]]

    def price_conversion(self, node: Node) -> Conversion:
        """Return a conversion with its cost, and the penalty if the input lacks it."""
        source, target = self.types[node.children[0]], self.types[node.of]
        exceeded = self.budget and self.budget.is_exceeded(CONVERT, [source], [target], self.place(node.of).block)
        return self.conversion(node, self.conversion_cost(source, target), IMPOSSIBLE if exceeded else 0.0)

    def bound_conversion(self, node: Node) -> Conversion:
        """Return a conversion as `price_conversion` does, with lower bounds of its cost and penalty."""
        return self.conversion(node, self.least_conversion(self.types[node.children[0]], self.types[node.of]))

    def conversion(self, node: Node, cost: float, penalty: float = 0.0) -> Conversion:
        """Return a conversion whose execution costs `cost`, with its own penalty and the penalty on what the input lacks."""
        weight, is_written = self.place(node.of).weight, (node.children[0], node.of) in self.written_conversions
        changed = 0.0 if is_written else cost * (self.model.change_factor - 1.0) + self.model.change_price
        return Conversion(node, cost * weight, (changed + penalty) * weight, is_written)

    def make(self, c: Class) -> int:
        """Return the problem's class for a value computed in a layout (*produced*), with a node for each operation that does so."""
        if c in self.produced:
            return self.produced[c]
        number = self.produced[c] = self.builder.add_class()
        for node in self.producers[c]:
            if node.symbol == "final" and self.encoding.functions[node.f].op.name == "scf.for":
                if node.children[0] not in self.producers:
                    continue
                children = [self.make(node.children[0])]  # the result of a loop is what it carries, not a conversion of it
            else:
                children = list(map(self.convert if self.copies(node) else self.need, node.children))
            cost, changed = self.price(node)
            if cost and len(self.encoding.functions[node.f].op.results) > 1:
                children, cost = [self.run_of(node, children, cost)], 0.0
            n = self.add(number, node, children, cost, changed)
            if self.is_written(node):
                self.initial.setdefault(number, n)
        return number

    def run_of(self, node: Node, children: list[int], cost: float) -> int:
        """Return the problem's class for running an operation with several results once, for results in the layout of `node`."""
        held = tensor_type(self.types.get(node.of, ""))
        key = self.encoding.functions[node.f].op, node.children, (held.encoding or "") if held else ""
        if key not in self.runs:
            number = self.builder.add_class()
            self.runs[key] = number, self.add(number, Node("run", node.f, node.of, node.children), children, cost)
        number, n = self.runs[key]
        if self.is_written(node):
            self.initial[number] = n
        return number

    def copies(self, node: Node) -> bool:
        """Return whether a node allocates a shared-memory copy of a tensor from which `read` nodes load."""
        return node.symbol == "whole" and self.encoding.functions[node.f].op in self.encoding.reads

    def add(self, c: int, node: Node, children: list[int], cost: float = 0.0, changed: float = 0.0) -> int:
        """Add a node to class `c`, and return its number. `changed` is a penalty on nodes that the input lacks, added to `cost`."""
        self.nodes.append(node)
        self.changes.append(changed)
        ahead = len(children) - node.back
        return self.builder.add_node(c, cost + changed, children[:ahead], children[ahead:])

    def is_written(self, node: Node) -> bool:
        """Return whether the input program has this node."""
        if self.written.get(node.of) != (node.symbol, node.f):
            return False
        operands = self.encoding.functions[node.f].op.operands
        return node.symbol not in ANY_OPERANDS or all(
            self.class_of[v] == c for v, c in zip(operands, node.children, strict=False)
        )

    def pays(self, node: Node) -> bool:
        """Return whether the cost of an operation is charged at this node.

        An operation that takes whole tensors, in any layout, has a node for the operands and a node for the result.
        """
        results = self.encoding.functions[node.f].op.results
        return (node.symbol == "whole") != any(tensor_type(v.type) for v in results)

    def change(self, node: Node) -> float:
        """Return the penalty for an operation that the input lacks or that exceeds the budget, times its executions; else 0."""
        function = self.encoding.functions[node.f]
        place = self.encoding.scopes.places[function.place]
        penalty = 0.0 if node.symbol == "leaf" or self.is_written(node) else self.model.change_price / 100
        if self.budget and function.op.name in SCRATCH:
            types = self.types_of(node)
            penalty += IMPOSSIBLE * self.budget.is_exceeded(function.op.name, *types, place.block, axis_of(function.op))
        return place.weight * penalty

    def types_of(self, node: Node) -> tuple[list[str], list[str]]:
        """Return the types of the operands and of the results of the node's operation."""
        function = self.encoding.functions[node.f]
        results = [v.type for v in function.op.results]
        if node.symbol == "leaf":
            return [v.type for v in function.op.operands], results
        if node.symbol != "whole":
            results = list(result_types(tuple(results), function.index, self.types.get(node.of, "")))
        return [self.types.get(child, "") for child in node.children], results

    def price(self, node: Node) -> tuple[float, float]:
        """Return the cost of the node's operation, and its penalty."""
        if node not in self.prices:
            self.prices[node] = self.cost(node), self.change(node)
        return self.prices[node]

    def cost(self, node: Node) -> float:
        """Return the cost of the node's operation, with all its results, times the number of executions of its block."""
        function = self.encoding.functions[node.f]
        if (
            node.symbol == "transfer"
            or function.op.name in CONTROL
            or (function.op in self.encoding.tokens and not self.pays(node))
        ):
            return 0.0
        weight = self.encoding.scopes.places[function.place].weight
        types = self.types_of(node)
        return weight * op_cost(self.model, function.op.name, *types, self.access.get(function.op), function.op.line)
