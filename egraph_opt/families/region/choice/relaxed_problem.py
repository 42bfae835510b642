"""Relaxed extraction problem: requirements on e-classes, alternatives that satisfy them, and each alternative's least cost.

Kinds of requirements on an e-class:

- `buffer`: in memory; `read`: readable by a dispatch; `source`: readable by a copy;
- `shaped`: in another shape; `narrow`: without some unit dimensions;
- `target`: overwritten by an insertion; `into`: written into the target of an insertion;
- `joined`: computed inside the dispatch of another e-class; `made`: the same, through a reshape.

Every selection of nodes corresponds to a set of alternatives that costs no more.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from egraph_opt.cost.checked_model import query_cost
from egraph_opt.families.region.choice.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.choice.cost import RegionCost, least, unpriced_nests
from egraph_opt.families.region.choice.demand_states import DemandStep, Need, Needs, insertion_need, plain, possible, read
from egraph_opt.families.region.choice.iree_lowering import MOVES, PASS_THROUGH_OPS, READ_BACK
from egraph_opt.families.region.choice.node_table import NodeOperands, Nodes
from egraph_opt.families.region.choice.read_modes import Reads
from egraph_opt.families.region.choice.saturate import Node, SaturatedGraph
from egraph_opt.families.region.choice.use_counts import Uses
from egraph_opt.families.region.encode.loop_nest import Amount, Nest, moving

BINDING = ("flops", "moved")
"""Resources that may bound the time of a dispatch: arithmetic and memory. An alternative charges only one, so that costs add up."""


class Steps:
    """Alternatives (`DemandStep`) for all requirements that a function's results entail.

    With `apart`, an e-class fused into several dispatches is charged in each: the bound is tighter, but there are more alternatives.

    Args:
        graph: the e-graph.
        nodes: table of all nodes of the e-graph.
        model: the cost model.
        owned: input tensors that may be overwritten.
        uses: which users an e-class may have, and which it always has.
        given: loop nests of the input for which the model has no cost.
        apart: whether requirements inside a dispatch are distinguished by the e-class that the dispatch writes.
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
        self._running: dict[Nest, list[tuple[Need, DemandStep]]] = {}
        """For each loop nest whose cost the model does not know, the alternatives that run the loop nest."""
        stay = (self.program.bodies[op] for op in self.program.skeleton if op in self.program.bodies)
        self._elsewhere = {nest for body in stay for nest in body.work.nests}
        """Loop nests that are also run by other alternatives or by operations outside the e-graph."""
        self.reads, self.uses = Reads(nodes), uses
        self.roots: list[Need] = [plain("buffer", root) for root in dict.fromkeys(graph.roots)]
        ways = {
            "buffer": self._buffer, "once": self._once, "operation": self._operation, "read": self.reads.read,
            "source": self.reads.source, "shaped": self.reads.reshape_steps, "narrow": self.reads.narrow,
        }  # fmt: skip
        of_user = {"target": self._target, "beside": self._beside, "into": self._into}
        of_dispatch = {"joined": self._fuse_steps, "made": self._produce_steps}
        found: dict[Need, list[DemandStep]] = {}
        todo = list(self.roots)
        while todo:
            kind, c, binding, by = need = todo.pop()
            if need not in found:
                if kind in of_dispatch:
                    found[need] = list(of_dispatch[kind](c, binding, by))
                elif kind == "placed":
                    found[need] = list(self._insertion_steps(c, self.nodes.of[c][by]))
                elif kind in of_user:
                    found[need] = list(of_user[kind](c, by))
                else:
                    found[need] = list(ways[kind](c))
                todo += [x for step in found[need] for x, _ in step.needs if x[0] != "computed"]
        self._require(found)
        for need in [x for each in found.values() for step in each for x, _ in step.needs if x[0] == "computed"]:
            found[need] = []
        for need in list(found):
            if need[0] == "joined" and (computed := plain("computed", need[1])) in found:
                found[computed].append(DemandStep(None, 0.0, ((need, 0),)))
        self.of = possible(found)

    def _require(self, found: dict[Need, list[DemandStep]]) -> None:
        """For each loop nest of unknown cost, require that some alternative which runs this loop nest is selected."""
        for k, steps in enumerate(steps for nest, steps in self._running.items() if nest not in self._elsewhere):
            root = plain("unknown", k)
            found[root] = []
            self.roots.append(root)
            for need, step in dict.fromkeys(steps):
                _, c, binding, by = need
                doing = "doing", c, f"{binding} {found[need].index(step)}", by
                found[doing] = [step]
                found[need] = [DemandStep(step.node, 0.0, ((doing, 0),)) if x == step else x for x in found[need]]
                found[root].append(DemandStep(None, 0.0, ((doing, 0),)))

    def _least(
        self, kind: str, flops: float = 0.0, moved: float = 0.0, nests: tuple[Nest, ...] = (), binding: str = "moved"
    ) -> float:
        flops, moved = (0.0 if binding == "moved" else flops), (0.0 if binding == "flops" else moved)
        command = DeviceCommand(kind, (), (), flops, int(moved), nests)
        return query_cost(self.model, "a command", lambda c: least(self.model, c), command)

    def _moves(self, kind: str, work: Amount) -> float:
        """Return the least cost of a command of kind `kind` that only moves bytes."""
        self._elsewhere.update(work.nests)
        return self._least(kind, 0.0, work.moved, work.nests)

    def _write_steps(self, by: int, needs: str, of: int, node: Node | None, size: int, more: Needs = ()) -> Iterator[DemandStep]:
        """Yield each way in which a dispatch computes e-class `of` and writes `size` bytes; `by` is a number for its result."""
        for b in BINDING if needs != "made" or self.uses.may_be_fused(of) else ():
            cost = self._least("part", 0.0, size, (), b)
            yield DemandStep(node, cost, (((needs, of, b, by if self.apart else -1), 0), *more), 1)

    def _fuse_steps(self, c: int, binding: str, by: int) -> Iterator[DemandStep]:
        """Yield each way to compute e-class `c` inside a dispatch, whose result may be another e-class."""
        for n in self.nodes.of[c]:
            if self.nodes.computes(c, n):
                for operands in self.nodes.operands(n):
                    yield from self._compute_steps(c, n, operands, binding, by)

    def _may_join(self, c: int, n: Node) -> bool:
        """Return whether a node is a computation with a single result, which can be fused into another dispatch."""
        return self.nodes.computes(c, n) and not self.nodes.selected.split(c)

    def _compute_steps(self, c: int, n: Node, operands: NodeOperands, binding: str, by: int) -> Iterator[DemandStep]:
        work = self.nodes.lower.work(self.nodes.take(c, n, operands))
        if any(nest not in self.given for nest in self._unpriced_nests(work.nests)):
            return
        for step in self._ways(c, n, operands, work, binding, by):
            for nest in self._unpriced_nests(work.nests):
                self._running.setdefault(nest, []).append((("joined", c, binding, by), step))
            yield step

    def _ways(self, c: int, n: Node, operands: NodeOperands, work: Amount, binding: str, by: int) -> Iterator[DemandStep]:
        """Yield each way in which a dispatch computes node `n`: fused with the computation of one operand, or alone."""
        moved, own = self.nodes.read(operands.tensors), self.bytes[c]
        alone = {b: self._least("part", work.flops, moved + own, (), b) for b in BINDING}
        always = self._computing(operands.tensors)
        for x in self._joining(c, operands):
            others = tuple(y for y in operands.tensors if y != x)
            cost = self._least("part", work.flops, self.nodes.read(others, self.nodes.seen[x]), work.nests, binding)
            yield DemandStep(n, cost, ((("joined", x, binding, by), 0), *read(others), *always), 1)
            if self.uses.is_only(c, x) and self._computed_always(x):
                return  # it joins, since none before it does
        if binding == ("flops" if alone["flops"] > alone["moved"] else "moved"):
            cost = self._least("dispatch", work.flops, moved, work.nests, binding)
            yield DemandStep(n, cost, (*read(operands.tensors), *always), 1)

    def _joining(self, c: int, operands: NodeOperands) -> list[int]:
        """Return the operands into whose dispatch the selected node of `c` may be fused, in IREE's order of preference."""
        return [
            x
            for x in self.nodes.selected.fusable_operands(c)
            if operands.tensors.count(x) == 1
            and self.uses.may_be_only(c, x)
            and any(self._may_join(x, m) for m in self.nodes.of[x])
        ]

    def _unpriced_nests(self, nests: tuple[Nest, ...]) -> list[Nest]:
        if nests not in self._unknown:
            alone = CommandSchedule([DeviceCommand("dispatch", (), (), 0.0, 0, nests)], [0])
            self._unknown[nests] = list(dict.fromkeys(unpriced_nests(self.model, alone)))
        return self._unknown[nests]

    def _computing(self, tensors: Sequence[int]) -> Needs:
        """Return the requirement that some dispatch computes each tensor of `tensors` whose nodes are all computations."""
        return tuple((plain("computed", x), 0) for x in dict.fromkeys(tensors) if self._computed_always(x))

    def _computed_always(self, c: int) -> bool:
        return all(self._may_join(c, n) for n in self.nodes.of[c])

    def _produce_steps(self, c: int, binding: str, by: int) -> Iterator[DemandStep]:
        """Yield each way to compute e-class `c` inside the dispatch of an insertion."""
        yield DemandStep(None, 0.0, ((("joined", c, binding, by), 0),))
        for n in self.reads.views(c) if self.program.formed else ():
            for way in self.nodes.operands(n):
                if all(self.uses.may_be_only(c, x) for x in way.tensors):
                    yield DemandStep(n, 0.0, tuple((("made", x, binding, by), 0) for x in way.tensors))

    def _into(self, c: int, user: int) -> Iterator[DemandStep]:
        """Yield each way in which the dispatch of e-class `c` writes into the target of insertion `user`, the only user of `c`."""
        if not self.uses.may_be_only(user, c):
            return
        for n in self.nodes.of[c]:
            if n.symbol == "fused_pad":
                yield from self._write_steps(-2 - c, "made", n.children[0], n, self.bytes[c])
            elif self._is_split(c, n):
                yield from self._of_several(c, n)
        for n in self.reads.views(c):
            for operands in self.nodes.operands(n):
                yield DemandStep(n, 0.0, tuple((("into", x, "", c), 0) for x in operands.tensors))
        if any(self._may_join(c, n) for n in self.nodes.of[c]):
            yield from self._write_steps(-2 - c, "joined", c, None, self.bytes[c])

    def _buffer(self, c: int) -> Iterator[DemandStep]:
        """Yield each way to get e-class `c` into a buffer in memory."""
        size, selected = self.bytes[c], self.nodes.selected
        for n in self.nodes.of[c]:
            self.nodes.take(c, n)
            match n.symbol:
                case "tensor" | "empty":
                    yield DemandStep(n, 0.0, self.reads.after(n))
                case "splat":
                    yield DemandStep(n, self._moves("fill", moving(size)), (), 1)
                case "slice":
                    work, kind = self.nodes.lower.copy_work(c), "copy" if selected.is_dense(c) else "slow"
                    for sliced in self.reads.slices(n):
                        yield DemandStep(n, self._moves(kind, work), tuple((x, 1 + waves) for x, waves in sliced.needs), 1)
                case "transfer":
                    yield DemandStep(n, self._moves("transfer", moving(size)), read(n.children), 1)
                case "insert":
                    yield DemandStep(n, 0.0, ((insertion_need(c, self.nodes.of[c].index(n)), 0),))
                case "fused_insert":
                    y, d = n.children
                    yield from self._write_steps(c, "made", y, n, self.bytes[y], ((("target", d, "", c), 1),))
                case "fused_pad":
                    yield from self._write_steps(c, "made", n.children[0], n, size)
                case "work" if self._is_split(c, n):
                    yield from self._of_several(c, n)
        for n in self.reads.views(c):
            yield from self.reads.through(n, "buffer")
        if any(self._may_join(c, n) for n in self.nodes.of[c]):
            yield from self._write_steps(c, "joined", c, None, size)

    def _is_split(self, c: int, n: Node) -> bool:
        return self.nodes.computes(c, n) and self.nodes.selected.split(c)

    def _of_several(self, c: int, n: Node) -> Iterator[DemandStep]:
        """Yield each way in which a dispatch with several results computes e-class `c`, one of the results.

        Operands whose computations can be fused into the dispatch need not be readable.
        """
        for operands in self.nodes.operands(n):
            self._elsewhere.update(self.nodes.lower.work(self.nodes.take(c, n, operands)).nests)
            apart = [x for x in operands.tensors if x not in self._joining(c, operands)]
            yield DemandStep(n, 0.0, ((plain("once", n.numbers[0]), 0), *read(apart), *self._computing(operands.tensors)), 1)

    def _once(self, f: int) -> Iterator[DemandStep]:
        """Yield the only alternative for running computation `f`, which has several results: one dispatch."""
        yield DemandStep(None, self._least("dispatch"), (), 1)

    def _insertion_steps(self, c: int, n: Node) -> Iterator[DemandStep]:
        """Yield each way to execute insertion `n`."""
        y, d = n.children
        self.nodes.take(c, n)
        work, size, symbols = self.nodes.lower.copy_work(c), self.bytes[y], self.nodes.symbols(y)
        after = ("target", d, "", c), 1
        if "empty" in symbols:
            yield DemandStep(n, 0.0, ((("target", d, "", c), 0),))
        if not self.nodes.selected.is_dense(c):
            yield DemandStep(n, self._moves("slow", work), (after, *read((y,))), 1)
            return
        for target in (after, (("beside", d, "", c), 0)):
            yield DemandStep(n, 0.0, (target, (("into", y, "", c), 0)), 1)
            yield DemandStep(n, self._moves("copy", moving(size, 2)), (target, *read((y,), "source")), 1)
            if "splat" in symbols:
                yield DemandStep(n, self._moves("fill", moving(size)), (target,), 1)

    def _beside(self, c: int, by: int) -> Iterator[DemandStep]:
        """Yield each way to compute `c`, the target of contiguous insertion `by`, in the wave in which this insertion runs."""
        mine = [n for n in self.nodes.of[by] if n.symbol == "insert" and n.children[1] == c]
        for k, m in enumerate(self.nodes.of[c]):
            if m.symbol == "insert":
                nothing = "empty" in self.nodes.symbols(m.children[0])  # what is written before that may touch
                if nothing or any(self.reads.touch(m, n) for n in mine):
                    yield DemandStep(m, 0.0, ((insertion_need(c, k), 0),))
            elif m.symbol not in ("tensor", "empty", "splat", "fused_insert"):
                yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _target(self, c: int, by: int) -> Iterator[DemandStep]:
        """Yield each way to get e-class `c` into a buffer that an insertion may overwrite. A fill is repeated for each insertion."""
        for n in self.nodes.of[c]:
            if n.symbol == "tensor" and n.numbers[0] in self.owned:
                constant = bool(self.program.constant_input(n.numbers[0]))
                yield DemandStep(
                    n, self._moves("copy", moving(self.bytes[c], 2)) if constant else 0.0, self.reads.after(n), int(constant)
                )
            elif n.symbol == "splat":
                yield DemandStep(n, self._moves("fill", moving(self.bytes[c])), (), 1)
        if not self.nodes.symbols(c) <= {"tensor", "splat"}:
            yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _operation(self, at: int) -> Iterator[DemandStep]:
        """Yield the only alternative for the opaque operation at position `at`: to wait for the values that it uses."""
        op, formed = self.program.skeleton[at], self.program.formed
        roots = dict.fromkeys(r for r, place in zip(self.graph.roots, self.program.root_at, strict=True) if place == at)
        other = not formed and op.name not in (*PASS_THROUGH_OPS, *READ_BACK) and not op.name.startswith("hal.")
        runs = int(op in self.program.bodies or (other and bool(roots)))
        waits = runs or op.name in PASS_THROUGH_OPS or (formed and op.name in MOVES)
        yield DemandStep(None, 0.0, tuple((plain("buffer", r), runs) for r in roots) if waits else (), runs)
