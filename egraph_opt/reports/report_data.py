"""Content of a report as plain data: strings, numbers, lists.

Line numbers count from 1; 0 means no line. By default, costs are in the report's `unit` and weighted by trip counts.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from egraph_opt.text.difference.line_diff import LinePair

SCHEMA_VERSION = 1

State = Literal["changed", "merged", "unchanged", "fixed", "unknown"]
"""What happened to an SSA value. `merged`: its layouts stay, but there are fewer computations or conversions of it.

`fixed`: only one layout is possible. `unknown`: its layouts were not searched.
"""


class Direction(NamedTuple):
    """Stores to shared memory, or loads from it: instructions, passes over the banks, and passes without bank conflicts."""

    instructions: float
    wavefronts: float
    ideal: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """Shared memory traffic of one execution of an operation.

    `wavefronts` is the number of passes over the banks, `ideal` the number without bank conflicts (0 if unknown).
    """

    bytes: float
    wavefronts: float
    ideal: float
    barriers: float
    store: Direction | None = None
    load: Direction | None = None


@dataclass(frozen=True, slots=True)
class SideOperation:
    """Operation of one of the compared programs.

    `runs` is the number of executions per run of the function. `kind` is how a layout conversion moves elements, or empty. `source` is the
    line in the user's file.
    """

    line: int
    name: str
    function: str
    result: str
    runs: float
    cost: float
    """Cost of all executions."""
    kind: str = ""
    traffic: Traffic | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class ProgramSide:
    """One of the compared programs (`input`, `result` or `triton`) with its costs. `missing` is the reason if there is no such program."""

    name: str
    title: str
    lines: list[str] = field(default_factory=list)
    cost: float | None = None
    conversions: int | None = None
    in_loops: int | None = None
    operations: list[SideOperation] = field(default_factory=list)
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Diff:
    """Line diff of two programs."""

    left: str
    right: str
    rows: list[LinePair]


@dataclass(frozen=True, slots=True)
class RuleStep:
    """Application of a rewrite rule. `forward`: its left side was replaced by its right side, else the reverse."""

    rule: str
    before: str
    after: str
    forward: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """Proof of a change: the applications of rules that lead from a value's term in the input to the chosen term."""

    value: str
    given: str
    chosen: str
    steps: list[RuleStep]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Layout that an SSA value could have, with the cheapest computation in this layout and the cheapest conversion to it.

    `layout` and the numbers in `operands` are indices in `Report.layouts`; -1 is no layout. `cost` is the cost of computing the value in
    this layout, or None if impossible. `converted` is the cheapest conversion: (source layout, cost). `more` is the additional cost of the
    cheapest program that computes the value only in this layout (None: not searched). If `exact` is false, `more` is an upper bound, since
    the search reached its limit.
    """

    layout: int
    written: bool
    chosen: bool
    operation: str = ""
    operands: list[tuple[str, int]] = field(default_factory=list)
    cost: float | None = None
    converted: tuple[int, float] | None = None
    conversion_chosen: bool = False
    more: float | None = None
    exact: bool = True
    impossible: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """SSA value of the input with its layouts in input and result, and the reasons for changes.

    `before` and `after` are pairs (name of the value, index of its layout): the input may hold the value in several layouts, and so may the
    result. `lines_before` and `lines_after` are the defining lines.
    """

    function: str
    name: str
    type: str
    state: State
    what: str
    before: list[tuple[str, int]]
    after: list[tuple[str, int]]
    lines_before: list[int]
    lines_after: list[int]
    chains: list[Chain] = field(default_factory=list)
    alternatives: list[Alternative] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LayoutRecord:
    """Name of a layout (an alias in the program or a generated name), and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Linear layout as bases, for a drawing of it.

    The index of an element is the xor of the bases at the set bits of its register, lane, warp and block numbers.
    """

    layout: int
    shape: list[int]
    register: list[int]
    lane: list[int]
    warp: list[int]
    block: list[int]


@dataclass(frozen=True, slots=True)
class MachineCounts:
    """Machine code counts of one program (see `egraph_opt.baseline.ptxas_counts.Static`), and estimated cycles."""

    side: str
    counts: dict[str, int] = field(default_factory=dict)
    path: dict[str, float] = field(default_factory=dict)
    """Cycles of a single warp, by cause of the stall."""
    at_once: int | None = None
    """Number of resident program instances per multiprocessor."""
    time: float | None = None
    """Predicted time relative to the time of the input."""
    cycles: int | None = None
    """Cycles of a program instance among the resident instances (`egraph_opt.machine.prediction.ResourceUse.cycles`)."""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """Rewrite rule that the result uses: statement, justification, number of applications, and proof."""

    name: str
    statement: str
    doc: str
    uses: int
    proof: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """Line of the user's file, with the cost of its operations and the number of its conversions in each program."""

    place: str
    cost: dict[str, float]
    conversions: dict[str, int]
    text: str = ""
    """Text of the line, if the file exists."""


@dataclass(frozen=True, slots=True)
class RaisedAccess:
    """Memory access through pointers, and whether it was rewritten to a structured access (`raised`).

    `said` describes the structured access, or the reason why there is none.
    """

    function: str
    line: int
    value: str
    raised: bool
    said: str


class CarriedValue(NamedTuple):
    """Loop-carried value whose layout changed, with the names of both layouts."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LoopRecord:
    """Changed loop: the number of elements converted per iteration in input and result, and loop-carried values whose layout changed."""

    function: str
    line: int
    before: int
    after: int
    carried: list[CarriedValue] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RemainingConversion:
    """Conversion in the result: how it moves elements (`kind`), and what fixes the layouts before and after it: operations with reasons."""

    value: str
    line: int
    kind: str
    cost: float
    sources: list[str]
    targets: list[str]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Decision of the Triton plug-in on a program.

    `outcome` is `changed`, `kept` (Triton's program), `failed` (Triton's program, after an error) or `unfit` (Triton's own program
    cannot be used either). `says` describes the change or the reason for no change.
    """

    outcome: str
    says: str
    predicted: str = ""

    def __str__(self) -> str:
        does = {
            "changed": "changes this kernel",
            "kept": "keeps Triton's program",
            "failed": "fails, and Triton's program is used",
            "unfit": "cannot be of use, since Triton's own program is of none",
        }
        return f"The plug-in {does[self.outcome]}: {'; '.join(filter(None, (self.says, self.predicted)))}"


class PriceCounts(NamedTuple):
    """Number of alternative layouts whose effect on the whole program's cost is computed, and number of all such alternatives."""

    found: int
    known: int


@dataclass(frozen=True, slots=True)
class FamilyAdditions:
    """Sections of a report that a family of rules adds to it."""

    sides: list[ProgramSide] = field(default_factory=list)
    """Compared programs: input, result and other compilers' results."""
    diffs: list[Diff] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    layouts: list[LayoutRecord] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    machine: list[MachineCounts] = field(default_factory=list)
    rules: list[RuleUse] = field(default_factory=list)
    verdict: str = ""
    sources: list[SourceLine] = field(default_factory=list)
    accesses: list[RaisedAccess] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Missing parts of the report with reasons, in one line each."""
    prices: PriceCounts | None = None
    change: str = ""
    """Summary of the changes in the result, in one line."""
    loops: list[LoopRecord] = field(default_factory=list)
    """Loops whose number of converted elements or layouts of carried values changed."""
    remaining: list[RemainingConversion] = field(default_factory=list)


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """Report on one program and its result."""

    file: str
    version: str
    family: str
    programs: str
    options: dict[str, str]
    headline: str
    unit: str
    state: str
    cost_before: float
    cost_after: float
    functions: list[dict[str, Any]]
    remarks: list[str]
    parts: FamilyAdditions
    ruling: Ruling | None = None

    def __repr__(self) -> str:
        costs = f"{self.cost_before:g} -> {self.cost_after:g} {self.unit}" if self.unit else ""
        return f"<Report on {self.file}: {', '.join(filter(None, (self.headline, costs, self.state)))}>"

    @property
    def costs_with_unit(self) -> tuple[float, float, str]:
        """Return the costs of input and result with their unit; seconds become microseconds."""
        scale, unit = (1e6, "µs") if self.unit == "s" else (1.0, self.unit)
        return self.cost_before * scale, self.cost_after * scale, unit

    def side(self, name: str) -> ProgramSide | None:
        return next((side for side in self.parts.sides if side.name == name), None)

    def to_json(self) -> dict[str, Any]:
        fields = asdict(self)
        return {"schema_version": SCHEMA_VERSION, **{k: v for k, v in fields.items() if k != "parts"}, **fields["parts"]}
