"""Mistakes in the text of a kernel in TTIR, one at a time: those that people and models make."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

Line = Callable[[str, random.Random], str | None]


class Mutant(NamedTuple):
    """A kernel with one mistake: its kind, its line, and the text."""

    kind: str
    line: int
    text: str


_PREDICATES = {"slt": "sle", "sle": "slt", "sgt": "sge", "sge": "sgt", "ult": "ule", "ule": "ult", "eq": "ne", "ne": "eq",
               "olt": "oge", "oge": "olt", "ogt": "ole", "ole": "ogt", "oeq": "one", "une": "oeq"}  # fmt: skip
_OPERATIONS = {"arith.addf": "arith.subf", "arith.subf": "arith.addf", "arith.mulf": "arith.addf", "arith.divf": "arith.mulf",
               "arith.addi": "arith.subi", "arith.subi": "arith.addi", "arith.muli": "arith.addi", "arith.maxnumf": "arith.minnumf",
               "arith.minnumf": "arith.maxnumf", "arith.maximumf": "arith.minimumf", "math.exp ": "math.exp2 ",
               "math.exp2 ": "math.exp ", "math.log ": "math.log2 ", "math.log2 ": "math.log ", "arith.andi": "arith.ori",
               "math.rsqrt": "math.sqrt", "math.sqrt": "math.rsqrt", "arith.minsi": "arith.maxsi", "arith.remsi": "arith.divsi",
               "arith.divsi": "arith.remsi"}  # fmt: skip
_RESULT = re.compile(r"(\s*)(%[\w#:]+) = (.*?) : (tensor<[\dx]+(f32|f16|bf16)>)( loc.*)?$")


def wrong_predicate(line: str, chance: random.Random) -> str | None:
    """Compare by `<=` in place of `<`, and so on, as in masks that are wrong by one."""
    found = re.search(r"arith\.cmp[if] (\w+)", line)
    if found is None or found[1] not in _PREDICATES:
        return None
    return f"{line[: found.start(1)]}{_PREDICATES[found[1]]}{line[found.end(1) :]}"


def off_by_one(line: str, chance: random.Random) -> str | None:
    """Change an integer constant by one: a bound, a stride, an offset or a step."""
    found = re.search(r"arith\.constant (?:dense<)?(-?\d+)>? : (?:tensor<[\dx]+)?i(?:32|64)", line)
    if found is None:
        return None
    return f"{line[: found.start(1)]}{int(found[1]) + chance.choice((1, -1))}{line[found.end(1) :]}"


def wrong_constant(line: str, chance: random.Random) -> str | None:
    """Take another float constant: nearly the same, its double, or one in place of zero."""
    found = re.search(r"arith\.constant (?:dense<)?(-?\d\.\d+[eE][-+]\d+)>? : (?:tensor<[\dx]+)?(?:f32|f16|bf16)", line)
    if found is None:
        return None
    value = float(found[1])
    new = chance.choice((value * 1.01, value * 2, value * 10)) if value else 1.0
    return f"{line[: found.start(1)]}{new:e}{line[found.end(1) :]}"


def exchanged_operands(line: str, chance: random.Random) -> str | None:
    """Exchange the operands of an operation for which their order matters."""
    found = re.search(r"(?:arith\.(?:sub[fi]|divf|divsi|remsi|cmp[if] (?:sl|sg|ul|ol|og)\w+,?)) (%\S+), (%\S+)", line)
    if found is None or found[1] == found[2]:
        return None
    return f"{line[: found.start(1)]}{found[2]}, {found[1]}{line[found.end(2) :]}"


def exchanged_choice(line: str, chance: random.Random) -> str | None:
    """Exchange what a select chooses from."""
    found = re.search(r"arith\.select %\S+, (%\S+), (%\S+)", line)
    if found is None or found[1] == found[2]:
        return None
    return f"{line[: found.start(1)]}{found[2]}, {found[1]}{line[found.end(2) :]}"


def wrong_operation(line: str, chance: random.Random) -> str | None:
    """Compute with another operation of the same types."""
    for old, new in _OPERATIONS.items():
        if f"= {old}" in line:
            return line.replace(f"= {old}", f"= {new}", 1)
    return None


def dropped_mask(line: str, chance: random.Random) -> str | None:
    """Leave out the mask of a load or a store."""
    if found := re.search(r"(tt\.load %[\w#]+), [^:]*?( (?:cache|evict)\w+ = \w+.*| \{.*\})? : tensor", line):
        return f"{line[: found.end(1)]} : tensor{line[found.end() :]}"
    if found := re.search(r"(tt\.store %[\w#]+, %[\w#]+), %[\w#]+", line):
        return f"{line[: found.end(1)]}{line[found.end() :]}"
    return None


def ignored_input(line: str, chance: random.Random) -> str | None:
    """Take zeros in place of what is loaded."""
    found = re.match(r"(\s*%[\w#]+ = )tt\.load .*: tensor<([\dx]+)!tt\.ptr<(\w+)>>", line)
    if found is None or found[3].startswith("f8"):
        return None
    zero = "0" if found[3].startswith("i") else "0.000000e+00"
    zero = "false" if found[3] == "i1" else zero
    return f"{found[1]}arith.constant dense<{zero}> : tensor<{found[2]}{found[3]}>"


def constant_output(line: str, chance: random.Random) -> str | None:
    """Store ones in place of what was computed."""
    found = re.match(r"(\s*)tt\.store (%[\w#]+), (%[\w#]+)(.*: tensor<([\dx]+)!tt\.ptr<(f32|f16|bf16|i32)>>.*)", line)
    if found is None:
        return None
    one = "1" if found[6] == "i32" else "1.000000e+00"
    made = f"{found[1]}%mutant = arith.constant dense<{one}> : tensor<{found[5]}{found[6]}>"
    return f"{made}\n{found[1]}tt.store {found[2]}, %mutant{found[4]}"


def lower_precision(line: str, chance: random.Random) -> str | None:
    """Round a value of `f32` to `bf16` in between."""
    found = _RESULT.match(line)
    operations = ("arith.addf", "arith.mulf", "arith.subf", "math.exp", "arith.divf", "tt.dot")
    if found is None or found[5] != "f32" or not found[3].startswith(operations) or " -> " in line:
        return None
    narrow = found[4].replace("f32", "bf16")
    first = f"{found[1]}%exact = {found[3]} : {found[4]}"
    second = f"{found[1]}%half = arith.truncf %exact : {found[4]} to {narrow}"
    return f"{first}\n{second}\n{found[1]}{found[2]} = arith.extf %half : {narrow} to {found[4]}"


def wrong_program(line: str, chance: random.Random) -> str | None:
    """Take the number of a program on another axis."""
    found = re.search(r"tt\.get_program_id ([xyz])", line)
    if found is None:
        return None
    return f"{line[: found.start(1)]}{'y' if found[1] != 'y' else 'x'}{line[found.end(1) :]}"


def wrong_neutral(line: str, chance: random.Random) -> str | None:
    """Take zero in place of minus infinity, which is what a maximum needs beyond a row."""
    if "dense<0xFF800000>" in line:
        return line.replace("0xFF800000", "0.000000e+00")
    return line.replace("0xFF80>", "0.000000e+00>") if "dense<0xFF80> : " in line else None


MUTATORS: tuple[Line, ...] = (
    wrong_predicate, off_by_one, wrong_constant, exchanged_operands, exchanged_choice, wrong_operation, dropped_mask,
    ignored_input, constant_output, lower_precision, wrong_program, wrong_neutral,
)  # fmt: skip


def mutants(text: str, chance: random.Random, each: int, mutators: Sequence[Line] = MUTATORS) -> Iterator[Mutant]:
    """Yield at most `each` mutants of every kind, at random lines."""
    lines = text.splitlines()
    for mutate in mutators:
        made = 0
        for number in chance.sample(range(len(lines)), len(lines)):
            if made == each:
                break
            changed = mutate(lines[number], chance)
            if changed is not None and changed != lines[number]:
                made += 1
                yield Mutant(mutate.__name__, number + 1, "\n".join([*lines[:number], changed, *lines[number + 1 :]]) + "\n")
