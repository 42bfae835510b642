"""Task of the pointer family for `egraph_opt.core.pipeline`: the best of several attempts to raise a function's accesses.

`raise_function` defines one attempt: encode, saturate, choose forms, emit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from egraph_opt.baseline import libtriton
from egraph_opt.checker import Verdict
from egraph_opt.core.options import OptionError
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import FunctionResult, count_noun, unchanged_record
from egraph_opt.core.task import Clock, Optimized, Rewritten, Task
from egraph_opt.errors import reason_of
from egraph_opt.extract.base.work import Work, WorkPart
from egraph_opt.families.pointer import guard_register_limit, host_descriptors, split_kernel
from egraph_opt.families.pointer.emit.gather_scatter import UNSTRUCTURED
from egraph_opt.families.pointer.forms.form_choice import POINTERS, WORK_ENDED_REASON, access_keys, accesses
from egraph_opt.families.pointer.forms.raising_plan import RaisePlan, order_plans
from egraph_opt.families.pointer.function_raising import raise_function, through_pointers
from egraph_opt.families.pointer.integers import assumptions
from egraph_opt.families.pointer.options import HOST, PointerOptions
from egraph_opt.families.pointer.pair_check import check
from egraph_opt.families.pointer.prepare.descriptor_lowering import is_block_pointer_access, stored_value
from egraph_opt.families.pointer.prepare.induction_sums import carry_sums
from egraph_opt.families.pointer.prepare.load_narrowing import narrow_loads
from egraph_opt.families.pointer.prepare.shadow_access import ACCESS_KINDS, AccessKey, access_key, strip_marks
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.families.pointer.raising_attempt import ATTEMPT_WORK_FRACTION, Attempt, ProvedAccesses, Repeatable
from egraph_opt.families.pointer.raising_outcome import SCALAR, SINGLY, AccessReport
from egraph_opt.families.pointer.symbolic.solver import SolverExhausted, limit_work, solver_session, spend, work_without_solver
from egraph_opt.families.pointer.validation.errors import RaiseRefused, SolverUndecided
from egraph_opt.families.pointer.validation.validate import Proofs, validate
from egraph_opt.ir.attributes import list_entries
from egraph_opt.ir.module import Module, Op, symbol_name
from egraph_opt.ir.types import PointerType, type_of
from egraph_opt.text import read, write
from egraph_opt.text.printer import Form
from egraph_opt.text.register_attributes import MOST, with_limit

ATTEMPT, OPERATION = 30_000, 250
"""Approximate cost of an attempt, and of each operation of its function, in steps of the work budget (1 µs each)."""
LIMITS = ("work", "seconds")
LEGACY = "block pointers are legacy: Triton 3.8 has none"
REGISTER_REMARK = (
    "registers are not limited: Triton does not compile the raised version (is --descriptor-types that of the Triton installed?)"
)


Worth = Callable[[Attempt], bool]
"""Predicate that decides, from the accesses that an attempt raises, whether the attempt is worth a proof."""


def _any(attempt: Attempt) -> bool:
    return True


class PointerTask(Task[PointerOptions]):
    """Task on a TTIR module whose accesses are raised. `plan` contains the target and the conditions, from the options."""

    each_alone = True

    def __init__(self, module: Module, options: PointerOptions, clock: Clock, text: str = "") -> None:
        super().__init__(module, options, clock, text)
        if options.num_warps and not libtriton.available():
            why = "needs Triton, which compiles the raised version: pip install -e '.[triton]' in a clone"
            raise OptionError(f"{{0}} {why}", "num_warps")
        given = {
            assumptions.NO_OVERFLOW: options.assume_no_overflow,
            assumptions.POSITIVE: options.assume_positive,
            assumptions.READABLE: options.assume_readable,
            assumptions.NO_ALIAS: options.assume_no_alias,
        }
        promised = tuple(mark for mark in given if given[mark])
        trips = None if options.any_cost else options.assume_trips
        target: Any = "descriptor" if options.target == HOST else options.target
        self.plan = RaisePlan(
            target,
            options.descriptor_types == "3.8",
            trips,
            version=options.version,  # type: ignore[arg-type]
            promised=promised,
            limited=bool(options.num_warps),
            limits=options.limits,
            own=options.own,
            host=options.target == HOST,
        )
        self.called = {op.attributes.get("callee", "").removeprefix("@").strip('"') for op in module.op.walk()}
        self.parts: tuple[Module, ...] = ()
        """Modules that a raised kernel was split into, for a launch with descriptors made by the host."""
        self.registers = MOST
        """Maximum number of registers per thread."""
        self.work = Work(options.work_limit, options.time_limit)
        """Work budget of the current function."""

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        return strip_marks(Task.read(text, filename, line))

    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield a function with its accesses raised, and a record of the accesses' outcomes and the caller's promises."""
        with solver_session():
            found = self.find_best(unit)
        yield found.function, self.record(unit, found)

    def find_best(self, function: Op) -> Attempt:
        """Return the best proved attempt. If it leaves accesses, also try loop-carried sums, and then loads without added masks."""
        self.work = Work(self.options.work_limit, self.options.time_limit)
        called = symbol_name(function) in self.called
        plan = replace(self.plan, called=called)
        plan = replace(plan, narrow=self.narrows(function, plan))
        shapes = self.options.add_shape_params and not called
        found = self.try_plans(function, order_plans(plan, shapes))
        if (
            found.rest and carry_sums(function, left := found.rest) is not function
        ):  # second list, with sums of varying increments
            anew = replace(plan, summed=left)
            other = self.try_plans(function, order_plans(anew, shapes))
            if len(other.rest) < len(found.rest):
                found, plan = other, anew
            elif other.proved:  # keep the reasons of the attempts with sums
                found = replace(found, lines={key: other.lines.get(key, why) for key, why in found.lines.items()})
        if found.rest and plan.narrow:  # third list, where loads keep all lanes
            fewer = len(found.rest)
            wide = order_plans(replace(plan, narrow=False), shapes)
            other = self.try_plans(function, wide, lambda attempt: len(attempt.rest) < fewer)
            found = other if len(other.rest) < fewer else found
        return found

    def record(self, function: Op, found: Attempt) -> FunctionResult:
        name, lines, ways = symbol_name(function), found.lines, irregular(found.function)
        reports = []
        for op in accesses(function, self.options.target):
            key, value = access_key(op), (stored_value(op) or op.results[0]).name
            how, why = ways.get(key, ""), lines.get(key, found.single.get(key, ""))
            if how == SINGLY and isinstance(type_of(op.operands[0].type), PointerType) and not is_block_pointer_access(op):
                how, why = SCALAR, ""
            reports.append(AccessReport(name, op.name, op.line, key not in lines, why, how, value))
        given_up = found.stopped_by or ("" if found.proved else "solver")
        stopped_by = "error" if found.failed else "check" if found.wrong else given_up
        why = found.failed or (f"stopped by the limit of {found.stopped_by}" if found.function is function else "")
        record = replace(unchanged_record(function, why, stopped_by), reports=tuple(reports), promises=found.promises)
        notes = tuple(report.summary for report in reports) if self.options.explain_accesses else ()
        if self.options.target == "block-pointer" and any(report.raised for report in reports):
            notes = (*notes, LEGACY)
        remark = record.remark if found.failed or (given_up in LIMITS and why) else ""
        if ended := [report for report in reports if not report.raised and report.reason == WORK_ENDED_REASON]:
            remark = f"{len(ended)} of {len(reports)} access{'es' * (len(reports) != 1)} left: stopped by the limit of work"
        return replace(record, notes=notes, remark=remark)

    def try_plans(self, function: Op, plans: Sequence[RaisePlan], worth: Worth = _any) -> Attempt:
        """Return the first attempt of `plans` that is proved, or the proved part of an earlier attempt if it raises more accesses.

        An attempt that the predicate `worth` rejects is returned without a proof.
        """
        failed: dict[AccessKey, str] = {}
        ended = ""
        part: Attempt | None = None
        for plan in plans:  # proved facts keep accesses raised if a guarded version of the rest is refused
            with limit_work(Repeatable(self.work, self.share().until)):
                found = self.prove_plan(function, plan, worth if part is None else part.is_improved_by)
            self.rejected = self.rejected or found.wrong
            if found.proved or not found.worth:  # later plans are less ambitious
                break
            other = self.prove_part(function, found.reached)
            part = other if other and (part is None or part.is_improved_by(other)) else part
            failed, ended = failed or found.lines, ended or found.stopped_by
        if part is not None and (not found.proved or not part.is_improved_by(found)):
            return part
        lines = {key: failed.get(key, why) for key, why in found.lines.items()}
        return replace(found, lines=lines, stopped_by=found.stopped_by or (ended if lines else ""))

    def prove_part(self, function: Op, reached: ProvedAccesses | None) -> Attempt | None:
        """Attempt to raise only the accesses that were proved before the budget was exhausted; return None if this is not proved."""
        while reached is not None and (plan := reached.restrict_plan(self.work.left)):
            with limit_work(self.share()):
                found = self.prove_plan(function, plan)
            if not found.proved:
                reached = found.reached
                continue
            others = frozenset(found.lines)
            if plan.target == "tts" and others:  # retry these with an offset for each lane
                with limit_work(self.share()):
                    more = self.prove_plan(function, plan.restrict(plan.only, others), found.is_improved_by)
                found = more if more.proved else found
            return replace(found, stopped_by="work")
        return None

    def prove_plan(self, function: Op, plan: RaisePlan, worth: Worth = _any) -> Attempt:
        """Attempt a plan, and retry without the accesses that validation refuses."""
        found = self.attempt(function, plan.start(), worth)
        while (less := found.drop_refused(plan)) is not None:
            plan = less
            found = self.attempt(function, plan.start(), worth)
        return found

    def share(self) -> WorkPart:
        return self.work.part(ATTEMPT_WORK_FRACTION * self.work.left)

    def narrows(self, function: Op, plan: RaisePlan) -> bool:
        """Return whether a load can skip lanes that no store uses; False for the target `buffer`, which keeps masks."""
        with limit_work(self.share()), suppress(SolverExhausted):
            return plan.target != "buffer" and narrow_loads(function, self.access_keys(function)) is not function
        return False

    def attempt(self, function: Op, plan: RaisePlan, worth: Worth) -> Attempt:
        """Raise a function by a plan, and prove the result if the predicate `worth` accepts the attempt."""
        began = work_without_solver()
        try:
            spend(ATTEMPT + OPERATION * sum(1 for _ in function.walk()))
            if self.module.generic and plan.target == "tts":
                raise NotRaised("tts.make_tptr is not written in generic form")
            with self.clock.stage("raise"):
                if self.options.target == POINTERS:
                    raised, reasons, promises = through_pointers(function)
                else:
                    raised, reasons, promises = raise_function(function, plan)
        except SolverExhausted as error:
            return self.exhausted_attempt(function, str(error))
        except Exception as error:
            failed = "" if isinstance(error, NotRaised) else reason_of(error)
            return Attempt(function, dict.fromkeys(self.access_keys(function), failed or str(error)), failed=failed)
        lines = {access_key(op): why for op, why in reasons.items() if op.name not in UNSTRUCTURED}
        single = {(op.line, UNSTRUCTURED[op.name]): why for op, why in reasons.items() if op.name in UNSTRUCTURED}
        whole = Attempt(
            raised, lines, promises, stopped_by=next(iter(plan.stopped), "") if lines or single else "", single=single
        )
        if not self.options.check or raised is function:
            return whole
        if not worth(whole):
            return replace(whole, function=function, proved=False, worth=False)
        with self.clock.stage("decode"):
            text = write(self.module.replace_functions({function: raised}), self.form)
        proofs = Proofs()
        try:
            with self.clock.stage("check"):
                validate(self.module, read(text), proofs)
        except SolverExhausted as error:
            costs = {(line, ACCESS_KINDS.get(name, name)): steps - began for (line, name), steps in proofs.steps.items()}
            return replace(self.exhausted_attempt(function, str(error)), reached=ProvedAccesses(plan, costs))
        except Exception as error:
            why = str(error) if isinstance(error, RaiseRefused) else reason_of(error)
            lines = {key: lines.get(key, f"not proved: {why}") for key in self.access_keys(function)}
            wrong = "" if isinstance(error, SolverUndecided) else text
            return Attempt(function, lines, wrong=wrong, proved=False, single=single, refusal=error)
        return whole

    def exhausted_attempt(self, function: Op, why: str) -> Attempt:
        stopped_by = "seconds" if self.work.stopped_by == "seconds" else "work"
        return Attempt(function, dict.fromkeys(self.access_keys(function), why), proved=False, stopped_by=stopped_by)

    def access_keys(self, function: Op) -> set[AccessKey]:
        return access_keys(accesses(function, self.options.target))

    def prove(self, before: Module, after: Module) -> Verdict:
        return check(before, after)

    def accept_unit(self, unit: Op, new: Op, record: FunctionResult) -> Optimized:
        """Accept the raised function `new` without a proof, because `attempt` has already proved it."""
        return new, record

    def module_alternatives(self) -> Iterator[Rewritten]:
        """Yield the module with its accesses raised, and once more without a register limit if one was requested."""
        yield self.optimize_functions()
        if self.plan.limited and self.options.target != HOST:
            self.plan = replace(self.plan, limited=False)
            new, records = self.optimize_functions()
            yield new, [replace(r, remark=r.remark or REGISTER_REMARK, stopped_by=r.stopped_by or "registers") for r in records]

    def confirm(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return the raised module `new`, with a register limit if it has guards, or the input module if Triton cannot compile `new`."""
        if self.options.target == HOST:
            return self.take_apart(new, records)
        if not (self.options.num_warps and self.plan.limited) or not guard_register_limit.is_guarded(new):
            return new, records
        registers = None
        with suppress(RaiseRefused):
            alone = write(guard_register_limit.assume_guards(read(write(new, self.form))))
            registers = guard_register_limit.registers_of(alone, self.options.num_warps, self.options.num_stages)
        if registers is None:
            return self.module, records
        self.registers = registers
        return new, records

    def take_apart(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Split the module for a launch by the host; return the original if the host cannot create the descriptors."""
        try:
            (old,), (raised,) = self.module.functions(), new.functions()
            self.parts = host_descriptors.modules(self.module, old, raised)
        except (NotRaised, ValueError) as left:
            why = str(left) if isinstance(left, NotRaised) else "a module of several functions is not taken apart"
            reports = [[replace(r, raised=False, reason=r.reason or why) for r in record.reports] for record in records]
            return self.module, [replace(record, reports=tuple(r)) for record, r in zip(records, reports, strict=True)]
        return new, records

    @property
    def form(self) -> Form:
        return "generic" if self.module.generic else "source"

    def write(self, new: Module, form: Form) -> str:
        if form == "generic" and self.plan.target == "tts" and new is not self.module:
            raise OptionError("{0}: its operations are not written in generic form", "target=tts")
        if self.parts:
            return split_kernel.SEPARATOR.join(write(part, "generic" if self.module.generic else form) for part in self.parts)
        text = write(new, "generic" if self.module.generic else form)
        return text if self.registers >= MOST else with_limit(text, self.registers)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        reports = [report for record in records for report in record.reports]
        return f"{sum(report.raised for report in reports)} of {len(reports)} accesses raised to {self.options.target}"


def irregular(function: Op) -> dict[AccessKey, str]:
    """Return how raised accesses that are not simply strided are addressed: gathered, wrapping or unstructured; keys are (line, name)."""
    made = {v: op for op in function.walk() if op.name.startswith("tts.make_") for v in op.results}
    found = {}
    for op in function.walk():
        if op.name in ("tts.load", "tts.store"):
            source = made[op.operands[0]]
            wraps = set(list_entries(source, "shape")) - {"0", ""}
            how = "gathered" if source.name == "tts.make_gather_scatter_tptr" else "wraps around" if wraps else ""
            found[op.line, op.name.replace("tts.", "tt.")] = how
        elif op.name in UNSTRUCTURED:
            found[op.line, UNSTRUCTURED[op.name]] = SINGLY
    return found


@dataclass(frozen=True, slots=True, repr=False)
class AccessRecords:
    """Outcome of raising one function, and the report of each access."""

    record: FunctionResult
    choices: tuple[AccessReport, ...]

    def __repr__(self) -> str:
        return f"<Explained {self.record!r}: {count_noun(len(self.choices), 'choice')}>"


def explain(text: str, filename: str, options: PointerOptions) -> list[AccessRecords]:
    """Return the record of each function of a text, with a report for each access.

    Raises:
        InputError: the text is not MLIR, or belongs to another family.
    """
    return [AccessRecords(f, f.reports) for f in optimize_text(text, filename, options).functions]
