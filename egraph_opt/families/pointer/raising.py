"""Steps of the family of pointers, called by `egraph_opt.core.pipeline`: the best of some attempts to raise a function's accesses.

`function` has the steps of an attempt: encode, saturate, choose forms, write them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from egraph_opt.baseline import libtriton
from egraph_opt.core.options import OptionError
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import FunctionResult, counted, name_of, unchanged
from egraph_opt.core.task import Clock, Optimized, Task, Validated
from egraph_opt.errors import reason_of
from egraph_opt.extract.base.work import Part, Work
from egraph_opt.families.pointer import launching, limit
from egraph_opt.families.pointer.attempt import SHARE, Attempt, Reached, Repeatable, again
from egraph_opt.families.pointer.emit.unstructured import UNSTRUCTURED
from egraph_opt.families.pointer.forms.choice import ENDED, POINTERS, Aim, accesses, places
from egraph_opt.families.pointer.forms.parents import Parents
from egraph_opt.families.pointer.function import Version, raise_function, through_pointers
from egraph_opt.families.pointer.integers import promise
from egraph_opt.families.pointer.options import HOST, PointerOptions
from egraph_opt.families.pointer.prepare.lower import stored, windowed
from egraph_opt.families.pointer.prepare.narrow import narrowed
from egraph_opt.families.pointer.prepare.summed import summed
from egraph_opt.families.pointer.prepare.twins import ACCESSED, Place, place_of
from egraph_opt.families.pointer.prepare.unmark import unmarked
from egraph_opt.families.pointer.report import SCALAR, SINGLY, Report
from egraph_opt.families.pointer.rewriter.left import Left
from egraph_opt.families.pointer.symbolic.ask import Exhausted, allowing, spend, together, unasked
from egraph_opt.families.pointer.validation.proofs import Proofs
from egraph_opt.families.pointer.validation.refused import Refused, Undecided, Unordered
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.ir.attributes import listed
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.types import PointerType, type_of
from egraph_opt.text import read, write
from egraph_opt.text.register_attributes import MOST, with_limit
from egraph_opt.text.write import Form

ATTEMPT, OPERATION = 30_000, 250
"""Steps that it takes to try to raise a function, about, and for each of its operations."""
REFUSALS = 3
"""Most accesses with an offset for each lane that are given up one by one, where one is not proved; then all others are."""
LIMITS = ("work", "seconds")
LEGACY = "block pointers are legacy: Triton 3.8 has none"
UNLIMITED = (
    "registers are not limited: Triton does not compile the raised version (is --descriptor-types that of the Triton installed?)"
)


Worth = Callable[[Attempt], bool]
"""Function that says whether an attempt is worth a proof, by what it raises."""


def _any(attempt: Attempt) -> bool:
    return True


class PointerTask(Task[PointerOptions]):
    """Module of TTIR, whose accesses are raised as far as `aim` says."""

    def __init__(self, module: Module, options: PointerOptions, clock: Clock, text: str = "") -> None:
        super().__init__(module, options, clock, text)
        if options.num_warps and not libtriton.available():
            why = "needs Triton, which compiles the raised version: pip install -e '.[triton]' in a clone"
            raise OptionError(f"{{0}} {why}", "num_warps")
        given = {
            promise.NO_OVERFLOW: options.assume_no_overflow,
            promise.POSITIVE: options.assume_positive,
            promise.READABLE: options.assume_readable,
            promise.NO_ALIAS: options.assume_no_alias,
        }
        promised = tuple(mark for mark in given if given[mark])
        trips = None if options.any_cost else options.assume_trips
        target: Any = "descriptor" if options.target == HOST else options.target
        self.aim = Aim(
            target,
            options.descriptor_types == "3.8",
            trips,
            promised=promised,
            limited=bool(options.num_warps),
            limits=options.limits,
            own=options.own,
            host=options.target == HOST,
        )
        self.called = {op.attributes.get("callee", "").removeprefix("@").strip('"') for op in module.op.walk()}
        self.refused = ""
        """Raised text that was not proved equal, if any: for a report of the error."""
        self.parts: tuple[Module, ...] = ()
        """Parts that the module was split into."""
        self.registers = MOST
        """Maximum number of registers per thread."""
        self.work = Work(options.work_limit, options.time_limit)
        """Work that the current function may still cost."""

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        return unmarked(Task.read(text, filename, line))

    def optimize(self, function: Op) -> Optimized:
        """A function with its accesses raised; what became of each, and what its caller promises, stands in the record."""
        with together():
            found = self.found(function)
        return found.function, self.record(function, found)

    def found(self, function: Op) -> Attempt:
        """Return the best attempt, also with sums of varying steps that start anew."""
        self.work = Work(self.options.work_limit, self.options.time_limit)
        name = name_of(function)
        more = self.options.add_shape_params and name not in self.called
        terms = replace(self.aim, called=name in self.called)
        narrow = self.narrows(function, terms)
        found = self.best(function, terms, more, narrow)
        if found.rest and summed(function, left := found.rest) is not function:
            other = self.best(function, replace(terms, summed=left), more, narrow)
            if len(other.rest) < len(found.rest):
                found, terms = other, replace(terms, summed=left)
            elif other.proved:  # they know the sums
                found = replace(found, lines={place: other.lines.get(place, why) for place, why in found.lines.items()})
        if found.rest and narrow:
            fewer = len(found.rest)
            wide = self.best(function, terms, more, False, lambda other: len(other.rest) < fewer)
            found = wide if len(wide.rest) < fewer else found
        return found

    def record(self, function: Op, found: Attempt) -> FunctionResult:
        """Return the record of a function after the best attempt."""
        name, lines, ways = name_of(function), found.lines, irregular(found.function)
        reports = []
        for op in accesses(function, self.options.target):
            place, value = place_of(op), (stored(op) or op.results[0]).name
            how, why = ways.get(place, ""), lines.get(place, found.single.get(place, ""))
            if how == SINGLY and isinstance(type_of(op.operands[0].type), PointerType) and not windowed(op):
                how, why = SCALAR, ""
            reports.append(Report(name, op.name, op.line, place not in lines, why, how, value))
        given_up = found.stopped_by or ("" if found.proved else "solver")
        stopped_by = "error" if found.failed else "check" if found.wrong else given_up
        why = found.failed or (f"stopped by the limit of {found.stopped_by}" if found.function is function else "")
        record = replace(unchanged(function, why, stopped_by), reports=tuple(reports), promises=found.promises)
        notes = tuple(report.said for report in reports) if self.options.explain_accesses else ()
        if self.options.target == "block-pointer" and any(report.raised for report in reports):
            notes = (*notes, LEGACY)
        remark = record.remark if found.failed or (given_up in LIMITS and why) else ""
        if ended := [report for report in reports if not report.raised and report.reason == ENDED]:
            remark = f"{len(ended)} of {len(reports)} access{'es' * (len(reports) != 1)} left: stopped by the limit of work"
        return replace(record, notes=notes, remark=remark)

    def best(self, function: Op, aim: Aim, more: bool, narrow: bool, worth: Worth = _any) -> Attempt:
        """Return the proved attempt that leaves the fewest accesses; with `more`, shapes may be added; `narrow`: see `raise_function`.

        Nothing is proved of attempts that are not `worth` it, as far as they are raised.
        """
        failed: dict[Place, str] = {}
        version: Version = self.options.version  # type: ignore[assignment]
        versions: tuple[Version, ...] = (version, "")
        plans = [(asked, exact) for asked in versions for exact in dict.fromkeys((aim.promised, ()))]
        attempts = [(asked, more, exact, weak) for asked, exact in plans for weak in ((True, False) if asked else (True,))]
        ended = ""
        kept: Attempt | None = None
        for asked, shapes, exact, weak in dict.fromkeys((*attempts, (versions[-1], False, (), True))):
            # accesses with derived facts stay raised if a version of the rest is refused
            terms = replace(aim, parents=Parents() if shapes else None, promised=exact, stopped=[])
            with allowing(Repeatable(self.work, self.share().until)):
                found = self.attempt(function, terms, asked, weak, narrow, worth if kept is None else kept.worse)
            self.refused = self.refused or found.wrong
            if found.proved or not found.worth:  # others after it ask for less
                break
            part = self.part(function, found.reached, asked, weak, narrow)
            kept = part if part and (kept is None or kept.worse(part)) else kept
            failed, ended = failed or found.lines, ended or found.stopped_by
        if kept is not None and (not found.proved or not kept.worse(found)):
            return kept
        lines = {place: failed.get(place, why) for place, why in found.lines.items()}
        return replace(found, lines=lines, stopped_by=found.stopped_by or (ended if lines else ""))

    def part(self, function: Op, reached: Reached | None, version: Version, weak: bool, narrow: bool) -> Attempt | None:
        """Return a function with what was proved before the work ended alone, if that is proved in what is left; None if not."""
        while reached is not None and (aim := reached.part(self.work.left)):
            with allowing(self.share()):
                found = self.attempt(function, aim, version, weak, narrow)
            if not found.proved:
                reached = found.reached
                continue
            others = frozenset(found.lines)
            if aim.target == "tts" and others:  # they may have an offset for each lane
                with allowing(self.share()):
                    more = self.attempt(function, again(aim, aim.only, others), version, weak, narrow, found.worse)
                found = more if more.proved else found
            return replace(found, stopped_by="work")
        return None

    def share(self) -> Part:
        """Return the work that one attempt may take."""
        return self.work.part(SHARE * self.work.left)

    def narrows(self, function: Op, aim: Aim) -> bool:
        """Return whether loads may leave out lanes that no store keeps. If the target is `buffer`, masks stay."""
        with allowing(self.share()), suppress(Exhausted):
            return aim.target != "buffer" and narrowed(function, self.places(function)) is not function
        return False

    def attempt(self, function: Op, aim: Aim, version: Version, weak: bool, narrow: bool, worth: Worth = _any) -> Attempt:
        """Return a function raised in one way, if that is `worth` a proof and proved equal."""
        began = unasked()
        try:
            spend(ATTEMPT + OPERATION * sum(1 for _ in function.walk()))
            if self.module.generic and aim.target == "tts":
                raise Left("tts.make_tptr is not written in generic form")
            if self.options.target == POINTERS:
                raised, reasons, promises = self.clock("raise", through_pointers, function)
            else:
                raised, reasons, promises = self.clock("raise", raise_function, function, aim, version, weak, narrow)
        except Exhausted as error:
            return self.exhausted(function, str(error))
        except Exception as error:
            failed = "" if isinstance(error, Left) else reason_of(error)
            return Attempt(function, dict.fromkeys(self.places(function), failed or str(error)), failed=failed)
        lines = {place_of(op): why for op, why in reasons.items() if op.name not in UNSTRUCTURED}
        single = {(op.line, UNSTRUCTURED[op.name]): why for op, why in reasons.items() if op.name in UNSTRUCTURED}
        whole = Attempt(raised, lines, promises, stopped_by=next(iter(aim.stopped), "") if lines or single else "", single=single)
        if not self.options.check or raised is function:
            return whole
        if not worth(whole):
            return replace(whole, function=function, proved=False, worth=False)
        text = self.clock("decode", write, self.module.replace_functions({function: raised}), self.form)
        proofs = Proofs()
        try:
            self.clock("check", validate, self.module, read(text), proofs)
        except Exhausted as error:
            costs = {(line, ACCESSED.get(name, name)): steps - began for (line, name), steps in proofs.steps.items()}
            return replace(self.exhausted(function, str(error)), reached=Reached(aim, costs))
        except Exception as error:
            if single:
                place = error.place if isinstance(error, Refused) else None
                kept = (place,) if place in single and len(aim.kept) < REFUSALS else single
                return self.attempt(function, replace(aim, kept=aim.kept.union(kept)), version, weak, narrow, worth)
            if aim.tiled and isinstance(error, Unordered):
                return self.attempt(function, replace(aim, tiled=False), version, weak, narrow, worth)
            why = str(error) if isinstance(error, Refused) else reason_of(error)
            lines = {place: lines.get(place, f"not proved: {why}") for place in self.places(function)}
            return Attempt(function, lines, wrong="" if isinstance(error, Undecided) else text, proved=False)
        return whole

    def exhausted(self, function: Op, why: str) -> Attempt:
        """An attempt that took more than it may: the function stays, unless another attempt takes less."""
        stopped_by = "seconds" if self.work.stopped_by == "seconds" else "work"
        return Attempt(function, dict.fromkeys(self.places(function), why), proved=False, stopped_by=stopped_by)

    def places(self, function: Op) -> set[Place]:
        """Return the accesses that are raised or left."""
        return places(accesses(function, self.options.target))

    def validated(self, new: Module, records: list[FunctionResult]) -> Validated:
        return new, records, self.refused

    def confirmed(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        """Return the module, with a limit on its registers if it has guards and Triton compiles the guarded version."""
        if self.options.target == HOST:
            return self.taken_apart(new, records)
        if not self.options.num_warps or not limit.is_guarded(new):
            return new, records
        registers = None
        with suppress(Refused):
            alone = write(limit.unguarded(read(write(new, self.form))))
            registers = limit.registers_of(alone, self.options.num_warps, self.options.num_stages)
        if registers is not None:
            self.registers = registers
            return new, records
        self.aim = replace(self.aim, limited=False)
        new, records = self.every_function()
        return new, [replace(r, remark=r.remark or UNLIMITED, stopped_by=r.stopped_by or "registers") for r in records]

    def taken_apart(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        """Return the module in parts, if the host can make its descriptors; else unchanged."""
        if new is self.module:
            return new, records
        try:
            (old,), (raised,) = self.module.functions(), new.functions()
            self.parts = launching.modules(self.module, old, raised)
        except (Left, ValueError) as left:
            why = str(left) if isinstance(left, Left) else "a module of several functions is not taken apart"
            reports = [[replace(r, raised=False, reason=r.reason or why) for r in record.reports] for record in records]
            return self.module, [replace(record, reports=tuple(r)) for record, r in zip(records, reports, strict=True)]
        return new, records

    @property
    def form(self) -> Form:
        """Return how a module with new operations is written: one in generic form wholly so."""
        return "generic" if self.module.generic else "source"

    def write(self, new: Module, form: Form) -> str:
        if form == "generic" and self.aim.target == "tts" and new is not self.module:
            raise OptionError("{0}: its operations are not written in generic form", "target=tts")
        if self.parts:
            return launching.BETWEEN.join(write(part, "generic" if self.module.generic else form) for part in self.parts)
        text = write(new, "generic" if self.module.generic else form)
        return text if self.registers >= MOST else with_limit(text, self.registers)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        reports = [report for record in records for report in record.reports]
        raised, accesses = sum(report.raised for report in reports), f"access{'es' * (len(reports) != 1)}"
        return f"{raised} of {len(reports)} {accesses} raised to {self.options.target}"


def irregular(function: Op) -> dict[Place, str]:
    """Return the raised accesses, by line and name, that wrap around, are gathered, or have an offset for each lane."""
    made = {v: op for op in function.walk() if op.name.startswith("tts.make_") for v in op.results}
    found = {}
    for op in function.walk():
        if op.name in ("tts.load", "tts.store"):
            source = made[op.operands[0]]
            wraps = set(listed(source, "shape")) - {"0", ""}
            how = "gathered" if source.name == "tts.make_gather_scatter_tptr" else "wraps around" if wraps else ""
            found[op.line, op.name.replace("tts.", "tt.")] = how
        elif op.name in UNSTRUCTURED:
            found[op.line, UNSTRUCTURED[op.name]] = SINGLY
    return found


@dataclass(frozen=True, slots=True, repr=False)
class Explained:
    """Record of a function, and the result for each of its accesses."""

    record: FunctionResult
    choices: tuple[Report, ...]

    def __repr__(self) -> str:
        return f"<Explained {self.record!r}: {counted(len(self.choices), 'choice')}>"


def explain(text: str, filename: str, options: PointerOptions) -> list[Explained]:
    """Return, for each function of a text, its result and those of its accesses. Raises InputError."""
    return [Explained(f, f.reports) for f in optimize_text(text, filename, options).functions]
