"""Patterns of address arithmetic, raised by this project and by the passes that their test inputs belong to.

    python -m benchmarks.compare.pointer_patterns FOLDER [-o TABLE]

FOLDER holds inputs of tests of triton-shared's or Intel's raising passes, as those projects have them: MLIR with `CHECK` lines for
FileCheck, which say what the pass makes of each access, in order. A row of the table is a pattern: what the addresses and masks of its
accesses are made of. One with an offset for each lane counts as left. The accesses that only the other project raises are printed, each
with the reason. `tts gathered` and `tts wraps` are those of `tts guarded` that need a list of indices, or start again at a boundary.
Accesses of block pointers count as left for `block-pointer`, and not as raised by the other project alone.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.compare_fixture import of_each, read_expectations
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.families.pointer.forms.form_choice import BLOCK_POINTER_REASON, accesses
from egraph_opt.families.pointer.forms.raising_plan import Version
from egraph_opt.families.pointer.raising_outcome import AccessReport
from egraph_opt.ir.module import InputError, Op, Value
from egraph_opt.ir.types import tensor_type
from egraph_opt.text import read, split

FIELDS = (
    "project",
    "pattern",
    "accesses",
    *(f"{t} {v}" for t in TARGETS for v in ("derived", "guarded")),
    "tts gathered",
    "tts wraps",
    "theirs",
    "theirs unknown",
    "only theirs",
)
_FEATURES = (
    ("tt.cat", "several bases"),
    ("tt.bitcast", "pointer cast"),
    ("tt.load", "data-dependent addresses or masks"),
    ("scf.while", "while loop"),
    ("scf.if", "conditional"),
    ("arith.remsi", "remainder"),
    ("arith.remui", "remainder"),
    ("arith.divsi", "division"),
    ("arith.divui", "division"),
    ("arith.select", "clamp"),
    ("arith.minsi", "clamp"),
    ("arith.maxsi", "clamp"),
)
"""Operations on which an address or mask may depend, and the pattern's name, the most specific first."""


def slice_of(op: Op, function: Op) -> tuple[set[str], set[Op]]:
    """The operations that an access's address and mask depend on: their names, and the loops that carry or leave a part of them."""
    defined = {v: o for o in function.walk() for v in o.results}
    carried = {v: (o, i) for o in function.walk() if o.name == "scf.for" for i, v in enumerate(o.regions[0].blocks[0].arguments)}
    todo: list[Value] = [op.operands[0], *op.operands[1 + (op.name == "tt.store") :][:1]]
    seen: set[Value] = set()
    names: set[str] = set()
    loops: set[Op] = set()
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        if value in carried:
            loop, i = carried[value]
            loops.add(loop)
            todo += [loop.operands[2 + i], loop.regions[0].blocks[0].ops[-1].operands[i - 1]] if i else []
        elif (source := defined.get(value)) is not None:
            names.add("loop result" if source.name == "scf.for" else source.name)
            if source.name == "arith.cmpi":
                names.add(f"cmpi {source.attributes['predicate'].split(' ')[0]}")
            if source.name == "tt.splat" and source.operands[0].type == "i1":
                names.add("scalar truth")
            if source.name == "scf.for":
                i = source.results.index(value)
                loops.add(source)
                todo += [source.operands[3 + i], source.regions[0].blocks[0].ops[-1].operands[i]]
            else:
                todo += source.operands
    return names, loops


def pattern(op: Op, function: Op) -> str:
    """Return what an access is an example of, by what its address and mask are made of."""
    tensor = tensor_type(op.operands[0].type)
    if tensor is None:
        return "block pointer" if op.operands[0].type.startswith("!tt.ptr<tensor") else "scalar"
    names, loops = slice_of(op, function)
    for name, called in _FEATURES:
        if name in names:
            return called
    inner = any(below is not loop and below in loops for loop in loops for below in loop.walk())
    moves = (
        "results of loops"
        if "loop result" in names
        else "carried by nested loops"
        if inner
        else "carried by a loop"
        if loops
        else ""
    )
    mask = (
        "masked by a scalar"
        if "scalar truth" in names
        else "bounds from below"
        if {"cmpi 4", "cmpi 5"} & names
        else "masked"
        if any(n.startswith("cmpi") for n in names)
        else "no mask"
    )
    return ", ".join(filter(None, (f"{len(tensor.shape)}-D", moves, mask)))


def reports(path: Path, target: Target, version: Version) -> list[AccessReport]:
    return list(raise_text(path.read_text(), str(path), target, version, any_cost=True).reports)


def patterns(path: Path) -> list[tuple[str, str, int]]:
    """Function, pattern and line of each access of a file, in order."""
    found = []
    for chunk, line in split(path.read_text()):
        for function in read(chunk, str(path), line).functions():
            name = function.attributes.get("sym_name", "").strip('"')
            found += [(name, pattern(op, function), op.line) for op in accesses(function)]
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args(arguments)
    table: dict[tuple[str, str], Counter[str]] = {}
    files = sorted(p for p in given.folder.rglob("*") if p.suffix == ".mlir")
    for path in files:
        try:
            places = patterns(path)
            ours = {(t, v): reports(path, t, v) for t in TARGETS for v in ("", "loop")}  # type: ignore[misc]
        except InputError as error:
            print(f"{path.stem}: not read: {error.message}")
            continue
        text = path.read_text()
        theirs = read_expectations(text)
        project = "Intel" if "-raise-block-pointer" in text else "triton-shared"
        for name in dict.fromkeys(n for n, _, _ in places):
            mine = [i for i, (n, _, _) in enumerate(places) if n == name]
            answers = of_each(theirs, name, len(mine))
            for i, answer in zip(mine, answers, strict=True):
                _, called, line = places[i]
                row = table.setdefault((project, called), Counter())
                row["accesses"] += 1
                for (target, version), found in ours.items():
                    row[f"{target} {'guarded' if version else 'derived'}"] += found[i].structured
                row["tts gathered"] += ours["tts", "loop"][i].how == "gathered"
                row["tts wraps"] += ours["tts", "loop"][i].how == "wraps around"
                row["theirs"] += answer == "raised"
                row["theirs unknown"] += answer == "unknown"
                target = "block-pointer" if project == "Intel" else "tts"
                mine_raised = ours[target, "loop"][i].structured or ours[target, "loop"][i].reason == BLOCK_POINTER_REASON  # type: ignore[index]
                if answer == "raised" and not mine_raised:
                    row["only theirs"] += 1
                    print(f"{path.stem}: @{name}: line {line}: {called}: only {project}: {ours[target, 'loop'][i].reason}")  # type: ignore[index]
    rows = [{"project": p, "pattern": c, **{f: counts[f] for f in FIELDS[2:]}} for (p, c), counts in sorted(table.items())]
    with given.output.open("w", newline="") if given.output else sys.stdout as file:
        out = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
