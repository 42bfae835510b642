"""Costs of each line of a program: modelled cost, elements that conversions move, shared memory traffic, bank conflicts."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.checker import Unmodelled, same_values
from egraph_opt.cost import CostModel, Cycles, conversion, evaluate
from egraph_opt.cost.axis_info import accesses
from egraph_opt.cost.checked_model import op_cost
from egraph_opt.cost.op_resources import held_beside, local_side
from egraph_opt.cost.target import DEFAULT, Target, named_by, target
from egraph_opt.cost.tensor_footprint import asked_elements, tensor_layout
from egraph_opt.ir.analysis.trip_count import weighted_operations
from egraph_opt.ir.module import Module, Op, Value, symbol_name
from egraph_opt.ir.rewriting.rewrite import replace_values
from egraph_opt.ir.types import element_bytes
from egraph_opt.linear_layout import ConversionClass, LinearLayout
from egraph_opt.linear_layout.conversion_cost import exchange
from egraph_opt.linear_layout.scratch_buffer import ROW_BITS
from egraph_opt.reports.python_lines import line_at
from egraph_opt.reports.report_data import Direction, ProgramSide, SideOperation, SourceLine, Traffic
from egraph_opt.text import read, split, write
from egraph_opt.text.syntax.attribute_alias import ALIAS
from egraph_opt.text.syntax.location import Locations

LOCAL = ("ttg.local_load", "ttg.local_store", "ttg.local_alloc")
COMBINATIONS = ("tt.reduce", "tt.scan")
SHARED = (ConversionClass.LANE_SHARED, ConversionClass.SHARED)


def side(name: str, title: str, text: str, filename: str, model: CostModel) -> ProgramSide:
    """Return a program as one side of the report's comparison, with its operations that cost something or convert layouts."""
    modules = [read(chunk, filename, line) for chunk, line in split(text)]
    functions = [(module, function) for module in modules for function in module.functions()]
    totals = [evaluate(function, model) for _, function in functions]
    found = [op for module, function in functions for op in operations(function, model, module)]
    counts = sum(t.converts for t in totals), sum(t.converts_in_loops for t in totals)
    return ProgramSide(
        name, title, text.splitlines(), sum(t.cost for t in totals), *counts, sorted(found, key=lambda op: op.line)
    )


def processor(model: CostModel, module: Module) -> Target:
    """Return the target processor of a cost model or, if it has none, of the module."""
    named = model.processor if isinstance(model, Cycles) else None
    return named or target(named_by(module.op.attributes.get("ttg.target", "")) or DEFAULT)


def operations(function: Op, model: CostModel, module: Module) -> list[SideOperation]:
    """Return a function's layout conversions, and its operations with a cost or shared memory traffic."""
    access, name, found = accesses(function), symbol_name(function), []
    chip, locations = processor(model, module), Locations(module)
    for op, runs, _ in weighted_operations(function):
        operands, results = [v.type for v in op.operands], [v.type for v in op.results]
        cost = runs * op_cost(model, op.name, operands, results, access.get(op), op.line)
        moved = traffic(op.name, operands, results, chip)
        if cost or moved or op.name == "ttg.convert_layout":
            kind = conversion(operands[0], results[0])[0].value if op.name == "ttg.convert_layout" else ""
            result = op.results[0].name if op.results else ""
            place = locations.place_of_op(op)
            source = "" if place == locations.place_of_line(op.line) else f"{place.file}:{place.line}"
            found.append(SideOperation(op.line, op.name, name, result, runs, cost, kind, moved, source))
    return found


def sources(sides: Sequence[ProgramSide]) -> list[SourceLine]:
    """Return the lines of the user's source files, in order, with the costs of their operations in each program."""
    costs: dict[tuple[str, int], tuple[dict[str, float], dict[str, int]]] = {}
    known = [each for each in sides if any(op.source for op in each.operations)]
    for each in known:
        for op in each.operations:
            if op.source:
                file, _, line = op.source.rpartition(":")
                key = file, int(line)
                cost, converts = costs.setdefault(key, ({s.name: 0.0 for s in known}, {s.name: 0 for s in known}))
                cost[each.name] += op.cost
                converts[each.name] += op.name == "ttg.convert_layout"
    return [SourceLine(place := f"{file}:{line}", *found, line_at(place)) for (file, line), found in sorted(costs.items())]


def traffic(name: str, operands: Sequence[str], results: Sequence[str], chip: Target) -> Traffic | None:
    """Return the shared memory traffic of one execution of an operation; None if it has none or the traffic is unknown."""
    if name == "ttg.convert_layout":
        return _conversion_traffic(operands[0], results[0], chip)
    if name not in LOCAL:
        return None
    tensor = tensor_layout(held_beside(name, operands, results))
    if tensor is None:
        return None
    ideal = _ideal(tensor[1], 8 * element_bytes(tensor[0].element))
    if (known := local_side(name, operands, results)) is None:
        return Traffic(ideal * ROW_BITS / 8, ideal, 0.0, 0.0)  # its conflicts are not known
    way = Direction(float(known.instructions), float(known.wavefronts), ideal)
    load = name == "ttg.local_load"
    return Traffic(ideal * ROW_BITS / 8, way.wavefronts, ideal, 0.0, None if load else way, way if load else None)


def _conversion_traffic(source: str, result: str, chip: Target) -> Traffic | None:
    kind, moved = conversion(source, result)
    a, b = tensor_layout(source), tensor_layout(result)
    if kind not in SHARED or a is None or b is None:
        return None
    bits = 8 * element_bytes(a[0].element)
    found = exchange(a[1], b[1], bits, chip.matrices)
    store = Direction(float(found.store.instructions), float(found.store.wavefronts), _ideal(a[1], bits))
    load = Direction(float(found.load.instructions), float(found.load.wavefronts), _ideal(b[1], bits))
    barriers = float(found.repetitions) if kind is ConversionClass.SHARED else 0.0
    return Traffic(float(moved), store.wavefronts + load.wavefronts, store.ideal + load.ideal, barriers, store, load)


def _ideal(layout: LinearLayout, bits: int) -> float:
    """Return the number of conflict-free passes over the banks for all elements that a layout accesses."""
    return asked_elements(layout) * bits / ROW_BITS


def in_our_words(text: str, theirs: str, filename: str) -> str:
    """Return `theirs`, another compiler's output for `text`, with the names that equal values and aliases have in `text`.

    If the checker cannot decide which values are equal, only aliases are renamed.
    """
    ours = read(text, filename)
    theirs = _with_aliases(theirs, ours, filename)
    other = read(theirs, filename)
    try:
        pairs = [pair for a, b in zip(ours.functions(), other.functions(), strict=True) for pair in _equal(a, b)]
    except (Unmodelled, ValueError):
        return theirs
    names = _match_names(pairs)
    renamed = {function: replace_values(function, _new_values(function, names)) for function in other.functions()}
    return write(other.replace_functions(renamed))


def _equal(old: Op, new: Op) -> list[tuple[Value, Value]]:
    """Return pairs of equal values of two functions, including values inside equal reductions and scans."""
    pairs = same_values(old, new)
    makers = {op.results[0]: op for function in (old, new) for op in function.walk() if op.name in COMBINATIONS}
    for a, b in [(makers[a], makers[b]) for a, b in pairs if a in makers and b in makers]:
        inside = [[v for op in each.walk() for v in _defined_values(op, op is not each)] for each in (a, b)]
        pairs += zip(*inside, strict=True) if len(inside[0]) == len(inside[1]) else ()
    return pairs


def _defined_values(op: Op, results: bool) -> list[Value]:
    arguments = [v for region in op.regions for block in region.blocks for v in block.arguments]
    return [*(op.results if results else ()), *arguments]


def _match_names(pairs: Sequence[tuple[Value, Value]]) -> dict[Value, str]:
    """Return a name for the second value of each pair, preferably an unused name of an equal value of the same type."""
    equal: dict[Value, list[Value]] = {}
    for old, new in pairs:
        equal.setdefault(new, []).append(old)
    names: dict[Value, str] = {}
    taken: set[Value] = set()  # by identity: sibling blocks may use a name for two values
    for new, olds in equal.items():
        alike = sorted((old for old in olds if old.type == new.type), key=lambda old: (old in taken, old.name != new.name))
        first = (alike or olds)[0]
        taken.add(first)
        names[new] = first.name
    return names


def _with_aliases(theirs: str, ours: Module, filename: str) -> str:
    known = {value: name for name, value in reversed([*ours.aliases.items()])}
    aliases = read(theirs, filename).aliases
    names = {name: known.get(value, f"{name}_t" if name in ours.aliases else name) for name, value in aliases.items()}
    return ALIAS.sub(lambda found: names.get(found.group(), found.group()), theirs)


def _new_values(function: Op, names: dict[Value, str]) -> dict[Value, Value]:
    """Return a renamed value for each value of a function, except for results in a group (`%5#1`).

    Values that are not in `names` get new names.
    """
    made: dict[Value, Value] = {}
    for op in function.walk():
        for value in _defined_values(op, len(op.results) == 1):
            name = names.get(value, f"%t{value.name[1:]}")
            made[value] = Value(value.type, value.name if "#" in name else name)
    return made
