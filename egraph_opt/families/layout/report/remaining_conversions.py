"""What holds each layout conversion of the selected program: the operations that fix the layouts before and after the conversion.

These operations are found along the selected program, through operations that let layouts pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from egraph_opt.cost import conversion
from egraph_opt.families.layout.choice.extraction_node import Class, Node
from egraph_opt.families.layout.encode.op_encoding import STORES
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.report.alternative_costs import Price, price_without
from egraph_opt.families.layout.report.search_stats import INNER, SearchStats
from egraph_opt.ir.module import Op
from egraph_opt.reports.report_data import RemainingConversion

PRODUCTS = ("tt.dot", "tt.dot_scaled", "ttng.warp_group_dot", "ttng.warp_group_dot_wait")
ACCESSES = ("tt.load", "tt.descriptor_load", "tt.atomic_rmw", "tt.atomic_cas", "ttg.async_copy_global_to_local", *STORES)
PASSING = (
    "pointwise", "broadcast", "expand_dims", "reindex", "interleave", "separate", "final", "choose", "carried", "transfer", "reduce",
    "scan",
)  # fmt: skip


def remaining_conversions(search: SearchStats, changed: bool = True) -> list[RemainingConversion]:
    """Return the conversions of the selected program, dearest first, with what fixes the layouts before and after them.

    If not `changed`, return those of the input, since the selected program is not used.
    """
    posed, encoding = search.extraction_problem, search.found.program.encoding
    selection = ProgramNodes(search, search.selected_nodes if changed else search.used_input_nodes)
    first = {group: value for value, group in reversed(encoding.group.items())}
    found = []
    for number in converting_nodes(search, selection.numbers):
        node = posed.nodes[number]
        op = encoding.defined_by.get(first[posed.group[node.of]])
        kind = conversion(posed.types[node.children[0]], posed.types[node.of])[0].value
        fixed = (sorted(set(fixing)) for fixing in (selection.before(node.children[0]), selection.after(node.of)))
        name = first[posed.group[node.of]].name
        found.append(RemainingConversion(name, op.line if op else 0, kind, search.price(number), *fixed))
    return found


def converting_nodes(search: SearchStats, among: Collection[int]) -> list[int]:
    """Return the nodes that convert a value, dearest first."""
    nodes = search.extraction_problem.nodes
    return sorted((n for n in among if nodes[n].symbol == "convert_layout"), key=lambda n: (-search.price(n), n))


def price_without_conversion(search: SearchStats, number: int, options: Options) -> Price:
    """Return the additional cost of the cheapest program that converts the value of node `number` nowhere, as `price_alternative` does."""
    posed = search.extraction_problem
    group = posed.group[posed.nodes[number].of]
    gone = [n for n, node in enumerate(posed.nodes) if node.symbol == "convert_layout" and posed.group[node.of] == group]
    return price_without(search, posed.problem, gone, options)


class ProgramNodes:
    """Nodes of one program, by the values in a layout that they produce and use."""

    def __init__(self, search: SearchStats, numbers: Collection[int]) -> None:
        self.numbers = numbers
        self.encoding = search.found.program.encoding
        posed = search.extraction_problem
        self.made: dict[Class, Node] = {}
        self.users: dict[Class, list[Node | Op]] = {}
        for number in sorted(numbers):
            node = posed.nodes[number]
            if node.symbol in ("held", "run"):
                continue
            if node.symbol not in INNER:
                self.made[node.of] = node
            for child in node.children:
                self.users.setdefault(child, []).append(node)
        for value, user in self.encoding.roots:
            self.users.setdefault(posed.class_of[value], []).append(user)

    def before(self, start: Class) -> Iterator[str]:
        """Yield descriptions of the operations that fix the layout of a value."""
        seen, todo = {start}, [start]
        while todo:
            node = self.made.get(todo.pop())
            if node is None or node.symbol == "generate":
                continue
            if self.is_fixed(node):
                yield describe_fixed(self.encoding.functions[node.f].op)
            else:
                fresh = [c for c in node.children if c not in seen]
                seen.update(fresh)
                todo += fresh

    def after(self, start: Class) -> Iterator[str]:
        """Yield descriptions of the operations that require the layout of a value."""
        seen, todo = {start}, [start]
        while todo:
            for user in self.users.get(todo.pop(), ()):
                if isinstance(user, Op):
                    yield describe_fixed(user)
                elif self.is_fixed(user):
                    yield describe_fixed(self.encoding.functions[user.f].op)
                elif user.symbol in PASSING and user.of not in seen:
                    seen.add(user.of)
                    todo.append(user.of)

    def is_fixed(self, node: Node) -> bool:
        """Return whether an operation does not let layouts pass."""
        if node.symbol in ("reduce", "scan"):
            return node.f not in self.encoding.any_order
        return node.symbol in ("leaf", "reorder") or node.f in self.encoding.coalesced


def describe_fixed(op: Op) -> str:
    """Return an operation's name with the reason why it fixes layouts."""
    name = op.name
    if name in PRODUCTS:
        return f"{name} (the instruction)"
    if name in ACCESSES:
        return f"{name} (coalescing)"
    if name in ("tt.reduce", "tt.scan", "tt.reshape"):
        return f"{name} (order of elements)"
    return name
