"""Queries on the program that one selected node per e-class defines: uses, fused computations, shapes, order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from egraph_opt.families.region.choice.classes.copied_slices import copied_slices
from egraph_opt.families.region.choice.classes.saturate import Node, node_of
from egraph_opt.families.region.encode.linalg_reader import VIEWS, reduces
from egraph_opt.families.region.encode.tensor_program import DispatchBody, EncodedFunction
from egraph_opt.families.region.vocabulary.name_table import IndexMap
from egraph_opt.families.region.vocabulary.symbolic_extent import Shape
from egraph_opt.families.region.vocabulary.window import Window, dense, inner_shape
from egraph_opt.ir.module import Op

Choice = Mapping[int, Node]
COMPUTING_SYMBOLS = ("work", "elementwise", "transpose", "repeat")
FUSED_SYMBOLS = ("fused_insert", "fused_pad")
INSERTIONS = ("insert", "fused_insert")


@dataclass
class SelectedNodes:
    """Selected nodes, one per e-class that the function's results (`roots`) depend on, with the uses of each e-class."""

    program: EncodedFunction
    choice: Choice
    roots: tuple[int, ...]
    refused: frozenset[int] = frozenset()
    """Numbers of windows (rectangular tensor parts) that IREE cannot prove contiguous, so that it treats them as scattered."""
    sequence: tuple[int, ...] = ()
    """E-classes in order of computation; other e-classes are computed at their first use."""
    apart: frozenset[int] = frozenset()
    """Slices that are copied to a buffer of their own instead of being read in place."""
    left: Mapping[int, Node] = field(default_factory=dict)
    """Paddings and insertions of the input that are emitted unfused, since IREE fuses them into the dispatch of their operand."""
    order: list[int] = field(default_factory=list)
    uses: Counter[int] = field(default_factory=Counter)
    fused: Counter[int] = field(default_factory=Counter)
    """For each e-class that is fused into the dispatch of an insertion or padding, the number of such dispatches."""
    _users: dict[int, list[int]] = field(default_factory=dict)
    _tensors: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seen: set[int] = set()
        stack: list[tuple[int, Iterator[int]]] = []

        def enter(c: int) -> None:
            if c not in seen:
                seen.add(c)
                self._tensors[c] = children = self.tensors(c)
                self.uses.update(children)
                if self.choice[c].symbol in FUSED_SYMBOLS:
                    self.fused[children[0]] += 1
                stack.append((c, iter(children)))

        self.uses.update(self.roots)
        for root in self.roots:
            enter(root)
            while stack:
                c, children = stack[-1]
                child = next(children, None)
                if child is None:
                    self.order.append(c)
                    stack.pop()
                else:
                    enter(child)

    def of(self, program: EncodedFunction) -> SelectedNodes:
        """Return the same selected nodes for `program`, which differs only in the names of values."""
        return SelectedNodes(program, self.choice, self.roots, self.refused, self.sequence, self.apart, self.left)

    def users(self, c: int) -> list[int]:
        if not self._users:
            for x in self.order:
                for child in dict.fromkeys(self.tensors(x)):
                    self._users.setdefault(child, []).append(x)
        return self._users.get(c, [])

    def tensors(self, c: int) -> list[int]:
        """Return the e-classes of the tensors that the selected node of `c` reads, in operand order."""
        if (found := self._tensors.get(c)) is not None:
            return found
        node = self.choice[c]
        if node.symbol not in ("work", "elementwise"):
            return list(node.children)
        return [self.choice[x].children[0] if self.choice[x].symbol == "spread" else x for x in self.operand_list(c)]

    def operand_list(self, c: int) -> list[int]:
        """Return the e-classes in a computation's operand list, including `spread` nodes (operands with an index map)."""
        found, rest = [], self.choice[c].children[0]
        while self.choice[rest].symbol == "with_tensor":
            x, rest = self.choice[rest].children
            found.append(x)
        return found

    def reduces(self, c: int) -> bool:
        """Return whether an `elementwise` node computes an element from several elements of an operand."""
        op = self.computation(c)
        return op is not None and reduces(op)

    def maps(self, c: int) -> tuple[IndexMap, ...]:
        """Return the index map of each operand of an `elementwise` node."""
        known, plain = list(self.program.names.maps), tuple(range(len(self.computed_shape(c))))
        read = [self.choice[x] for x in self.operand_list(c)]
        return tuple(known[node.numbers[0]] if node.symbol == "spread" else plain for node in read)

    def computed_shape(self, c: int) -> Shape:
        """Return the result shape of an `elementwise` node, from the end of its operand list."""
        rest = self.choice[c].children[0]
        while self.choice[rest].symbol == "with_tensor":
            rest = self.choice[rest].children[1]
        return self.shapes[self.choice[rest].numbers[0]]

    def window(self, c: int) -> Window:
        return self.windows[self.choice[c].numbers[0]]

    def is_dense(self, c: int) -> bool:
        """Return whether IREE can prove that the elements that a slice reads, or an insertion or padding writes, are contiguous."""
        number = self.choice[c].numbers[0]
        if number in self.program.names.contiguous:
            return True
        return number not in self.refused and dense(self.window(c))

    def is_split(self) -> bool:
        """Return whether the selection is infeasible: it fuses an e-class that has other uses or is no computation."""
        return any(self.uses[c] > n or not self.is_computed(self.maker(c)) for c, n in self.fused.items())

    def writes_into(self) -> set[int]:
        """Return the numbers of the input tensors that insertions overwrite in place."""
        targets = (self.choice[c].children[1] for c in self.order if self.choice[c].symbol in INSERTIONS)
        return {self.choice[d].numbers[0] for d in targets if self.choice[d].symbol == "tensor"}

    def reads_its_target(self) -> bool:
        """Return whether a dispatch formed by IREE reads the tensor that it overwrites, which crashes IREE 3.13."""
        return self.program.formed and any(
            self.choice[c].children[1] in map(self.source, self.loads(c))
            for c in self.order
            if self.choice[c].symbol in INSERTIONS
        )

    def loads(self, c: int) -> list[int]:
        """Return the e-classes that the dispatch of insertion `c` loads, in a program whose dispatches IREE has formed."""
        if self.choice[c].symbol == "insert":
            return [] if self.is_dense(c) else [self.choice[c].children[0]]
        members = self.region(c)[:-1]
        return self.tensors(members[0]) if members else []

    def source(self, c: int) -> int:
        """Return the e-class of the tensor at the end of a chain of slices."""
        c = self.tensors(c)[0] if self.drops_unit_dims(c) else c
        while self.choice[c].symbol == "slice":
            c = self.choice[c].children[0]
        return c

    def forget(self) -> None:
        """Clear the cache of operands, which is invalid after a change of the selected nodes."""
        self._tensors.clear()

    @cached_property
    def windows(self) -> list[Window]:
        return [window_set[0] for window_set in self.program.names.window_sets]

    @cached_property
    def shapes(self) -> list[Shape]:
        return list(self.program.names.shapes)

    def computation(self, c: int) -> Op | None:
        node = self.choice[c]
        return self.program.computations[node.numbers[0]] if node.symbol in ("work", "elementwise") else None

    def is_view(self, c: int) -> bool:
        op = self.computation(c)
        return self.choice[c].symbol == "recount" or (op is not None and op.name in VIEWS)

    def is_computed(self, c: int) -> bool:
        """Return whether an e-class is the result of a computation that a dispatch region can contain."""
        return self.choice[c].symbol in COMPUTING_SYMBOLS and not self.is_view(c)

    def view_base(self, c: int) -> int:
        """Follow reshapes from `c` to their operands, while an operand has no other use, and return the last e-class."""
        while self.is_view(c) and self.uses[x := self.tensors(c)[0]] == 1:
            c = x
        return c

    def is_in_place(self, c: int) -> bool:
        """Return whether insertion `c` needs no copy: the dispatch that computes the inserted tensor writes it into the target tensor."""
        y = self.view_base(self.choice[c].children[0])
        own = self.is_computed(y) or self.choice[y].symbol == "fused_pad"
        return own and self.uses[y] == 1 and self.is_dense(c)

    def due(self, at: int) -> list[int]:
        """Return the e-classes of `sequence` to compute before the opaque operation `program.skeleton[at]`."""
        if not self.program.formed:
            roots = (root for place, root in zip(self.program.root_at, self.roots, strict=True) if place <= at)
            needed = self.below(*roots) if self.sequence else ()
            return [c for c in self._in_sequence() if c in needed]
        known: dict[int, int] = {}
        for c in self.order:
            node = self.choice[c]
            own = self.program.known_from[node.numbers[0]] if node.symbol == "tensor" else 0
            if node.symbol == "splat":
                own = self.program.scalar_from.get(self.program.names.scalar_values[node.numbers[0]], 0)
            known[c] = max([own, *(known[x] for x in self.tensors(c))])
        return [c for c in self._in_sequence() if known[c] <= at]

    def _in_sequence(self) -> list[int]:
        """Return the e-classes that are not fused into another dispatch, in the order of `sequence`."""
        reached = set(self.order)
        joined = {self.maker(self.choice[c].children[0]) for c in self.order if self.choice[c].symbol in FUSED_SYMBOLS}
        placed = [c for c in self.order if self.choice[c].symbol == "insert" and self.is_in_place(c)]
        place, into = {c: n for n, c in enumerate(self.sequence)}, dict[int, int]()
        for c in placed:
            y, d = self.view_base(self.choice[c].children[0]), self.choice[c].children[1]
            joined.add(y)
            if (
                self.program.formed
                and y in place
                and all(place.get(x, -1) < place[y] for x in self.below(d) if self.is_computed(x))
            ):
                into[y] = c
        made = [into.get(c, c) for c in self.sequence if c in reached and (c in into or c not in joined)]
        copied = () if self.program.formed else ("slice",)
        return [c for c in made if self.is_computed(c) or self.choice[c].symbol in ("insert", *FUSED_SYMBOLS, *copied)]

    def maker(self, c: int) -> int:
        """Return the e-class whose computation moves into another dispatch when `c` is fused into it.

        This is `c`, unless `c` only drops unit dimensions of a result of a dispatch formed by IREE. Then it is this result.
        """
        x = self.view_base(c)
        view, op = self.computation(c), self.computation(x)
        if x == c or self.body(x) is None:
            return c
        joins = view and op and drops_ones(*(self.program.shape_of(v.results[0]) for v in (view, op)))
        return x if joins else c

    def drops_unit_dims(self, c: int) -> bool:
        """Return whether an e-class is a view that only drops unit dimensions of its operand."""
        node = self.choice[c]
        if node.symbol == "recount":
            (x,) = node.children
            return self.choice[x].symbol == "slice" and drops_ones(inner_shape(self.window(x)), self.shapes[node.numbers[0]])
        view = self.computation(c) if self.is_view(c) else None
        return view is not None and drops_ones(*(self.program.shape_of(v) for v in (view.operands[0], view.results[0])))

    def body(self, c: int) -> DispatchBody | None:
        """Return the dispatch formed by IREE that makes an e-class, or None."""
        op = self.computation(c)
        return self.program.bodies.get(op) if op is not None else None

    def region(self, c: int) -> list[int]:
        """Return the e-classes computed in the dispatch with result `c`, operands first."""
        node, members = self.choice[c], []
        if node.symbol in FUSED_SYMBOLS:
            producers = [x for x in [self.maker(node.children[0])] if self.is_computed(x)]
        else:
            alone = [x for x in self.fusable_operands(c) if self.is_computed(x) and self.uses[x] == 1 and not self.split(x)]
            producers = alone[:1]
        for x in producers:
            members += self.region(x)
        return [*members, c]

    def kept_together(self, c: int) -> list[int]:
        """Return the e-classes to emit together with `c` as one `flow.dispatch.region`; empty if IREE would fuse them anyway."""
        if self.program.formed or not self.is_computed(c) or not self.fusable_operands(c):
            return []
        members = self.region(c)
        reads = any(self.part_of_inserted(x) for m in members for x in self.tensors(m))
        return members if reads and all(self.fusable_operands(m) and self.computation(m) for m in members) else []

    def blank(self, c: int) -> bool:
        """Return whether an e-class is an empty tensor or a slice of an empty tensor, which may have any element type."""
        while (node := self.choice[c]).symbol == "slice":
            (c,) = node.children
        return node.symbol == "empty"

    def part_of_inserted(self, c: int) -> bool:
        """Return whether an e-class is a contiguous slice of the result of an insertion."""
        if self.program.formed or self.choice[c].symbol != "slice" or not self.is_dense(c):
            return False
        return self.choice[self.source(c)].symbol in INSERTIONS

    def fusable_operands(self, c: int) -> Sequence[int]:
        """Return the operands that computation `c` reads elementwise; `c` may be fused into the dispatch of one of the operands."""
        node = self.choice[c]
        if node.symbol == "work":
            return [self.operand_list(c)[k] for k in self.program.plain.get(node.numbers[0], ())]
        if node.symbol == "elementwise":
            return [] if self.reduces(c) else self.operand_list(c)
        return node.children if node.symbol in ("transpose", "repeat") else ()

    def chain(self, c: int) -> list[int]:
        """Return the chain of insertions that ends in insertion `c`, first to last; each insertion is the target of the next."""
        found = [c]
        while self.choice[d := self.choice[found[-1]].children[1]].symbol == "insert" and self.uses[d] == 1:
            found.append(d)
        return found[::-1]

    def below(self, *classes: int) -> set[int]:
        """Return the e-classes on which `classes` depend, including `classes`."""
        seen, stack = set[int](), list(classes)
        while stack:
            x = stack.pop()
            if x not in seen:
                seen.add(x)
                stack += self.tensors(x)
        return seen

    def split(self, c: int) -> bool:
        """Return whether e-class `c` is a result of a computation with several results."""
        op = self.computation(c)
        return op is not None and len(op.results) > 1


def as_formed(program: EncodedFunction) -> SelectedNodes:
    """Return selected nodes that reproduce a program whose dispatches IREE has formed; each term is an e-class."""
    choice = {n: node_of(term) for n, term in enumerate(program.terms)}
    refused = frozenset(program.names.refused)
    return SelectedNodes(program, choice, tuple(program.roots), refused, tuple(choice), copied_slices(program))


def drops_ones(wide: Shape, narrow: Shape) -> bool:
    """Return whether removal of unit extents turns shape `wide` into shape `narrow`."""
    at = 0
    for n in wide:
        if at < len(narrow) and narrow[at] == n:
            at += 1
        elif n != 1:
            return False
    return at == len(narrow)
