"""LLVM optimisation remarks of a run: YAML in the format of `opt -pass-remarks-output`, readable by `opt-viewer`.

Each function has a summary remark, and a remark for each removed or added operation. `DebugLoc` is the operation's source
location or, without one, its position in the program's file.
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.core.observers import Observer
from egraph_opt.core.result import FAILURES, FunctionResult, format_cost
from egraph_opt.ir.module import FUNCTIONS, Module, Op, symbol_name
from egraph_opt.text.syntax.location import FilePlace, Locations

PASS = "egraph-opt"
Arguments = Sequence[tuple[str, object]]


class Remarks(Observer):
    """Observer that collects the remarks on all modules of a run. `unit` is the unit of costs, or empty."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.documents: list[str] = []

    def text(self) -> str:
        return "".join(self.documents)

    def module(self, before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
        places, new_places = Locations(before), Locations(after)
        olds, news = _functions(before), _functions(after)
        for record in records:
            old, new = olds.get(record.name, before.op), news.get(record.name, after.op)
            self.whole(record, places.place_of_op(old), old is not new)
            for name, which, other, found in (("Removed", old, new, places), ("Added", new, old, new_places)):
                gone = _op_keys(other)
                for op in (op for op in which.walk() if op.results and _key(op) not in gone) if old is not new else ():
                    place = found.place_of_op(op) if op.location or which is old else places.place_of_op(old)
                    self.add("Passed", name, place, record.name, _describe_op(op))
            for report in record.reports:
                self.add(
                    "Passed" if report.raised else "Missed",
                    "Access",
                    places.place_of_line(report.line),
                    record.name,
                    [("String", report.summary)],
                )

    def whole(self, record: FunctionResult, place: FilePlace, changed: bool) -> None:
        kind = "Failure" if record.stopped_by in FAILURES else "Passed" if changed else "Missed"
        said: list[tuple[str, object]] = [("String", "rewritten" if changed else "left as it is")]
        if self.unit:
            costs = ("CostBefore", record.cost_before), ("CostAfter", record.cost_after)
            said += [("String", ": "), costs[0], ("String", " -> "), costs[1], ("String", f" {self.unit}, ")]
            said += [("Claim", record.state)]
        if record.stopped_by:
            said += [("String", ", stopped by "), ("StoppedBy", record.stopped_by)]
        for remark in record.remarks:
            said += [("String", "; "), ("Remark", remark)]
        self.add(kind, "Function", place, record.name, said)

    def add(self, kind: str, name: str, place: FilePlace, function: str, arguments: Arguments) -> None:
        """Add a remark of an LLVM kind: `Passed`, `Missed`, `Analysis` or `Failure`."""
        lines = [f"--- !{kind}", f"{'Pass:':17}{PASS}", f"{'Name:':17}{name}"]
        lines += [f"{'DebugLoc:':17}{{ File: {_quote(place.file)}, Line: {place.line}, Column: {place.column} }}"]
        lines += [f"{'Function:':17}{_quote(function)}", "Args:"]
        lines += [f"  - {key + ':':17}{_quote(value)}" for key, value in arguments]
        self.documents.append("\n".join([*lines, "...", ""]))


def lost_remark(filename: str, reason: str) -> str:
    """Return the remark on a program whose process crashed or hung."""
    remarks = Remarks("")
    remarks.add("Failure", "Process", FilePlace(filename, 1, 1), "*", [("String", f"left unchanged: {reason}")])
    return remarks.text()


def _functions(module: Module) -> dict[str, Op]:
    return {symbol_name(op): op for op in module.op.walk() if op.name in FUNCTIONS and op.regions}


def _key(op: Op) -> tuple[object, ...]:
    """Return a key by which unchanged operations are recognised: the operation's name, and the names and types of its results."""
    return op.name, tuple((value.name, value.type) for value in op.results)


def _op_keys(function: Op) -> set[tuple[object, ...]]:
    return {_key(op) for op in function.walk()}


def _describe_op(op: Op) -> list[tuple[str, object]]:
    values = ", ".join(value.name for value in op.results)
    types = ", ".join(value.type for value in op.operands), ", ".join(value.type for value in op.results)
    return [("Value", values), ("String", " = "), ("Operation", op.name), ("String", " : "), ("Operands", types[0]),
            ("String", " -> "), ("Results", types[1])]  # fmt: skip


def _quote(value: object) -> str:
    text = format_cost(value) if isinstance(value, float) else str(value)
    return "'" + " ".join(text.splitlines()).replace("'", "''") + "'"
