"""What holds each layout conversion that the selected program keeps: the operations that fix the layouts on both sides of the conversion.

From the conversion, the search for these operations follows the selected program through operations in which layouts pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from egraph_opt.cost import conversion
from egraph_opt.families.layout.choice.extraction_problem import Class, Node
from egraph_opt.families.layout.encode.op_encoding import STORES
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.report.alternative_costs import Price, price_without
from egraph_opt.families.layout.report.search_stats import INNER, SearchStats
from egraph_opt.ir.module import Op

PRODUCTS = ("tt.dot", "tt.dot_scaled", "ttng.warp_group_dot", "ttng.warp_group_dot_wait")
ACCESSES = ("tt.load", "tt.descriptor_load", "tt.atomic_rmw", "tt.atomic_cas", "ttg.async_copy_global_to_local", *STORES)
PASSING = (
    "pointwise", "broadcast", "expand_dims", "reindex", "interleave", "separate", "final", "choose", "carried", "transfer", "reduce",
    "scan",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RemainingConversion:
    """Conversion of the selected program.

    `kind` says how it moves elements. `sources` and `targets` describe what fixes the layouts before and after it. `more` is what the cheapest
    program costs in addition that does not convert the value.
    """

    value: str
    line: int
    kind: str
    cost: float
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    more: Price


def remaining_conversions(search: SearchStats, options: Options) -> list[RemainingConversion]:
    """Return the conversions that the selected program keeps, dearest first, with what holds them."""
    posed, found = search.extraction_problem, list[RemainingConversion]()
    selected = _Selection(search)
    numbers = [n for n in sorted(search.selected_nodes) if posed.nodes[n].symbol == "convert_layout"]
    for number in sorted(numbers, key=lambda n: (-search.price(n), n)):
        node = posed.nodes[number]
        group = posed.group[node.of]
        made = next((v for v, g in search.found.program.encoding.group.items() if g == group), None)
        op = search.found.program.encoding.defined_by.get(made) if made else None
        kind = conversion(posed.types[node.children[0]], posed.types[node.of])[0].value
        converting = [
            n for n, other in enumerate(posed.nodes) if other.symbol == "convert_layout" and posed.group[other.of] == group
        ]
        found.append(
            RemainingConversion(
                search.names.get(group, "?"), op.line if op else 0, kind, search.price(number),
                tuple(sorted(set(selected.before(node.children[0])))), tuple(sorted(set(selected.after(node.of)))),
                price_without(search, converting, options),
            )
        )  # fmt: skip
    return found


class _Selection:
    """Selected program, as producers and users of values in a layout."""

    def __init__(self, search: SearchStats) -> None:
        self.encoding = search.found.program.encoding
        posed = search.extraction_problem
        self.made: dict[Class, Node] = {}
        self.users: dict[Class, list[Node | Op]] = {}
        for number in sorted(search.selected_nodes):
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
