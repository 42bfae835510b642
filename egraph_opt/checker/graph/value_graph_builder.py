"""Construction of a function's nodes in the value graph.

Memory is a value: a write makes a new memory state from the previous one, and a read uses the current state. So the order of
effects, and the stores visible to each load, are ordinary edges, also through loops and conditionals.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from typing import Any

from egraph_opt.checker.access import effects
from egraph_opt.checker.access.dead_ops import known_memory
from egraph_opt.checker.access.effects import OpEffect
from egraph_opt.checker.access.layout_dependence import layouts_that_matter, places
from egraph_opt.checker.access.memory_ssa import FENCE, GLOBAL, RUNNING, SHARED, MemoryStates
from egraph_opt.checker.access.onchip_memory import ALLOCATION, LOAD
from egraph_opt.checker.access.pointer_origins import unwritten_pointers
from egraph_opt.checker.access.thread_order import accesses_by_thread
from egraph_opt.checker.flow.path_conditions import PathConditions
from egraph_opt.checker.flow.single_trip_loops import FunctionLoops
from egraph_opt.checker.folding.elementwise_form import ElementFunctions, is_pointwise, step_of
from egraph_opt.checker.graph.hint_nodes import add_hints
from egraph_opt.checker.graph.mask_folding import MASK_OPERANDS, fold_constant_mask
from egraph_opt.checker.graph.pipelined_loads import CarriedLoads, loads_ahead
from egraph_opt.checker.operations.hints import ASSUMPTION, without_hints
from egraph_opt.checker.operations.op_structure import attributes_apart, structure, types_apart
from egraph_opt.checker.operations.op_text import words
from egraph_opt.checker.values import reduction_splitting
from egraph_opt.checker.values.constant import is_constant, value_of
from egraph_opt.checker.values.function_parts import ComparedFunction, EqualityTerms, ExecutionPlace, Label
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.checker.values.value_graph import OPERATION, Graph, NodeKind, Unmodelled, erase_encoding
from egraph_opt.ir.module import Block, Op, Value

Run = Generator[Any, int, int]
"""Coroutine that adds operations.

It yields the coroutine of each inner region, receives the memory state after that region, and returns the last memory state.

Coroutines replace recursion, because regions may nest deeply.
"""

TERMINATORS = frozenset("scf.yield scf.condition tt.return func.return cf.br cf.cond_br ttg.warp_yield ttg.warp_return".split())
IDENTITIES = effects.SAME_BITS | effects.CONVERSIONS
Form = Callable[["GraphBuilder", Op, int], Run]


class GraphBuilder:
    """Construction of one function's part of the value graph, which also holds the other function's nodes."""

    def __init__(
        self, graph: Graph, op: Op, terms: EqualityTerms, forms: Mapping[str, Form], aliases: Mapping[str, str],
        dominates: Callable[[int, int], bool],
    ) -> None:  # fmt: skip
        self.graph, self.function, self.terms, self.forms = graph, ComparedFunction(op), terms, forms
        self.aliases, self.dominates = aliases, dominates
        self.memory, self.unused = known_memory(op)
        self.loops = FunctionLoops(op) if terms.once else None
        self.begin = graph.add(NodeKind.PLAIN, graph.label("memory"), (), op)
        self.function.begin = self.begin
        self.constant = unwritten_pointers(op) if terms.no_alias else frozenset()
        """Pointers to memory that never changes."""
        self.by_thread = accesses_by_thread(op)
        self.ahead = loads_ahead(op, self.constant) if terms.ahead else CarriedLoads()
        self.elements = ElementFunctions(graph)
        graph.exact = not terms.elements
        self.values: dict[Value, int] = {}
        self.number = 0
        """Number of the current block of the function."""
        self.homes: dict[Value, int] = {}
        """Block of each value defined in another block of the function."""
        self.words: dict[int, Hashable] = {}
        self.known = PathConditions(graph)
        self.same: dict[tuple[int, ...], int] = {}
        """Kind, label and operands -> node, for pure operations, so that a condition computed twice is known twice."""
        self.copies: dict[int, tuple[int, str]] = {}
        """Buffer that is written once -> the tensor that fills it, and its type."""
        self.since = MemoryStates()
        self.fencing = frozenset(effects.fencing(op)) if self.memory.has_fenced else frozenset((op,))
        """Operations that contain a fence; only the function itself if no buffer depends on fences."""
        self.level = 0
        """Loop depth of the current position."""
        self.enter("function", [], -1, op)

    def work(self, first: Run) -> int:
        """Run a coroutine and its sub-coroutines; return its result."""
        stack, answer = [first], None
        while True:
            try:
                inner = stack[-1].send(answer)  # type: ignore[arg-type]  # the first message to a generator is None
            except StopIteration as done:
                stack.pop()
                answer = done.value
                if not stack:
                    return done.value  # type: ignore[no-any-return]
            else:
                stack.append(inner)
                answer = None

    def block(self, block: Block, memory: int) -> Run:
        """Add the operations of a block except its terminator, which the caller handles."""
        self.graph.budget.spend(OPERATION * len(block.ops), self.function.op)
        for op in block.ops:
            form = self.forms.get(op.name)
            if form is not None:
                memory = yield form(self, op, memory)
            elif op in self.unused or (op.name == ASSUMPTION and self.drop_assumption(op)):
                continue
            elif op.name not in TERMINATORS:
                memory = self.simple(op, memory)
            elif op is not block.ops[-1]:
                raise Unmodelled(op, "a terminator stands within a block")
        return memory

    def value(self, op: Op, value: Value) -> int:
        """Return the node of a value at its use in `op`."""
        node = self.values.get(value)
        if node is None or (self.homes and not self.dominates(self.homes.get(value, self.number), self.number)):
            raise Unmodelled(op, f"{value.name} is used where it is not defined")
        return self.known(node, op)

    def way(self, condition: int) -> int | None:
        """Return the index of the region that a conditional runs if `condition` is constant; else None."""
        element = self.graph.splats.get(self.graph.labels[condition])
        return 1 - element if element in (0, 1) and isinstance(element, int) else None

    def bounds(self, loop: Op) -> list[int]:
        """Return the nodes of a loop's bounds and step.

        If the lower bound is a constant and the loop is proved to run once, the upper bound becomes the next integer.
        """
        lower, upper, step = (self.value(loop, v) for v in loop.operands[:3])
        begin = self.graph.splats.get(self.graph.labels[lower])
        if self.loops is not None and isinstance(begin, int) and self.loops.run_once(loop):
            upper = self.graph.constant(loop, "i32", (begin + 1) % (1 << 32))
        return [lower, upper, step]

    def enter(self, label: Hashable, given: list[int], parent: int, op: Op) -> None:
        self.function.places.append(ExecutionPlace(label, given, parent, op))
        self.place = len(self.function.places) - 1

    def phi(self, key: Hashable, first: int, op: Op) -> int:
        """Return a PHI of a loop or block argument with its first operand; operands for other incoming edges are added later."""
        return self.graph.add(NodeKind.PHI, self.graph.label(("phi", key)), (first,), op, self.level)

    def simple(self, op: Op, memory: int) -> int:
        """Add an operation without control flow; return the memory state after it."""
        if self.terms.apart and (parts := reduction_splitting.parts(op)):
            for part in parts:
                memory = self.simple(part, memory)
            return memory
        effect = effects.effect(op)
        args = [self.value(op, v) for v in op.operands]
        if op.name in MASK_OPERANDS and (done := fold_constant_mask(self, op, args, memory)) is not None:
            return done
        regions: Hashable = None
        for buffer in self.memory.lasting.get(op, ()):
            self.function.lasting.append((buffer, self.since(RUNNING, memory), len(self.function.made)))
        if op.regions:
            regions, captured = structure(op, self.aliases)
            args += [self.value(op, v) for v in captured]
        if effect is OpEffect.OPAQUE:
            return self.write(op, self.label(op, types_apart(op), None, regions, known=False), memory, args)
        types = tuple([erase_encoding(op, v) for v in op.results])
        if (same := self.source(op, effect, args, types)) is not None:
            self.define(op, op.results[0], add_hints(self, op, same))
            return memory
        if op.name == ALLOCATION:
            effect, regions = self.allocation(op, args, memory), self.memory.kept.get(op.results[0])
        elif self.is_unfinished(op, effect):
            args, effect = [memory, *args], OpEffect.READ
        elif op.name == LOAD and self.memory.constant(op.operands[0]):
            effect = OpEffect.PURE
        elif effect is OpEffect.READ:
            args.insert(0, self.visible_state(op, memory))
        layouts = layouts_that_matter(op)
        kept = places(op) if op in self.by_thread else layouts if self.terms.strict else None
        label = self.label(op, types, kept, regions)
        if effect is OpEffect.WRITE:
            return self.write(op, label, memory, args)
        node = self.node(op, effect, label, types, args)
        self.note(op, effect, args, node, layouts)
        self.results(op, node)
        return memory

    def drop_assumption(self, op: Op) -> bool:
        """Register an operation such as `llvm.intr.assume`; return whether the comparison ignores it."""
        if len(op.operands) != 1:
            return False
        self.function.assumed.append((op, self.value(op, op.operands[0])))
        return self.terms.hints is not None and op not in self.terms.hints

    def source(self, op: Op, effect: OpEffect, args: Sequence[int], types: tuple[str, ...]) -> int | None:
        """Return the node that an operation's result equals, or None.

        This is the operand of a conversion or other identity, or the tensor that fills the unchanging buffer that a load reads.
        """
        if len(args) != 1 or self.is_unfinished(op, effect):
            return None
        if op.name == LOAD and self.memory.constant(op.operands[0]):
            node, type = self.copies.get(args[0], (-1, ""))
            return node if types == (type,) else None
        return args[0] if op.name in IDENTITIES and (erase_encoding(op, op.operands[0]),) == types else None

    def is_unfinished(self, op: Op, effect: OpEffect) -> bool:
        """Return whether an operation accesses the result of an asynchronous matrix product without a wait."""
        constant = op.name == LOAD and self.memory.constant(op.operands[0])
        return (effect is OpEffect.PURE or constant) and not self.memory.pending.isdisjoint(op.operands)

    def allocation(self, op: Op, args: list[int], memory: int) -> OpEffect:
        """Return the effect of an allocation: pure if the buffer never changes.

        Memory states on which the allocation also depends are added to the operands `args`.
        """
        effect = effects.effect(op)
        if self.memory.loose:
            self.function.made.append((self.memory.buffer(op.results[0]), op, self.since(RUNNING, memory)))
        if not self.memory.constant(op.results[0]):
            return effect
        if self.memory.is_fenced(op.results[0]):
            args.append(self.since(FENCE, memory))
            return OpEffect.READ
        if not self.memory.pending.isdisjoint(op.operands):
            args.insert(0, memory)
            return OpEffect.READ
        return OpEffect.PURE

    def note(self, op: Op, effect: OpEffect, args: Sequence[int], node: int, layouts: Hashable) -> None:
        """Record facts about an operation without writes: its layouts, whether it must not be speculated, and the buffer that it fills."""
        if layouts is not None and not self.terms.strict:
            self.function.loose.append((node, layouts, op))
        reads = effect is OpEffect.READ and op.name in effects.READS and op not in self.ahead.elsewhere
        if reads or self.may_fail(op, args):
            self.function.risks.append((node, self.place))
        if (
            op.name == ALLOCATION and args and self.memory.pending.isdisjoint(op.operands)
        ):  # an allocation that initialises a buffer that never changes
            self.copies[node] = args[0], erase_encoding(op, op.operands[0])

    def node(self, op: Op, effect: OpEffect, label: int, types: tuple[str, ...], args: Sequence[int]) -> int:
        if effect is OpEffect.READ:
            return self.graph.add(NodeKind.PLAIN, label, args, op)
        if self.terms.elements and (step_of(op) is not None or is_pointwise(op)):
            found = self.elements.node(op, self.bare(op), args)
            if found is not None:
                return found
        if len(types) == 1 and is_constant(op):
            node = self.graph.constant(op, types[0], value_of(op))
        elif op.name == effects.CHOICE and len(args) == 3 and op.operands[0].type == "i1":
            if types != (erase_encoding(op, op.operands[1]),) or types != (erase_encoding(op, op.operands[2]),):
                raise Unmodelled(op, "it chooses between other types than it gives")
            way = self.way(args[0])
            node = self.graph.add(NodeKind.CHOICE, self.graph.label("choose"), args, op) if way is None else args[1 + way]
        elif op.name in effects.CONVERSIONS:
            raise Unmodelled(op, "a conversion changes shape or element type")
        else:
            spreads = op.name in effects.SPREADING and len(args) == len(types) == 1
            node = self.graph.add(NodeKind.SPREAD if spreads else NodeKind.PLAIN, label, args, op)
            if spreads and (step := step_of(op)) is not None:
                self.graph.steps[node] = step
        node = self.same.setdefault((self.graph.kinds[node], self.graph.labels[node], *self.graph.args[node]), node)
        if not any("memdesc" in v.type for v in op.results):  # facts about a buffer are attached to its node
            self.known.note(node)
        return node

    def bare(self, op: Op) -> int:
        (result,) = [tensor.element if (tensor := tensor_type(v.type)) else v.type for v in op.results]
        return self.graph.label(Label(op.name, without_hints(op), words(op, self.aliases), (result,), None, None))

    def may_fail(self, op: Op, args: Sequence[int]) -> bool:
        """Return whether an operation may divide by zero or overflow in a division, which is undefined behaviour."""
        if op in self.terms.defined:
            return False
        if op.regions:
            return any(below.name in effects.DIVISIONS for below in op.walk())
        if op.name not in effects.DIVISIONS or len(args) != 2 or not op.results:
            return op.name in effects.DIVISIONS
        graph, divisor = self.graph, args[-1]
        while graph.kinds[divisor] is NodeKind.SPREAD:
            (divisor,) = graph.args[divisor]
        element = graph.splats.get(graph.labels[divisor])
        return not isinstance(element, int) or element in (0, effects.minus_one(op.results[0].type))

    def visible_state(self, op: Op, memory: int) -> int:
        """Return the memory state on which a read depends: the first of those with equal contents."""
        if op.name == LOAD:
            return self.since(SHARED, memory)
        if op.name not in effects.GLOBAL_READS or not effects.is_global(op.operands[0].type):
            return memory
        unchanged = any(v in self.constant or v in self.ahead.unchanged for v in op.operands[:1])
        return self.begin if unchanged else self.since(GLOBAL, memory)

    def label(self, op: Op, types: tuple[Hashable, ...], layouts: Hashable, regions: Hashable, known: bool = True) -> int:
        text = self.words.get(id(op.pieces))
        if text is None:
            text = self.words[id(op.pieces)] = words(op, self.aliases)
        kept = without_hints(op) if known else attributes_apart(op)
        return self.graph.label(Label(op.name, kept, text, types, layouts, regions, known))

    def write(self, op: Op, label: int, memory: int, args: Sequence[int]) -> int:
        node = self.graph.add(NodeKind.PLAIN, label, [memory, *args], op)
        self.graph.before[node] = memory
        self.since.write(op, node, memory)
        self.results(op, node, apart=True)
        return node

    def note_fences(self, op: Op, state: int, memory: int) -> None:
        """Record that an operation whose regions contain no fence leaves the last fence as it was."""
        if op not in self.fencing:
            self.since.keep(FENCE, state, memory)

    def join(self, after: int, memory: int, start: int, ends: Sequence[int]) -> None:
        """Record that no path of a branch changes the asynchronous work in flight, if this holds for the last state of each path.

        `ends` are these states. `after` is the memory state after the merge, `memory` the one before the branch, and `start` the
        first earlier state with the same work in flight.
        """
        if all(self.since(RUNNING, end) == start for end in ends):
            self.since.keep(RUNNING, after, memory)

    def results(self, op: Op, node: int, apart: bool = False) -> None:
        """Define the results of an operation. If `apart` is true, `node` is the memory state after it and not the result."""
        if len(op.results) == 1 and not apart:
            self.define(op, op.results[0], add_hints(self, op, node))
            return
        for i, result in enumerate(op.results):
            self.define(
                op, result, add_hints(self, op, self.graph.add(NodeKind.PLAIN, self.graph.label(("result", i)), (node,), op))
            )

    def define(self, op: Op, value: Value, node: int) -> None:
        if value in self.values:
            raise Unmodelled(op, f"{value.name} is defined a second time")
        self.values[value] = self.function.nodes[value] = node
        if node not in self.graph.types:
            self.graph.types[node] = erase_encoding(op, value)

    def forget(self, mark: int) -> None:
        """On leaving a region, drop the values that it defined: all but the first `mark`."""
        while len(self.values) > mark:
            self.values.popitem()
