"""Content of a report as plain data: strings, numbers, lists. Nothing depends on time, so that equal runs give equal reports.

Lines count from 1, in the text of their side; 0 stands for no line. Costs are in the report's `unit`, and count every run of an
operation unless stated otherwise.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from egraph_opt.text.difference.line_diff import LinePair

SCHEMA_VERSION = 1

State = Literal["changed", "merged", "unchanged", "fixed", "unknown"]
"""State of a value. `merged`: held in the same layouts, but computed or converted less or more often; `fixed`: there was only one
possible layout; `unknown`: no search covered it."""


class Direction(NamedTuple):
    """Stores to shared memory, or loads from it: instructions, their passes over the banks, and the number of passes without
    conflicts."""

    instructions: float
    wavefronts: float
    ideal: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """Shared memory traffic of one run of an operation.

    `ideal` is the number of passes over the banks (`wavefronts`) without conflicts; 0 if unknown.
    """

    bytes: float
    wavefronts: float
    ideal: float
    barriers: float
    store: Direction | None = None
    load: Direction | None = None


@dataclass(frozen=True, slots=True)
class SideOperation:
    """Operation of a side.

    `runs`: number of runs per run of the function; `kind`: how a conversion moves elements; `source`: its line in the user's own
    file, if the program has locations.
    """

    line: int
    name: str
    function: str
    result: str
    runs: float
    cost: float
    """Cost of all its runs."""
    kind: str = ""
    traffic: Traffic | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class ProgramSide:
    """Program: `input`, `result` or `triton`. `missing` is the reason why an expected program is missing."""

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
    """Comparison of two sides, line by line."""

    left: str
    right: str
    rows: list[LinePair]


@dataclass(frozen=True, slots=True)
class RuleStep:
    """Application of a rule; `forward`: from its left side to its right side."""

    rule: str
    before: str
    after: str
    forward: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps that lead from a value's layout in the input to the chosen one."""

    value: str
    given: str
    chosen: str
    steps: list[RuleStep]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Layout in which a value may be held: an e-node that computes it there, and a conversion to it.

    `layout` is an index into `Report.layouts`, and so is each in `operands`, beside the name of the operand; -1 stands for none.
    `cost` is the cost of the operation that computes the value in this layout, `None` if there is none. `converted` is the
    cheapest conversion to it: source layout and cost. `more` is the additional cost of the cheapest program in which the value is
    computed in this layout only; `None` if it was not searched. It is `exact` unless that search met its limit: then it is an
    upper bound.
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
    """Value of the input with all its copies in other layouts: its layouts before and after, and the reasons.

    `before` and `after` are its names in each program, with the index of the layout; `lines_before` and `lines_after` are the
    lines that define them.
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
    """Layout: its alias in the program, or a generated name, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Layout over a shape as a linear map: the element of a hardware point is the exclusive or of the bases of its set bits."""

    layout: int
    shape: list[int]
    register: list[int]
    lane: list[int]
    warp: list[int]
    block: list[int]


@dataclass(frozen=True, slots=True)
class MachineCounts:
    """Counts of one side's machine code (`egraph_opt.baseline.ptxas_counts.Static`), and the use of a warp's cycles."""

    side: str
    counts: dict[str, int] = field(default_factory=dict)
    path: dict[str, float] = field(default_factory=dict)
    """Cycles of one warp, alone, by the cause of waiting."""
    at_once: int | None = None
    """Program instances that a multiprocessor holds at once."""
    time: float | None = None
    """Predicted time, relative to the input's."""
    cycles: int | None = None
    """Cycles of a program instance beside the others on its multiprocessor (`egraph_opt.machine.prediction.Use.cycles`)."""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """Rule that the result uses: statement, justification, number of applications, and proof."""

    name: str
    statement: str
    doc: str
    uses: int
    proof: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """Line of the user's own file: the costs of its operations on each side, and the numbers of its conversions."""

    place: str
    cost: dict[str, float]
    conversions: dict[str, int]
    text: str = ""
    """The line itself, if the file is there."""


@dataclass(frozen=True, slots=True)
class RaisedAccess:
    """Result of one access of a function whose pointers were raised."""

    function: str
    line: int
    value: str
    raised: bool
    said: str


class CarriedValue(NamedTuple):
    """Value that a loop carries in another layout than before; both layouts by name."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LoopRecord:
    """Loop of the input, by its line: elements that an iteration converts, before and after, and values carried in other layouts."""

    function: str
    line: int
    before: int
    after: int
    carried: list[CarriedValue] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Decision of Triton's plug-in on a program: `changed`, `kept`, `failed` or `unfit`, the change or the reason, and its
    prediction."""

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
    """Number of alternatives with a cost for the whole program, and the number of interesting ones."""

    found: int
    known: int


@dataclass(frozen=True, slots=True)
class FamilyAdditions:
    """Additions of a family to the two programs."""

    sides: list[ProgramSide] = field(default_factory=list)
    """Input and result with costs, and other compilers' results."""
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
    """Parts that this report lacks, with reasons: one line each."""
    prices: PriceCounts | None = None
    change: str = ""
    """Change in the result, in one line."""
    loops: list[LoopRecord] = field(default_factory=list)
    """Loops that convert other numbers of elements than before, or carry values in other layouts."""


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
        """Return both costs with their unit: seconds of a program are so few that they are shown in microseconds."""
        scale, unit = (1e6, "µs") if self.unit == "s" else (1.0, self.unit)
        return self.cost_before * scale, self.cost_after * scale, unit

    def side(self, name: str) -> ProgramSide | None:
        """Return the side with a name, or None."""
        return next((side for side in self.parts.sides if side.name == name), None)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        fields = asdict(self)
        return {"schema_version": SCHEMA_VERSION, **{k: v for k, v in fields.items() if k != "parts"}, **fields["parts"]}
