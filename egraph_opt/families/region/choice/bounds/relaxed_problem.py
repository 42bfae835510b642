"""Relaxed extraction problem: requirements on e-classes, alternatives that satisfy them, and each alternative's least cost.

Kinds of requirements on an e-class:

- `buffer`: in memory; `read`: readable by a dispatch; `source`: readable by a copy;
- `shaped`: in another shape; `narrow`: without some unit dimensions;
- `target`: overwritten by an insertion (`tensor.insert_slice`); `into`: written into the target of an insertion;
- `joined`: computed inside the dispatch of another e-class; `made`: the same, through a reshape.

Every selection of nodes corresponds to a set of alternatives that costs no more.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from egraph_opt.cost.checked_model import query_cost
from egraph_opt.families.region.choice.bounds.node_table import NodeOperands, Nodes
from egraph_opt.families.region.choice.bounds.read_alternatives import ReadAlternatives
from egraph_opt.families.region.choice.bounds.requirements import (
    Alternative,
    Prerequisites,
    Requirement,
    insertion_requirement,
    plain,
    read,
    satisfiable,
)
from egraph_opt.families.region.choice.bounds.use_counts import Uses
from egraph_opt.families.region.choice.classes.saturate import Node, SaturatedGraph
from egraph_opt.families.region.choice.pricing.cost import RegionCost, least, unpriced_nests
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.choice.scheduling.iree_lowering import MOVES, PASS_THROUGH_OPS, READ_BACK
from egraph_opt.families.region.encode.loop_nest import Amount, Nest, moving

BINDING = ("flops", "moved")
"""Resources that may bound the time of a dispatch: arithmetic and memory. An alternative charges only one, so that costs add up."""


class RelaxedProblem:
    """Relaxed extraction problem of a function: all requirements that its results entail, each with its alternatives.

    Args:
        graph: the e-graph.
        nodes: table of all nodes of the e-graph.
        model: the cost model.
        owned: input tensors that may be overwritten.
        uses: which users an e-class may have, and which it always has.
        given: loop nests of the input for which the model has no cost.
        apart: whether an e-class fused into several dispatches is charged in each: a tighter bound, but more alternatives.
    """

    def __init__(
        self,
        graph: SaturatedGraph,
        nodes: Nodes,
        model: RegionCost,
        owned: set[int],
        uses: Uses,
        given: Container[Nest],
        apart: bool = False,
    ) -> None:
        self.graph, self.nodes, self.model, self.owned, self.apart = graph, nodes, model, owned, apart
        self.program, self.bytes, self.given = nodes.program, nodes.bytes, given
        self._unknown: dict[tuple[Nest, ...], list[Nest]] = {}
        self._running: dict[Nest, list[tuple[Requirement, Alternative]]] = {}
        """For each loop nest of unknown cost, the alternatives that run the loop nest."""
        stay = (self.program.bodies[op] for op in self.program.skeleton if op in self.program.bodies)
        self._elsewhere = {nest for body in stay for nest in body.work.nests}
        """Loop nests that are also run by other alternatives or by operations outside the e-graph."""
        self.reads, self.uses = ReadAlternatives(nodes), uses
        self.roots: list[Requirement] = [plain("buffer", root) for root in dict.fromkeys(graph.roots)]
        kinds = {
            "buffer": self._buffer, "once": self._multi_result_command, "operation": self._operation, "read": self.reads.read,
            "source": self.reads.source, "shaped": self.reads.reshape_alternatives, "narrow": self.reads.narrow,
        }  # fmt: skip
        of_user = {"target": self._target, "beside": self._concurrent_target, "into": self._into_target}
        of_dispatch = {"joined": self._fuse_alternatives, "made": self._insertion_body_alternatives}
        found: dict[Requirement, list[Alternative]] = {}
        todo = list(self.roots)
        while todo:
            kind, c, binding, by = requirement = todo.pop()
            if requirement not in found:
                if kind in of_dispatch:
                    found[requirement] = list(of_dispatch[kind](c, binding, by))
                elif kind == "placed":
                    found[requirement] = list(self._insertion_alternatives(c, self.nodes.of[c][by]))
                elif kind in of_user:
                    found[requirement] = list(of_user[kind](c, by))
                else:
                    found[requirement] = list(kinds[kind](c))
                todo += [x for alternative in found[requirement] for x, _ in alternative.prerequisites if x[0] != "computed"]
        self._require(found)
        for requirement in [
            x for each in found.values() for alternative in each for x, _ in alternative.prerequisites if x[0] == "computed"
        ]:
            found[requirement] = []
        for requirement in list(found):
            if requirement[0] == "joined" and (computed := plain("computed", requirement[1])) in found:
                found[computed].append(Alternative(None, 0.0, ((requirement, 0),)))
        self.of = satisfiable(found)

    def _require(self, found: dict[Requirement, list[Alternative]]) -> None:
        """For each loop nest of unknown cost, add the requirement that some alternative with this loop nest is selected."""
        for k, each in enumerate(each for nest, each in self._running.items() if nest not in self._elsewhere):
            root = plain("unknown", k)
            found[root] = []
            self.roots.append(root)
            for requirement, alternative in dict.fromkeys(each):
                _, c, binding, by = requirement
                doing = "doing", c, f"{binding} {found[requirement].index(alternative)}", by
                found[doing] = [alternative]
                found[requirement] = [
                    Alternative(alternative.node, 0.0, ((doing, 0),)) if x == alternative else x for x in found[requirement]
                ]
                found[root].append(Alternative(None, 0.0, ((doing, 0),)))

    def _least(
        self, kind: str, flops: float = 0.0, moved: float = 0.0, nests: tuple[Nest, ...] = (), binding: str = "moved"
    ) -> float:
        flops, moved = (0.0 if binding == "moved" else flops), (0.0 if binding == "flops" else moved)
        command = DeviceCommand(kind, (), (), flops, int(moved), nests)
        return query_cost(self.model, "a command", lambda c: least(self.model, c), command)

    def _least_move_cost(self, kind: str, work: Amount) -> float:
        """Return the least cost of a command of kind `kind` that only moves bytes."""
        self._elsewhere.update(work.nests)
        return self._least(kind, 0.0, work.moved, work.nests)

    def _write_alternatives(
        self, by: int, kind: str, of: int, node: Node | None, size: int, more: Prerequisites = ()
    ) -> Iterator[Alternative]:
        """Yield the alternatives in which a dispatch computes e-class `of` and writes `size` bytes; `by` is the number of its result."""
        for b in BINDING if kind != "made" or self.uses.may_be_fused(of) else ():
            cost = self._least("part", 0.0, size, (), b)
            yield Alternative(node, cost, (((kind, of, b, by if self.apart else -1), 0), *more), 1)

    def _fuse_alternatives(self, c: int, binding: str, by: int) -> Iterator[Alternative]:
        """Yield the alternatives that compute e-class `c` inside a dispatch, whose result may be another e-class."""
        for n in self.nodes.of[c]:
            if self.nodes.computes(c, n):
                for operands in self.nodes.operands(n):
                    yield from self._compute_alternatives(c, n, operands, binding, by)

    def _is_fusible(self, c: int, n: Node) -> bool:
        """Return whether a node is a computation with a single result, which can be fused into another dispatch."""
        return self.nodes.computes(c, n) and not self.nodes.selected.split(c)

    def _compute_alternatives(self, c: int, n: Node, operands: NodeOperands, binding: str, by: int) -> Iterator[Alternative]:
        work = self.nodes.lower.work(self.nodes.take(c, n, operands))
        if any(nest not in self.given for nest in self._unpriced_nests(work.nests)):
            return
        for alternative in self._node_alternatives(c, n, operands, work, binding, by):
            for nest in self._unpriced_nests(work.nests):
                self._running.setdefault(nest, []).append((("joined", c, binding, by), alternative))
            yield alternative

    def _node_alternatives(
        self, c: int, n: Node, operands: NodeOperands, work: Amount, binding: str, by: int
    ) -> Iterator[Alternative]:
        """Yield the alternatives in which a dispatch computes node `n`: fused with the computation of one operand, or alone."""
        moved, own = self.nodes.read(operands.tensors), self.bytes[c]
        alone = {b: self._least("part", work.flops, moved + own, (), b) for b in BINDING}
        always = self._computed_tensors(operands.tensors)
        for x in self._fusion_candidates(c, operands):
            others = tuple(y for y in operands.tensors if y != x)
            cost = self._least("part", work.flops, self.nodes.read(others, self.nodes.seen[x]), work.nests, binding)
            yield Alternative(n, cost, ((("joined", x, binding, by), 0), *read(others), *always), 1)
            if self.uses.is_only(c, x) and self._computed_always(x):
                return  # it joins, since none before it does
        if binding == ("flops" if alone["flops"] > alone["moved"] else "moved"):
            cost = self._least("dispatch", work.flops, moved, work.nests, binding)
            yield Alternative(n, cost, (*read(operands.tensors), *always), 1)

    def _fusion_candidates(self, c: int, operands: NodeOperands) -> list[int]:
        """Return the operands into whose dispatch the computation of `c` may be fused, in IREE's order of preference."""
        return [
            x
            for x in self.nodes.selected.fusable_operands(c)
            if operands.tensors.count(x) == 1
            and self.uses.may_be_only(c, x)
            and any(self._is_fusible(x, m) for m in self.nodes.of[x])
        ]

    def _unpriced_nests(self, nests: tuple[Nest, ...]) -> list[Nest]:
        if nests not in self._unknown:
            alone = CommandSchedule([DeviceCommand("dispatch", (), (), 0.0, 0, nests)], [0])
            self._unknown[nests] = list(dict.fromkeys(unpriced_nests(self.model, alone)))
        return self._unknown[nests]

    def _computed_tensors(self, tensors: Sequence[int]) -> Prerequisites:
        """Return, for each tensor of `tensors` that only computations produce, the requirement that some dispatch computes it."""
        return tuple((plain("computed", x), 0) for x in dict.fromkeys(tensors) if self._computed_always(x))

    def _computed_always(self, c: int) -> bool:
        return all(self._is_fusible(c, n) for n in self.nodes.of[c])

    def _insertion_body_alternatives(self, c: int, binding: str, by: int) -> Iterator[Alternative]:
        """Yield the alternatives that compute e-class `c` inside the dispatch that inserts it into another tensor."""
        yield Alternative(None, 0.0, ((("joined", c, binding, by), 0),))
        for n in self.reads.views(c) if self.program.formed else ():
            for operands in self.nodes.operands(n):
                if all(self.uses.may_be_only(c, x) for x in operands.tensors):
                    yield Alternative(n, 0.0, tuple((("made", x, binding, by), 0) for x in operands.tensors))

    def _into_target(self, c: int, user: int) -> Iterator[Alternative]:
        """Yield the alternatives in which the dispatch that computes e-class `c` stores it directly into the tensor that `user` updates.

        `user` is the e-class of an insertion of `c` into this tensor, and the only user of `c`.
        """
        if not self.uses.may_be_only(user, c):
            return
        for n in self.nodes.of[c]:
            if n.symbol == "fused_pad":
                yield from self._write_alternatives(-2 - c, "made", n.children[0], n, self.bytes[c])
            elif self._is_split(c, n):
                yield from self._multi_result_alternatives(c, n)
        for n in self.reads.views(c):
            for operands in self.nodes.operands(n):
                yield Alternative(n, 0.0, tuple((("into", x, "", c), 0) for x in operands.tensors))
        if any(self._is_fusible(c, n) for n in self.nodes.of[c]):
            yield from self._write_alternatives(-2 - c, "joined", c, None, self.bytes[c])

    def _buffer(self, c: int) -> Iterator[Alternative]:
        """Yield the alternatives that put e-class `c` into a buffer in memory."""
        size, selected = self.bytes[c], self.nodes.selected
        for n in self.nodes.of[c]:
            self.nodes.take(c, n)
            match n.symbol:
                case "tensor" | "empty":
                    yield Alternative(n, 0.0, self.reads.after(n))
                case "splat":
                    yield Alternative(n, self._least_move_cost("fill", moving(size)), (), 1)
                case "slice":
                    work, kind = self.nodes.lower.copy_work(c), "copy" if selected.is_dense(c) else "slow"
                    for sliced in self.reads.slices(n):
                        yield Alternative(
                            n, self._least_move_cost(kind, work), tuple((x, 1 + waves) for x, waves in sliced.prerequisites), 1
                        )
                case "transfer":
                    yield Alternative(n, self._least_move_cost("transfer", moving(size)), read(n.children), 1)
                case "insert":
                    yield Alternative(n, 0.0, ((insertion_requirement(c, self.nodes.of[c].index(n)), 0),))
                case "fused_insert":
                    y, d = n.children
                    yield from self._write_alternatives(c, "made", y, n, self.bytes[y], ((("target", d, "", c), 1),))
                case "fused_pad":
                    yield from self._write_alternatives(c, "made", n.children[0], n, size)
                case "work" if self._is_split(c, n):
                    yield from self._multi_result_alternatives(c, n)
        for n in self.reads.views(c):
            yield from self.reads.through(n, "buffer")
        if any(self._is_fusible(c, n) for n in self.nodes.of[c]):
            yield from self._write_alternatives(c, "joined", c, None, size)

    def _is_split(self, c: int, n: Node) -> bool:
        return self.nodes.computes(c, n) and self.nodes.selected.split(c)

    def _multi_result_alternatives(self, c: int, n: Node) -> Iterator[Alternative]:
        """Yield the alternatives in which a dispatch with several results computes e-class `c`, one of the results.

        Operands whose computations can be fused into the dispatch need not be readable.
        """
        for operands in self.nodes.operands(n):
            self._elsewhere.update(self.nodes.lower.work(self.nodes.take(c, n, operands)).nests)
            apart = [x for x in operands.tensors if x not in self._fusion_candidates(c, operands)]
            yield Alternative(
                n, 0.0, ((plain("once", n.numbers[0]), 0), *read(apart), *self._computed_tensors(operands.tensors)), 1
            )

    def _multi_result_command(self, f: int) -> Iterator[Alternative]:
        """Yield the only alternative for running computation `f`, which has several results: one dispatch."""
        yield Alternative(None, self._least("dispatch"), (), 1)

    def _insertion_alternatives(self, c: int, n: Node) -> Iterator[Alternative]:
        """Yield the alternatives that execute node `n` of e-class `c`, an insertion of one tensor into another."""
        y, d = n.children
        self.nodes.take(c, n)
        work, size, symbols = self.nodes.lower.copy_work(c), self.bytes[y], self.nodes.symbols(y)
        after = ("target", d, "", c), 1
        if "empty" in symbols:
            yield Alternative(n, 0.0, ((("target", d, "", c), 0),))
        if not self.nodes.selected.is_dense(c):
            yield Alternative(n, self._least_move_cost("slow", work), (after, *read((y,))), 1)
            return
        for target in (after, (("beside", d, "", c), 0)):
            yield Alternative(n, 0.0, (target, (("into", y, "", c), 0)), 1)
            yield Alternative(n, self._least_move_cost("copy", moving(size, 2)), (target, *read((y,), "source")), 1)
            if "splat" in symbols:
                yield Alternative(n, self._least_move_cost("fill", moving(size)), (target,), 1)

    def _concurrent_target(self, c: int, by: int) -> Iterator[Alternative]:
        """Yield the alternatives that compute `c` concurrently with insertion `by`, which writes a contiguous part of `c`."""
        mine = [n for n in self.nodes.of[by] if n.symbol == "insert" and n.children[1] == c]
        for k, m in enumerate(self.nodes.of[c]):
            if m.symbol == "insert":
                nothing = "empty" in self.nodes.symbols(m.children[0])  # what is written before that may touch
                if nothing or any(self.reads.touch(m, n) for n in mine):
                    yield Alternative(m, 0.0, ((insertion_requirement(c, k), 0),))
            elif m.symbol not in ("tensor", "empty", "splat", "fused_insert"):
                yield Alternative(None, 0.0, ((plain("buffer", c), 0),))

    def _target(self, c: int, by: int) -> Iterator[Alternative]:
        """Yield the alternatives that put e-class `c` into a buffer that insertion `by` may overwrite; each insertion has its own fill."""
        for n in self.nodes.of[c]:
            if n.symbol == "tensor" and n.numbers[0] in self.owned:
                constant = bool(self.program.constant_input(n.numbers[0]))
                yield Alternative(
                    n,
                    self._least_move_cost("copy", moving(self.bytes[c], 2)) if constant else 0.0,
                    self.reads.after(n),
                    int(constant),
                )
            elif n.symbol == "splat":
                yield Alternative(n, self._least_move_cost("fill", moving(self.bytes[c])), (), 1)
        if not self.nodes.symbols(c) <= {"tensor", "splat"}:
            yield Alternative(None, 0.0, ((plain("buffer", c), 0),))

    def _operation(self, at: int) -> Iterator[Alternative]:
        """Yield the only alternative for the opaque operation at position `at`: it runs when the values that it uses are computed."""
        op, formed = self.program.skeleton[at], self.program.formed
        roots = dict.fromkeys(r for r, place in zip(self.graph.roots, self.program.root_at, strict=True) if place == at)
        other = not formed and op.name not in (*PASS_THROUGH_OPS, *READ_BACK) and not op.name.startswith("hal.")
        runs = int(op in self.program.bodies or (other and bool(roots)))
        waits = runs or op.name in PASS_THROUGH_OPS or (formed and op.name in MOVES)
        yield Alternative(None, 0.0, tuple((plain("buffer", r), runs) for r in roots) if waits else (), runs)
