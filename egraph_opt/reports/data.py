"""What a report holds, as plain data: strings, numbers, lists. Nothing here depends on time, so that equal runs give equal reports.

Lines count from 1, in the text of the side they are on; 0 stands for no line. Costs are in the report's `unit`, and count every run of an
operation unless it says otherwise.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from egraph_opt.text.difference.diff import Row

SCHEMA_VERSION = 1

State = Literal["changed", "merged", "unchanged", "fixed", "unknown"]
"""Of a value. `merged`: held in the same layouts, and computed or converted less often, or more often; `fixed`: there was only one way to
hold it; `unknown`: no search looked at it."""


class Direction(NamedTuple):
    """Instructions that store to shared memory, or load from it, their passes over the banks, and how many these were without conflicts."""

    instructions: float
    wavefronts: float
    ideal: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """What one run of an operation does to shared memory.

    `ideal` is the number of passes over the banks (`wavefronts`) without conflicts; 0 where it is not known how many there are.
    """

    bytes: float
    wavefronts: float
    ideal: float
    barriers: float
    store: Direction | None = None
    load: Direction | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a side.

    `runs`: how often it runs for one run of the function; `kind`: how a conversion moves elements; `source`: the line of the user's own
    file that it comes from, where the program says so.
    """

    line: int
    name: str
    function: str
    result: str
    runs: float
    cost: float
    """Of all its runs."""
    kind: str = ""
    traffic: Traffic | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One program: `input`, `result` or `triton`. `missing` says why there is none, where one was to be expected."""

    name: str
    title: str
    lines: list[str] = field(default_factory=list)
    cost: float | None = None
    conversions: int | None = None
    in_loops: int | None = None
    operations: list[Operation] = field(default_factory=list)
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Diff:
    """Two sides, line by line."""

    left: str
    right: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Step:
    """One application of a rule; `forward`: from its left side to its right side."""

    rule: str
    before: str
    after: str
    forward: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The steps that lead from what the input says of a value to what was chosen."""

    value: str
    given: str
    chosen: str
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One layout in which a value may be held: an e-node that computes it there, and a conversion that brings it there.

    `layout` is an index into `Report.layouts`, and so is each in `operands`, beside the name of the operand; -1 stands for none.
    `cost` is that of the operation which computes the value in this layout, `None` where nothing does. `converted` is the cheapest
    conversion to it: from which layout, at what cost.
    `more` is what the cheapest program costs more in which the value is computed in this layout alone; `None` where no search was made
    for that. It is `exact` unless that search met its limit: then it is the most that it can be.
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
    """A value of the input with all its copies in other layouts: how it was held, how it is held now, and why.

    `before` and `after` are the names that each program has for it, with the index of the layout; `lines_before` and `lines_after` are
    the lines that define them.
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
class Layout:
    """A layout by its alias in the program, or a name made for it, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A layout over a shape as a linear map: the element of a hardware point is the exclusive or of the bases of its bits."""

    layout: int
    shape: list[int]
    register: list[int]
    lane: list[int]
    warp: list[int]
    block: list[int]


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine code of one side holds (`egraph_opt.baseline.static.Static`), and where a warp's cycles go."""

    side: str
    counts: dict[str, int] = field(default_factory=dict)
    path: dict[str, float] = field(default_factory=dict)
    """Cycles of one warp, alone, by what it waits for."""
    at_once: int | None = None
    """Program instances that a multiprocessor holds at once."""
    time: float | None = None
    """Predicted, the input's being 1."""
    cycles: int | None = None
    """Of a program instance beside those that a multiprocessor holds at once (`egraph_opt.machine.use.Use.cycles`)."""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule that the result follows by: what it says, why it is true, how often it was applied, and its proof."""

    name: str
    statement: str
    doc: str
    uses: int
    proof: str


@dataclass(frozen=True, slots=True)
class Source:
    """A line of the user's own file: what its operations cost on each side, and how many conversions it has there."""

    place: str
    cost: dict[str, float]
    conversions: dict[str, int]


@dataclass(frozen=True, slots=True)
class Access:
    """What became of one access of a function whose pointers were raised."""

    function: str
    line: int
    value: str
    raised: bool
    said: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What Triton's plug-in does with a program: `changed`, `kept`, `failed` or `unfit`, why or what is different, and what it predicts."""

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


class Prices(NamedTuple):
    """How many alternatives have a price for the whole program, and of how many that would be of interest."""

    found: int
    known: int


@dataclass(frozen=True, slots=True)
class Parts:
    """What a family adds to the two programs."""

    sides: list[Side] = field(default_factory=list)
    """Those of the input and the result with costs, and other compilers' results."""
    diffs: list[Diff] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    layouts: list[Layout] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    machine: list[Machine] = field(default_factory=list)
    rules: list[RuleUse] = field(default_factory=list)
    verdict: str = ""
    sources: list[Source] = field(default_factory=list)
    accesses: list[Access] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """What this report does not have, and why: one line each."""
    prices: Prices | None = None
    change: str = ""
    """What is different in the result, in one line."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that is known of one program and of what was made of it."""

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
    parts: Parts
    ruling: Ruling | None = None

    def side(self, name: str) -> Side | None:
        """Return the side of a name, where there is one."""
        return next((side for side in self.parts.sides if side.name == name), None)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        fields = asdict(self)
        return {"schema_version": SCHEMA_VERSION, **{k: v for k, v in fields.items() if k != "parts"}, **fields["parts"]}
