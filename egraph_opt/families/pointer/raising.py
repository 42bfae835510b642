"""The whole path from pointer arithmetic to a target's accesses, in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from egraph_opt.families.pointer.analysis.numbers import Left
from egraph_opt.families.pointer.forms.choice import Aim, accesses, places
from egraph_opt.families.pointer.forms.cost import TRIPS
from egraph_opt.families.pointer.forms.form import Target
from egraph_opt.families.pointer.forms.parents import Parents
from egraph_opt.families.pointer.function import Version, raise_function
from egraph_opt.families.pointer.integers import promise
from egraph_opt.families.pointer.prepare.narrow import narrowed
from egraph_opt.families.pointer.prepare.summed import summed
from egraph_opt.families.pointer.prepare.twins import Place
from egraph_opt.families.pointer.validation.refused import Refused, Undecided
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.ir.attributes import listed
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import join, read, split, write
from egraph_opt.text.kind import expect, expect_some, source_of


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
    failures: tuple[str, ...] = ()
    """Of functions that came back as they were since this program failed on them: why."""


def irregular(function: Op) -> dict[Place, str]:
    """Of raised accesses, by line and name, those that wrap around or are gathered."""
    made = {v: op for op in function.walk() if op.name.startswith("tts.make_") for v in op.results}
    found = {}
    for op in function.walk():
        if op.name in ("tts.load", "tts.store"):
            source = made[op.operands[0]]
            wraps = set(listed(source, "shape")) - {"0", ""}
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
    failed: str = ""
    """The error that ended it, where that is none of the reasons for which accesses stay."""


def raise_module(
    module: Module, aim: Aim, version: Version, check: bool, add_shapes: bool
) -> tuple[Module, list[Report], str, list[str], list[str]]:
    """Every function of a module; what became of each access; the text of what was refused; what callers promise; what failed.

    A function that the engine fails on comes back as it was, and so does one that is not proved to do what it did.
    """
    new: dict[Op, Op] = {}
    reports: list[Report] = []
    promises: list[str] = []
    failures: list[str] = []
    refused = ""
    called = {op.attributes.get("callee", "").removeprefix("@").strip('"') for op in module.op.walk()}
    for function in module.functions():
        name = function.attributes.get("sym_name", "").strip('"')
        more = add_shapes and name not in called
        terms = replace(aim, called=name in called)
        found, wrong = _best(module, function, terms, version, check, more)
        refused = refused or wrong
        if found.lines and summed(function, left := frozenset(found.lines)) is not function:
            again, wrong = _best(module, function, replace(terms, summed=left), version, check, more)
            refused = refused or wrong
            if len(again.lines) < len(found.lines):
                found = again
            elif again.proved:  # they know the sums
                found = replace(found, lines={place: again.lines.get(place, why) for place, why in found.lines.items()})
        lines = found.lines
        new[function] = found.function
        failures += [f"@{name}: left unchanged: {found.failed}"] if found.failed else []
        promises += [f"@{name}: {said}" for said in found.promises]
        ways = irregular(found.function)
        for op in accesses(function):
            place = op.line, op.name
            reports.append(Report(name, op.name, op.line, place not in lines, lines.get(place, ""), ways.get(place, "")))
    return module.replace_functions(new), reports, refused, promises, failures


def _best(module: Module, function: Op, aim: Aim, version: Version, check: bool, more: bool) -> tuple[Attempt, str]:
    """The attempt that leaves the fewest accesses, of those that are proved, and a text that was refused; with `more`, shapes may be
    added.
    """
    failed: dict[Place, str] = {}
    refused = ""
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
    return replace(best, lines={place: failed.get(place, why) for place, why in best.lines.items()}), refused


def _attempt(module: Module, function: Op, aim: Aim, version: Version, check: bool, weak: bool, narrow: bool) -> Attempt:
    try:
        if module.generic and aim.target == "tts":
            raise Left("tts.make_tptr is not written in generic form")
        raised, reasons, promises = raise_function(function, aim, version, weak, narrow)
    except Exception as error:
        failed = "" if isinstance(error, Left) else f"{type(error).__name__}: {error}"
        return Attempt(function, dict.fromkeys(places(accesses(function)), failed or str(error)), failed=failed)
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
        InputError: the text is not a program, is one for other rules, or holds no function.
        ValueError: no such target or version.
    """
    for kind, asked, known in (("target", target, get_args(Target)), ("version", version, get_args(Version))):
        if asked not in known:
            raise ValueError(f"no {kind} {asked!r}: use one of {', '.join(map(repr, known))}")
    text, _ = source_of(text)
    written: list[str] = []
    reports: list[Report] = []
    promises: list[str] = []
    failures: list[str] = []
    functions = 0
    refused = ""
    given = {promise.NO_OVERFLOW: no_overflow, promise.POSITIVE: positive, promise.READABLE: readable}
    promised = tuple(mark for mark in given if given[mark])
    aim = Aim(target, short, trips, promised=promised, limited=limited)
    for chunk, line in split(text):
        expect("pointer", chunk, filename, line)
        old = read(chunk, filename, line)
        module, found, wrong, more, failed = raise_module(old, aim, version, check, add_shapes)
        functions += len(old.functions())
        failures += failed
        written.append(write(module, form(module)) if any(report.raised for report in found) else chunk)
        reports += found
        promises += more
        refused = refused or wrong
    expect_some(functions, filename)
    return Result(join(text, written), tuple(reports), refused, tuple(promises), failures=tuple(failures))
