"""Task of the layout family, which `egraph_opt.core.pipeline` calls: encode, saturate, extract, elaborate, accept, validate."""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from egraph_opt.checker import Verdict, same_values
from egraph_opt.core.observers import tell
from egraph_opt.core.options import OptionError
from egraph_opt.core.result import FunctionResult, conversions
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import format_terms
from egraph_opt.core.task import Clock, FunctionChoice, O, Optimized, Rewritten, SearchTask, Task
from egraph_opt.cost import bind_target, evaluate, least_by_sum
from egraph_opt.cost.target import named_by, target
from egraph_opt.errors import Unsupported
from egraph_opt.extract import EXTRACTORS, Limits
from egraph_opt.extract import Result as Selection
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.layout.acceptance import (
    chosen_of_two,
    combine_records,
    failure_record,
    nothing_to_choose,
    proof,
    refusal_record,
    settle,
)
from egraph_opt.families.layout.choice.candidate_layouts import Candidates, reasons
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction, pose
from egraph_opt.families.layout.choice.movable_accesses import encode_choices
from egraph_opt.families.layout.choice.saturate import SaturatedRows, language, saturate
from egraph_opt.families.layout.emit.elaborate import decode
from egraph_opt.families.layout.emit.identity_check import is_input
from egraph_opt.families.layout.emit.load_pipelining import loads_carried
from egraph_opt.families.layout.emit.load_scheduling import loads_first as scheduled
from egraph_opt.families.layout.emit.warp_assignment import assign
from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.encode.shared_budget import SharedBudget
from egraph_opt.families.layout.encode.value_numbering import Moves
from egraph_opt.families.layout.encode.warp_partitions import with_partitions
from egraph_opt.families.layout.input_verification import verify
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.recheck import check_facts
from egraph_opt.families.layout.search_boundary import unsearched_remark
from egraph_opt.families.layout.seed_proofs import note_cheaper, proved_part, seed_records, unseeded_record
from egraph_opt.families.layout.unused_ops import erase_unused
from egraph_opt.families.layout.validate import prove
from egraph_opt.ir.module import Module, Op, Value
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import InvalidLayout

if TYPE_CHECKING:
    from egraph_opt.families.layout.provenance.explanations import Trace


@dataclass(frozen=True, slots=True)
class FunctionBody:
    """Code that is optimised at once, a function or a warp-specialised region, with its number of threads."""

    function: Op
    threads: int
    memory: FunctionBuffers | None = None
    held: Sequence[tuple[Value, str]] = ()
    """Values with the layouts that they have in start programs proved equal to the input."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedBody:
    """Encoded function body, with the candidate layouts of its values."""

    encoding: Encoding
    layouts: Candidates

    def named_terms(self) -> list[tuple[str, int]]:
        return [(value.name, term) for value, term in self.encoding.term.items()]

    def dump_text(self) -> str:
        """Return a text that lists terms and layouts by number, and each value's term and candidate layouts."""
        encoding = self.encoding
        values = (
            f"{value.name} is term {term}, and may have the layouts {', '.join(map(str, self.layouts.of[encoding.group[value]]))}\n"
            for value, term in encoding.term.items()
        )
        layouts = (f"layout {number}: {name or '(none)'}\n" for name, number in encoding.layouts.items())
        return f"{format_terms((n, term) for term, n in encoding.terms.items())}{''.join(values)}{''.join(layouts)}"


@dataclass(frozen=True, slots=True)
class Choice:
    """Extraction problem with the cheapest program found, as selected nodes."""

    posed: PosedFunction
    best: Selection

    def dump_text(self) -> str:
        """Return a text with the selected node and the cost of each class in the extraction problem, and the total cost."""
        nodes, cost = self.posed.nodes, self.posed.problem.cost
        chosen = [(c, nodes[n], cost[n]) for c, n in enumerate(self.best.choice.tolist()) if n >= 0]
        lines = (f"{c} = {node.symbol} of {node.of} from {list(node.children)}: {price:.9g}\n" for c, node, price in chosen)
        return f"; {self.best.cost:.9g}, at least {self.best.lower_bound:.9g}\n{''.join(lines)}"


Searched = FunctionChoice[EncodedBody, SaturatedRows, Choice]
logger = logging.getLogger("egraph_opt")


def trace(found: Searched) -> Trace:
    """Return the inputs of `Explainer` for a finished search."""
    return found.program.encoding, found.program.layouts, found.graph, found.choice.posed, found.choice.best.choice


class LayoutSearch(SearchTask[O, EncodedBody, SaturatedRows, Choice]):
    """Base class for tasks that search for layouts."""

    assigns = True
    options: Any
    books: tuple[str, ...] = ("layout",)

    @property
    def moves(self) -> Moves:
        """Return the memory accesses whose layout may change."""
        moves: Moves = self.options.moves
        return moves

    def encode(self, body: Any) -> EncodedBody | None:
        encoding, layouts = encode_choices(body.function, body.threads, self.options, self.moves, body.memory, body.held)
        return EncodedBody(encoding, layouts) if encoding.roots else None

    def saturate(self, program: EncodedBody) -> SaturatedRows:
        saturated = saturate(program.encoding, program.layouts, self.books, self.options.limits, self.options.own)
        with self.clock.stage("check"):
            check_facts(program.encoding, saturated.facts, self.options.reassociate)
        return saturated

    def pose(self, program: EncodedBody, graph: SaturatedRows) -> PosedFunction:
        return pose(program.encoding, graph, self.options.model)

    def extract(self, program: EncodedBody, graph: SaturatedRows) -> Choice:
        posed = self.pose(program, graph)
        extractor = EXTRACTORS[self.options.extract]
        return Choice(posed, extractor(posed.problem, initial=posed.initial, limits=self.limits(posed)))

    def limits(self, posed: PosedFunction) -> Limits:
        return Limits(self.options.work_limit, self.options.time_limit)

    def elaborate(self, found: Searched) -> Op:
        encoding = found.program.encoding
        return assign(encoding.function, decode(encoding, found.choice.posed, found.choice.best.choice.tolist()))


class LayoutTask(LayoutSearch[Options]):
    """Task that optimises one TTGIR module.

    `seeds` are other programs from which the search may start, once they are proved equal to the module. `beside` are already proved.
    """

    def __init__(
        self,
        module: Module,
        options: Options,
        clock: Clock,
        text: str = "",
        seeds: Sequence[Module] | None = None,
        beside: Sequence[Module] = (),
    ) -> None:
        super().__init__(module, replace(options, cost=bind_target(options.model, module)), clock, text)
        self.books = options.rules
        self.matrices = target(named_by(module.op.attributes.get("ttg.target", ""))).matrices
        self.unseeded = False
        if seeds is None and options.seed_with:
            from egraph_opt.baseline import libtriton
            from egraph_opt.baseline.seed import seeds_of

            if not libtriton.available():
                raise OptionError("{0} needs Triton: pip install -e '.[triton]' in a clone", f"seed_with={options.seed_with}")
            with clock.stage("seed"):
                seeds = seeds_of(text, module.filename)
            self.unseeded = not seeds
        self.seeds, self.beside = seeds or (), beside
        self.source: LayoutTask = self
        """Task that made the result: this task, or the task of a seed."""
        self.searched: list[Searched] | None = None
        """Finished searches of this task, if they are recorded for explanations."""

    def without(self, rules: Collection[Rule]) -> LayoutTask:
        return type(self)(self.module, self.less(rules), self.clock, self.text, seeds=self.seeds, beside=self.beside)

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        module = Task.read(text, filename, line)
        verify(module, text, line)
        return module

    def module_alternatives(self) -> Iterator[Rewritten]:
        """Yield optimised modules, cheapest first. The first costs no more than the input or any proved seed (other start program).

        Only seed functions that are proved equal to the input's take part; their layouts become candidates. If a seed is cheaper than
        the result, it contains a rewrite that no rule derives. It is then optimised too, and also yielded unchanged.
        """
        model = self.options.model
        with self.clock.stage("check"):
            proved = [proved_part(self.module, seed, self.options) for seed in self.seeds]
            self.beside = [seed for seed in proved if seed is not None] or self.beside
        new, records = first = self.optimize_functions()
        rivals: list[tuple[float, LayoutTask, Module, list[FunctionResult] | None]] = []
        rivals.append((ordered_sum(f.cost_after for f in records), self, new, records))
        for seed in self.beside if self.seeds else ():
            costs = [evaluate(f, model).cost for f in seed.functions()]
            rivals.append((ordered_sum(costs), self, seed, None))
            if all(cost >= f.cost_after for cost, f in zip(costs, records, strict=True)):
                continue
            task = LayoutTask(seed, self.options, self.clock, seeds=())
            other, others = task.optimize_functions()
            taken = [theirs.cost_after < f.cost_after for theirs, f in zip(others, records, strict=True)]
            if any(taken):
                pairs = zip(new.functions(), other.functions(), taken, strict=True)
                new = other.replace_functions({its: old for old, its, better in pairs if not better})
                records = [
                    chosen_of_two(f, theirs) if better else f for f, theirs, better in zip(records, others, taken, strict=True)
                ]
                rivals.append((ordered_sum(f.cost_after for f in records), task, new, records))
        unused = [seed for seed in self.seeds if seed not in self.beside]
        for _, self.source, new, own in sorted(rivals, key=lambda each: (each[0], each[3] is None)):
            records = seed_records(new, first[1], self.refusal, self.options) if own is None else own
            records = note_cheaper(self.module, unused, records, self.options) if unused else records
            yield new, [unseeded_record(record) for record in records] if self.unseeded else records

    def pose(self, program: EncodedBody, graph: SaturatedRows) -> PosedFunction:
        limit = self.options.shared_limit
        budget = SharedBudget(program.encoding.function, limit, self.matrices) if limit else None
        return pose(program.encoding, graph, self.options.model, budget)

    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield the cheapest equivalent of a function found, with loads pipelined and moved up if the options request this."""
        new, found = self.optimize_whole(unit)
        if self.options.loads_first:
            with self.clock.stage("decode"):
                if self.options.carry_loads:
                    new = loads_carried(new, self.options.carry_loads, self.options.assume_no_alias)
                new = scheduled(new, self.options.assume_no_alias)
            tell("decode", new)
            cost = evaluate(new, self.options.model).cost
            if not math.isclose(
                cost, found.cost_after, rel_tol=1e-9
            ):  # loads ahead take more operations; only a model of the whole function depends on the order
                found = replace(found, cost_after=cost, lower_bound=0.0, optimal=False)
        yield new, found

    def optimize_whole(self, unit: Op) -> Optimized:
        """Return the cheapest equal function found. Unused operations that cost something are removed first."""
        used = erase_unused(unit)
        if used is unit:
            return self.optimize_used(unit, unit)
        before = evaluate(unit, self.options.model)
        if evaluate(used, self.options.model).cost >= before.cost:
            return self.optimize_used(unit, unit)
        new, found = self.optimize_used(unit, used)
        return new, replace(
            found, ops=sum(1 for _ in unit.walk()), cost_before=before.cost, converts_before=before.converts,
            converts_in_loops_before=before.converts_in_loops,
        )  # fmt: skip

    def optimize_used(self, unit: Op, function: Op) -> Optimized:
        """Optimise `function`: the input function `unit`, possibly without unused operations. Warp-specialised regions come first."""
        threads, held, memory = self.module.threads(unit), self.seed_encodings(unit), FunctionBuffers(function)
        parts: list[tuple[FunctionResult, float]] = []

        def optimize_part(part: Op, threads: int, runs: float) -> Op:
            new, found = self.optimize_body(FunctionBody(part, threads, memory, held))
            parts.append((found, runs))
            return new

        inner = with_partitions(function, threads, optimize_part)
        new, found = self.optimize_body(FunctionBody(inner, threads, FunctionBuffers(inner) if parts else memory, held))
        found = combine_records(function, new, found, parts, self.options.model) if parts else found
        return new, replace(found, notes=unsearched_remark(new, self.options, threads)) if found.optimal else found

    def optimize_body(self, body: FunctionBody) -> Optimized:
        """Optimise a function as `optimize_whole` does, without its warp-specialised regions."""
        found = self.search(body)
        return (
            (body.function, nothing_to_choose(body.function, self.options.model))
            if found is None
            else self.finish_function(body, found)
        )

    def search(self, body: Any) -> Searched | None:
        found = super().search(body)
        if found is not None and self.searched is not None:
            self.searched.append(found)
        return found

    def finish_function(self, body: FunctionBody, found: Searched) -> Optimized:
        """Emit the program that a search selected; return it if it saves enough, else the unchanged function, with the record."""
        options, encoding, choice = self.options, found.program.encoding, found.choice
        by_operations = not hasattr(options.model, "whole")
        try:
            with self.clock.stage("decode"):
                stays = by_operations and is_input(encoding, choice.posed, choice.best.choice.tolist())
                new = body.function if stays else self.elaborate(found)
        except Unsupported as reason:
            return body.function, refusal_record(body.function, options, reason)
        if not stays:
            tell("decode", new)
        covered = not found.graph.stopped_by and least_by_sum(options.model, encoding.loads_move or options.move_stores)
        stopped_by = found.graph.stopped_by or choice.best.stopped_by
        known = proof(choice.posed, choice.best, covered)
        new, record = settle(body.function, new, options, body.threads, known, stopped_by, self.matrices)
        dropped, posed = reasons(encoding, found.program.layouts), choice.posed
        return new, replace(record, classes=posed.problem.class_count, nodes=len(posed.nodes), dropped=dropped)

    def seed_encodings(self, function: Op) -> list[tuple[Value, str]]:
        """Return values of a function with the layouts that they have in other start programs (`beside`), proved equal."""
        at = self.module.functions().index(function)
        pairs = [(v, tensor_type(o.type)) for m in self.beside for v, o in same_values(function, m.functions()[at])]
        return [(value, tensor.encoding) for value, tensor in pairs if tensor and tensor.encoding]

    def failure_record(self, function: Op, error: Exception) -> FunctionResult:
        known = isinstance(error, (Unsupported, InvalidLayout))
        return (refusal_record if known else failure_record)(function, self.options, error)

    def prove(self, before: Module, after: Module) -> Verdict:
        return prove(before, after, not self.options.reassociate, self.options.assume_no_alias)

    def blame(self, new: Module) -> str:
        """Search again, and return a text that names the rules that led to a rejected module; empty if the search fails."""
        if self.source is not self:
            return self.source.blame(new)
        from egraph_opt.families.layout.provenance.explanations import blame_rules

        self.searched = searched = list[Searched]()
        try:
            for old, function in zip(self.module.functions(), new.functions(), strict=True):
                if function is not old:
                    self.optimize_whole(old)
            return blame_rules(map(trace, searched), language(self.books, self.options.own).rules)
        except Exception as error:  # the module is refused whichever rule is to blame
            logger.debug("no rule is blamed", exc_info=error)
            return ""
        finally:
            self.searched = None

    def headline(self, records: Sequence[FunctionResult]) -> str:
        return conversions(records)
