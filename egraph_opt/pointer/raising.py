"""The whole path from pointer arithmetic to a target's accesses, in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from egraph_opt.ir import Module, Op
from egraph_opt.pointer.analysis.numbers import Left, Numbers
from egraph_opt.pointer.emit.emitter import Emitter
from egraph_opt.pointer.emit.guard import Guard
from egraph_opt.pointer.emit.version import span_of, versioned
from egraph_opt.pointer.emit.write import Writer
from egraph_opt.pointer.forms.choice import Aim, Chosen, Place, accesses, choose, places, wrapping
from egraph_opt.pointer.forms.cost import TRIPS
from egraph_opt.pointer.forms.form import Target
from egraph_opt.pointer.forms.parents import Parents
from egraph_opt.pointer.forms.target import RESORT
from egraph_opt.pointer.integers import promise
from egraph_opt.pointer.integers.facts import is_size
from egraph_opt.pointer.prepare.lower import MARK, lowered, restored
from egraph_opt.pointer.prepare.narrow import narrowed, widened
from egraph_opt.pointer.rewriter.prune import exchanged, pruned
from egraph_opt.pointer.validation.refused import Refused, Undecided
from egraph_opt.pointer.validation.validate import validate
from egraph_opt.text import read, split, write

Version = Literal["", "loop", "kernel"]
"""What of a program is put in two versions: nothing, from its first such access to its last, or all of it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one access; `reason` says why it stayed, `how` in which way it was raised, where that is not by even steps."""

    function: str
    access: str
    line: int
    raised: bool
    reason: str = ""
    how: str = ""

    def __str__(self) -> str:
        what = ", ".join(filter(None, ("raised", self.how))) if self.raised else f"left: {self.reason}"
        return f"@{self.function}: line {self.line}: {self.access}: {what}"


@dataclass(frozen=True, slots=True)
class Result:
    """A program's text with its raised accesses, what became of each, a raised text that was refused, if any, what callers promise,
    and what else is to be said.
    """

    ir: str
    reports: tuple[Report, ...]
    refused: str = ""
    promises: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def raise_function(
    function: Op, aim: Aim, version: Version = "", weak: bool = True, narrow: bool = True
) -> tuple[Op, dict[Op, str], tuple[str, ...]]:
    """A function with all accesses raised that may be, the reasons of those that stayed, and what its caller promises.

    First those whose facts were derived; then those that a promise is enough for: that nothing overflows, or by parameters for shapes;
    then, with a `version`, the others under a guard, a `weak` one without tests that follow from others; what is left may be gathered.
    With `narrow`, loads leave out lanes that no store keeps.

    Raises:
        SaturationFailed: the e-graph engine failed.
    """
    start = lowered(function) if aim.target != "block-pointer" else function
    below = narrowed(start, places(accesses(start))) if narrow else start
    new, reasons = _derived(below, replace(aim, promised=()))
    for count in range(1, len(aim.promised) + 1):
        if reasons:
            new, reasons = _derived(new, replace(aim, promised=aim.promised[:count]), places(reasons))
    if aim.parents and reasons:
        new, reasons = _promised(new, aim, places(reasons))
    if version and reasons:
        for number in range(len(new.regions[0].blocks)):
            inside = places(op for top in new.regions[0].blocks[number].ops for op in accesses(top))
            if here := places(reasons) & inside:
                new, left = _guarded(new, aim, version, here, weak)
                reasons = {op: why for op, why in reasons.items() if (op.line, op.name) not in here} | left
    new = widened(new) if new is not below else start
    if aim.target == "tts" and reasons:
        before = {(op.line, op.name): why for op, why in reasons.items()}
        new, last = _derived(new, aim, before, gathers=True)
        reasons = {op: why if before[op.line, op.name] == RESORT else before[op.line, op.name] for op, why in last.items()}
    if new is start:
        return function, reasons, ()
    if start is not function:
        new = pruned(restored(new))
    new, promises = aim.parents.extended(new) if aim.parents else (new, ())
    return new, reasons, (*promises, *(text for mark, text in promise.TEXTS.items() if mark in new.attributes))


def _derived(function: Op, aim: Aim, wanted: Collection[Place] | None = None, gathers: bool = False) -> tuple[Op, dict[Op, str]]:
    """A function with accesses raised whose facts are derived, of those that are wanted; with `gathers`, gathered too."""
    chosen, numbers = choose(function, aim, False, wanted, gathers)
    return _exchanged(function, chosen, numbers, aim)


def _promised(function: Op, aim: Aim, wanted: Collection[Place]) -> tuple[Op, dict[Op, str]]:
    """A function with accesses raised whose other facts follow from what the caller promises by shapes."""
    chosen, numbers = choose(function, aim, True, wanted, guarded=False)
    return _exchanged(function, chosen, numbers, aim)


def _exchanged(function: Op, chosen: Chosen, numbers: Numbers, aim: Aim) -> tuple[Op, dict[Op, str]]:
    writer, reasons = _write(function, chosen, numbers, aim)
    if not writer.instead:
        return function, reasons
    return pruned(exchanged(_said(function, numbers, chosen, writer.instead, aim), writer.emit.before, writer.instead)), reasons


def _said(function: Op, numbers: Numbers, chosen: Chosen, raised: Collection[Op], aim: Aim) -> Op:
    """The function, marked where raised accesses may rest on what was promised."""
    facts = numbers.terms.facts
    if facts.taken and promise.behind(raised, facts) & facts.taken.keys():
        function = promise.promising(function, promise.NO_OVERFLOW)
    if any(chosen.forms[op][0].access.residual for op in raised):
        function = promise.promising(function, promise.READABLE)
    if promise.POSITIVE in aim.promised and any(v in facts.hints and is_size(v) for v in promise.dependencies(raised, facts)):
        function = promise.promising(function, promise.POSITIVE)
    return function


def _guarded(function: Op, aim: Aim, version: Version, wanted: Collection[Place], weak: bool) -> tuple[Op, dict[Op, str]]:
    """A function in two versions, the first with all wanted accesses raised whose facts a guard can check."""
    wraps = wrapping(function, aim, wanted) if aim.target == "tts" else ()
    chosen, numbers = choose(function, aim, True, wanted, wraps=wraps)
    if not chosen.forms:
        return function, chosen.reasons
    try:
        marks = {op.attributes[MARK] for op in chosen.forms if MARK in op.attributes}
        spanned = [op for op in function.walk() if op in chosen.forms or op.attributes.get(MARK) in marks]
        span = span_of(function, spanned, version == "kernel")
    except Left as left:
        return function, chosen.reasons | dict.fromkeys(chosen.forms, str(left))
    guard = Guard(numbers, _emitter(function, numbers, aim), span.ops[0], weak)
    for op, (form, needs) in list(chosen.forms.items()):
        try:
            numbers.look_at(op)
            for need in needs:
                guard.add(need, numbers.terms.facts.inside[op])
            numbers.trusted |= form.access.sources if not form.promised else set()  # what is promised of one access is not of all
        except Left as left:
            del chosen.forms[op]
            chosen.reasons[op] = str(left)
    writer, reasons = _write(function, chosen, numbers, aim)
    if not writer.instead:
        return function, reasons
    return versioned(
        _said(function, numbers, chosen, writer.instead, aim), span, guard, writer.emit.before, writer.instead
    ), reasons


def _emitter(function: Op, numbers: Numbers, aim: Aim) -> Emitter:
    emit = Emitter(function, numbers)
    if aim.parents:
        emit.parameters(aim.parents.about)
    return emit


def _write(function: Op, chosen: Chosen, numbers: Numbers, aim: Aim) -> tuple[Writer, dict[Op, str]]:
    """The operations of the chosen forms, and the reasons for the accesses that stay."""
    writer = Writer(function, numbers, _emitter(function, numbers, aim), aim.short)
    reasons = dict(chosen.reasons)
    for op, (form, _) in chosen.forms.items():
        numbers.look_at(op)
        try:
            writer.write(form)
        except Left as left:
            reasons[op] = str(left)
    return writer, reasons


def irregular(function: Op) -> dict[Place, str]:
    """Of raised accesses, by line and name, those that wrap around or are gathered."""
    made = {v: op for op in function.walk() if op.name.startswith("tts.make_") for v in op.results}
    found = {}
    for op in function.walk():
        if op.name in ("tts.load", "tts.store"):
            source = made[op.operands[0]]
            words = "".join(p if isinstance(p, str) else "%" for p in source.pieces)
            wraps = {entry.strip() for entry in words.partition("shape: [")[2].partition("]")[0].split(",")} - {"0", ""}
            how = "gathered" if source.name == "tts.make_gather_scatter_tptr" else "wraps around" if wraps else ""
            found[op.line, op.name.replace("tts.", "tt.")] = how
    return found


def form(module: Module) -> Literal["source", "generic"]:
    """How a module with new operations is written: one in generic form wholly so."""
    return "generic" if module.generic else "source"


@dataclass(slots=True)
class Attempt:
    """A function raised, the reasons for what stays, and what its caller promises; `proved` unless it was refused or left undecided."""

    function: Op
    lines: dict[Place, str]
    promises: tuple[str, ...] = ()
    wrong: str = ""
    """A text that is not what it was made of."""
    proved: bool = True


def raise_module(
    module: Module, aim: Aim, version: Version, check: bool, add_shapes: bool
) -> tuple[Module, list[Report], str, list[str]]:
    """Every function of a module; what became of each access; the text of what was refused; and what callers promise.

    A function that the engine fails on comes back as it was, and so does one that is not proved to do what it did.
    """
    new: dict[Op, Op] = {}
    reports: list[Report] = []
    promises: list[str] = []
    refused = ""
    called = {op.attributes.get("callee", "").removeprefix("@").strip('"') for op in module.op.walk()}
    for function in module.functions():
        name = function.attributes.get("sym_name", "").strip('"')
        more = add_shapes and name not in called
        failed: dict[Place, str] = {}
        versions: tuple[Version, ...] = (version, "")
        plans = [(asked, exact) for asked in versions for exact in dict.fromkeys((aim.promised, ()))]
        attempts = [(asked, more, exact, weak) for asked, exact in plans for weak in ((True, False) if asked else (True,))]
        best: Attempt | None = None
        for narrow in (True, False) if narrowed(function, places(accesses(function))) is not function else (False,):
            for asked, shapes, exact, weak in dict.fromkeys((*attempts, (versions[-1], False, (), True))):
                # what is derived stays raised where a version of the rest is refused
                terms = replace(aim, parents=Parents() if shapes else None, promised=exact)
                found = _attempt(module, function, terms, asked, check, weak, narrow)
                refused = refused or found.wrong
                if found.proved:
                    break
                failed = failed or found.lines
            best = found if best is None or len(found.lines) < len(best.lines) else best
            if not best.lines:
                break
        assert best is not None
        found = best
        lines = {place: failed.get(place, why) for place, why in found.lines.items()}
        new[function] = found.function
        promises += [f"@{name}: {said}" for said in found.promises]
        ways = irregular(found.function)
        for op in accesses(function):
            place = op.line, op.name
            reports.append(Report(name, op.name, op.line, place not in lines, lines.get(place, ""), ways.get(place, "")))
    return module.replace_functions(new), reports, refused, promises


def _attempt(module: Module, function: Op, aim: Aim, version: Version, check: bool, weak: bool, narrow: bool) -> Attempt:
    try:
        if module.generic and aim.target == "tts":
            raise Left("tts.make_tptr is not written in generic form")
        raised, reasons, promises = raise_function(function, aim, version, weak, narrow)
    except Exception as error:
        why = str(error) if isinstance(error, Left) else f"{type(error).__name__}: {error}"
        return Attempt(function, dict.fromkeys(places(accesses(function)), why))
    lines = {(op.line, op.name): why for op, why in reasons.items()}
    if not check or raised is function:
        return Attempt(raised, lines, promises)
    text = write(module.replace_functions({function: raised}), form(module))
    try:
        validate(module, read(text))
    except Exception as error:
        why = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
        lines = {place: lines.get(place, f"not proved: {why}") for place in places(accesses(function))}
        return Attempt(function, lines, wrong="" if isinstance(error, Undecided) else text, proved=False)
    return Attempt(raised, lines, promises)


def raise_text(
    text: str,
    filename: str,
    target: Target,
    version: Version = "",
    short: bool = False,
    check: bool = True,
    trips: float | None = TRIPS,
    add_shapes: bool = False,
    no_overflow: bool = False,
    positive: bool = False,
    readable: bool = False,
    limited: bool = False,
) -> Result:
    """The text of one or more modules with its accesses raised; a module in which nothing is raised keeps its bytes.

    With `trips`, the iterations that a loop of unknown bounds is taken to make, a descriptor is made only where it pays; with None,
    wherever it may be. With `add_shapes`, shapes that are not known are new parameters of functions that the module itself does not call.
    With `no_overflow`, additions, subtractions, multiplications and left shifts of at most 32 bits that addresses and masks depend on are
    promised not to overflow; with `positive`, all integer parameters are promised to be at least 1; with `readable`, each lane of a load
    may be read that meets the comparisons in its mask. A function whose raised accesses may rest on that says so (see `promise`).
    With `limited`, accesses outside loops join those inside under a guard too, which pays only with a limit on registers.

    Raises:
        InputError: the text is not a program.
    """
    written: list[str] = []
    reports: list[Report] = []
    promises: list[str] = []
    refused = ""
    given = {promise.NO_OVERFLOW: no_overflow, promise.POSITIVE: positive, promise.READABLE: readable}
    promised = tuple(mark for mark in given if given[mark])
    for chunk, line in split(text):
        module, found, wrong, more = raise_module(
            read(chunk, filename, line), Aim(target, short, trips, promised=promised, limited=limited), version, check, add_shapes
        )
        out = write(module, form(module)) if any(report.raised for report in found) else chunk
        written.append(out if out.endswith("\n") else out + "\n")
        reports += found
        promises += more
        refused = refused or wrong
    return Result("// -----\n".join(written), tuple(reports), refused, tuple(promises))
