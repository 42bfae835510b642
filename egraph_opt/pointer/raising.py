"""The whole path from pointer arithmetic to a target's accesses, in order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from egraph_opt.ir import Module, Op, tensor_type
from egraph_opt.pointer.access import Access, structured
from egraph_opt.pointer.cost import TRIPS, cost, made_in, unpaid
from egraph_opt.pointer.emit import Emitter
from egraph_opt.pointer.encode import encode
from egraph_opt.pointer.guard import Guard
from egraph_opt.pointer.lower import MARK, lowered, restored, windowed
from egraph_opt.pointer.numbers import Left, Need, Numbers, dependencies
from egraph_opt.pointer.prune import exchanged, pruned
from egraph_opt.pointer.saturate import saturate
from egraph_opt.pointer.target import RESORT, Form, Target, forms, hazard
from egraph_opt.pointer.validate import Refused, Undecided, validate
from egraph_opt.pointer.version import span_of, versioned
from egraph_opt.pointer.write import Writer
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
    """A program's text with its raised accesses, what became of each, and a raised text that was refused, if any."""

    ir: str
    reports: tuple[Report, ...]
    refused: str = ""


@dataclass(slots=True)
class Chosen:
    """A form for each access that has one, with the facts that it leaves to check; for the others the reason."""

    forms: dict[Op, tuple[Form, tuple[Need, ...]]]
    reasons: dict[Op, str]


def accesses(function: Op) -> list[Op]:
    """Every load and store; of those that are there as pointers too, that one."""
    return [op for op in function.walk() if op.name in ("tt.load", "tt.store") and not (MARK in op.attributes and windowed(op))]


def raise_function(
    function: Op, target: Target, version: Version = "", short: bool = False, trips: float | None = TRIPS
) -> tuple[Op, dict[Op, str]]:
    """A function with all accesses raised that may be, and the reasons of those that stayed.

    First those whose facts were derived; then, with a `version`, the others under a guard; what is left may be gathered.

    Raises:
        SaturationFailed: the e-graph engine failed.
    """
    start = lowered(function) if target != "block-pointer" else function
    new, reasons = _derived(start, target, short, trips)
    if version and reasons:
        new, reasons = _guarded(new, target, version, short, trips, places(reasons))
    if target == "tts" and reasons:
        before = {(op.line, op.name): why for op, why in reasons.items()}
        new, last = _derived(new, target, short, trips, before)
        reasons = {op: why if before[op.line, op.name] == RESORT else before[op.line, op.name] for op, why in last.items()}
    if new is start:
        return function, reasons
    return new if start is function else pruned(restored(new)), reasons


Place = tuple[int, str]


def places(ops: Iterable[Op]) -> set[Place]:
    """Accesses by line and name, which copies of them share."""
    return {(op.line, op.name) for op in ops}


def _derived(
    function: Op, target: Target, short: bool, trips: float | None, last: Collection[Place] | None = None
) -> tuple[Op, dict[Op, str]]:
    """A function with accesses raised whose facts are derived; with `last`, only those, and gathered too."""
    chosen, numbers = _choose(function, target, False, trips, last, gathers=last is not None)
    writer, reasons = _write(function, chosen, numbers, short)
    return pruned(exchanged(function, writer.emit.before, writer.instead)) if writer.instead else function, reasons


def _guarded(
    function: Op, target: Target, version: Version, short: bool, trips: float | None, wanted: Collection[Place]
) -> tuple[Op, dict[Op, str]]:
    """A function in two versions, the first with all wanted accesses raised whose facts a guard can check."""
    wraps = _wraps(function, trips, wanted) if target == "tts" else ()
    chosen, numbers = _choose(function, target, True, trips, wanted, wraps=wraps)
    if not chosen.forms:
        return function, chosen.reasons
    try:
        marks = {op.attributes[MARK] for op in chosen.forms if MARK in op.attributes}
        spanned = [op for op in function.walk() if op in chosen.forms or op.attributes.get(MARK) in marks]
        span = span_of(function, spanned, version == "kernel")
    except Left as left:
        return function, chosen.reasons | dict.fromkeys(chosen.forms, str(left))
    guard = Guard(numbers, Emitter(function, numbers), span.ops[0])
    for op, (form, needs) in list(chosen.forms.items()):
        try:
            for need in needs:
                guard.add(need, numbers.terms.facts.inside[op])
            numbers.trusted |= form.access.sources
        except Left as left:
            del chosen.forms[op]
            chosen.reasons[op] = str(left)
    writer, reasons = _write(function, chosen, numbers, short)
    if not writer.instead:
        return function, reasons
    return versioned(function, span, guard, writer.emit.before, writer.instead), reasons


def _wraps(function: Op, trips: float | None, wanted: Collection[Place]) -> set[Op]:
    """Remainders that all accesses that depend on them have a form for in which they wrap around."""
    found = {op for op in function.walk() if op.name == "arith.remsi" and tensor_type(op.results[0].type)}
    if not found:
        return found
    chosen, numbers = _choose(function, "tts", True, trips, wanted, wraps=found)
    for op in (op for op in accesses(function) if (op.line, op.name) in wanted):
        form = chosen.forms[op][0] if op in chosen.forms else None
        table = form.access.table if form is not None and form.wrap else None
        parts = dependencies(op.operands[0], numbers.terms)
        found -= {r for r in found if r.results[0] in parts and not (table and table.value is r.results[0])}
    return found


def _choose(
    function: Op,
    target: Target,
    assume: bool,
    trips: float | None,
    wanted: Collection[Place] | None = None,
    gathers: bool = False,
    wraps: Collection[Op] = (),
) -> tuple[Chosen, Numbers]:
    """Forms for the accesses that are wanted, all where nothing is said."""
    terms = encode(function, assume, target == "tts", wraps)
    numbers = Numbers(terms, saturate(terms), assume)
    chosen = Chosen({}, {})
    for op in accesses(function):
        if wanted is not None and (op.line, op.name) not in wanted:
            continue
        try:
            if op not in terms.accesses:
                raise Left(_other_kind(op, target))
            access = structured(op, numbers, assume)
            if target == "descriptor" and (other := hazard(op, numbers, function)):
                raise Left(f"a hardware copy is not ordered with {other.name} at line {other.line}")
            chosen.forms[op] = _best(forms(access, target, numbers, gathers), access, numbers, function, assume)
        except Left as left:
            chosen.reasons[op] = str(left)
    if trips is not None:
        for op, why in unpaid([form for form, _ in chosen.forms.values()], numbers, function, trips).items():
            del chosen.forms[op]
            chosen.reasons[op] = why
    return chosen, numbers


def _other_kind(op: Op, target: Target) -> str:
    """Why an access that is not through a tensor of pointers stays."""
    if not windowed(op):
        return "it is not an access to a tensor of pointers"
    known = "it is one through a block pointer already"
    return known if target == "block-pointer" else "its block pointer is not made, advanced and carried by loops alone"


def _best(
    candidates: Sequence[Form], access: Access, numbers: Numbers, function: Op, assume: bool
) -> tuple[Form, tuple[Need, ...]]:
    """The cheapest form whose facts all hold; with `assume` the cheapest of those that leave the fewest facts to check."""
    missing = [tuple(n for n in (*access.needs, *form.needs) if not numbers.holds(n, access.loops)) for form in candidates]
    ranks = [(0 if assume else len(missing[i]), cost(form, numbers, function), i) for i, form in enumerate(candidates)]
    left, _, first = min(ranks)
    if left:
        raise Left(f"needs {missing[0][0].text}")
    best = candidates[first]
    if best.target == "descriptor" and (loops := made_in(best, numbers)):
        line = max(loop.line for loop in loops)  # Triton's pipeliner takes no loop that makes descriptors
        raise Left(f"its descriptor would be another one in each iteration of the loop at line {line}")
    return best, missing[first]


def _write(function: Op, chosen: Chosen, numbers: Numbers, short: bool) -> tuple[Writer, dict[Op, str]]:
    """The operations of the chosen forms, and the reasons for the accesses that stay."""
    writer = Writer(function, numbers, Emitter(function, numbers), short)
    reasons = dict(chosen.reasons)
    for op, (form, _) in chosen.forms.items():
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


def raise_module(
    module: Module, target: Target, version: Version = "", short: bool = False, check: bool = True, trips: float | None = TRIPS
) -> tuple[Module, list[Report], str]:
    """Every function of a module; what became of each access; and the text of what was refused.

    With `trips`, the iterations that a loop of unknown bounds is taken to make, a descriptor is made only where it pays; with None,
    wherever it may be. A function that the engine fails on comes back as it was, and so does one that is not proved to do what it did.
    """
    new: dict[Op, Op] = {}
    reports: list[Report] = []
    refused = ""
    for function in module.functions():
        failed: dict[Place, str] = {}
        for attempt in dict.fromkeys((version, "")):  # what is derived stays raised where a version of the rest is refused
            raised, lines, wrong, proved = _attempt(module, function, target, attempt, short, check, trips)
            refused = refused or wrong
            if proved:
                break
            failed = failed or lines
        lines = {place: failed.get(place, why) for place, why in lines.items()}
        new[function] = raised
        name = function.attributes.get("sym_name", "").strip('"')
        ways = irregular(raised)
        for op in accesses(function):
            place = op.line, op.name
            reports.append(Report(name, op.name, op.line, place not in lines, lines.get(place, ""), ways.get(place, "")))
    return module.replace_functions(new), reports, refused


def _attempt(
    module: Module, function: Op, target: Target, version: Version, short: bool, check: bool, trips: float | None
) -> tuple[Op, dict[Place, str], str, bool]:
    """A function raised, the reasons for what stays, a text that is wrong, and whether nothing was refused or undecided."""
    try:
        if module.generic and target == "tts":
            raise Left("tts.make_tptr is not written in generic form")
        raised, reasons = raise_function(function, target, version, short, trips)
    except Exception as error:
        why = str(error) if isinstance(error, Left) else f"{type(error).__name__}: {error}"
        return function, dict.fromkeys(places(accesses(function)), why), "", True
    lines = {(op.line, op.name): why for op, why in reasons.items()}
    if not check or raised is function:
        return raised, lines, "", True
    text = write(module.replace_functions({function: raised}), form(module))
    try:
        validate(module, read(text))
    except Exception as error:
        why = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
        lines = {place: lines.get(place, f"not proved: {why}") for place in places(accesses(function))}
        return function, lines, "" if isinstance(error, Undecided) else text, False
    return raised, lines, "", True


def raise_text(
    text: str,
    filename: str,
    target: Target,
    version: Version = "",
    short: bool = False,
    check: bool = True,
    trips: float | None = TRIPS,
) -> Result:
    """As `raise_module`, for the text of one or more modules; a module in which nothing is raised keeps its bytes.

    Raises:
        InputError: the text is not a program.
    """
    written: list[str] = []
    reports: list[Report] = []
    refused = ""
    for chunk, line in split(text):
        module, found, wrong = raise_module(read(chunk, filename, line), target, version, short, check, trips)
        out = write(module, form(module)) if any(report.raised for report in found) else chunk
        written.append(out if out.endswith("\n") else out + "\n")
        reports += found
        refused = refused or wrong
    return Result("// -----\n".join(written), tuple(reports), refused)
