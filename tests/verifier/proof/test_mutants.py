"""No change of a kernel is proved equal that a run tells apart."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from egraph_opt.ir.module import InputError, Module, Op
from egraph_opt.text import read
from egraph_opt.text.printer import write
from egraph_opt.verifier.proof import Limits, prove
from egraph_opt.verifier.run.exposing_inputs import contents_of
from egraph_opt.verifier.run.result_comparison import find_difference
from egraph_opt.verifier.run.side_execution import Work, run_side
from egraph_opt.verifier.side import Question
from tests.verifier.proof.pairs import question

NAMES = ["add in a loop", "softmax online", "rms norm in blocks", "cross entropy", "cumulative sum", "quantisation"]
SLOW = ["layer norm by squares", "layer norm by Welford", "matrix product, swizzled", "causal attention", "gelu", "swiglu"]
COUNT = 12
"""Number of mutants of each pair; the slow pairs have as many."""
LIMITS = Limits(steps=20_000, terms=2_000_000)
WORK = 50_000_000
SWAPS = [
    ("arith.addf", "arith.subf"),
    ("arith.mulf", "arith.addf"),
    ("arith.divf", "arith.mulf"),
    ("arith.subf", "arith.addf"),
    ("arith.maxnumf", "arith.minnumf"),
    ("arith.addi", "arith.subi"),
    ("arith.muli", "arith.addi"),
    ("arith.remsi", "arith.divsi"),
    ("arith.andi", "arith.ori"),
    ("cmpi slt", "cmpi sle"),
    ("cmpi sge", "cmpi sgt"),
    ("math.exp ", "math.exp2 "),
    ("0xFF800000", "0.000000e+00"),
]
"""Operations in place of others."""
_INTEGER = re.compile(r"(\s*%\S+ = arith\.constant (?:dense<)?)(-?\d+)(>? : .*i32.*)")
_OTHER = re.compile(r"(\s*%\S+ = tt\.load %\S+?), (%\S+?), (%\S+)( : .*)")
_BINARY = re.compile(r"(\s*%\S+ = arith\.(?:subf|divf|subi|divsi|cmpi \w+,|mulf|addf|maxnumf) )(%\S+), (%\S+)( : .*)")


def mutate(text: str, seed: int) -> str | None:
    """Return a text with one place changed: an operation, a number, the value of masked lanes, or operands; None if none was found."""
    chance = random.Random(seed)
    lines = text.split("\n")
    kind, order = chance.randrange(8), list(range(len(lines)))
    chance.shuffle(order)
    old, new = chance.choice(SWAPS)
    for i in order:
        changed = None
        if kind < 4:
            changed = lines[i].replace(old, new, 1) if old in lines[i] else None
        elif kind == 4 and (found := _INTEGER.match(lines[i])):
            changed = f"{found[1]}{int(found[2]) + chance.choice((-1, 1, 2))}{found[3]}"
        elif kind == 5 and (found := _OTHER.match(lines[i])):
            changed = f"{found[1]}, {found[2]}{found[4]}"
        elif kind == 6 and (found := _BINARY.match(lines[i])):
            changed = f"{found[1]}{found[3]}, {found[2]}{found[4]}"
        elif kind == 7 and (found := _BINARY.match(lines[i])):
            changed = f"{found[1]}{found[2]}, {found[2]}{found[4]}"
        if changed is not None and changed != lines[i]:
            return "\n".join((*lines[:i], changed, *lines[i + 1 :]))
    return None


def function_of(text: str) -> Op | None:
    """Return the function in a text, or None if it is no program."""
    try:
        return next(iter(read(text).functions()))
    except InputError:
        return None


def tells_apart(asked: Question) -> str:
    """Return a difference that a run shows; empty if none does."""
    for kind, seed in (("normal", 3), ("positive", 5), ("integers", 7)):
        contents = contents_of(asked, kind, seed)  # type: ignore[arg-type]
        old, new = (run_side(asked, side, contents, Work(WORK), wide=True) for side in (asked.old, asked.new))
        found = find_difference(asked, old, new, 1e-6, 1e-9)
        if found or new.error:
            return new.error or str(found)
    return ""


@pytest.mark.long
@pytest.mark.parametrize("name", [*NAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_no_mutant_is_proved_equal_that_a_run_tells_apart(name: str) -> None:
    """Runs all mutants of pairs whose expressions are small; the slow ones have larger expressions."""
    asked = question(name)
    launch = asked.new.launches[0]
    text = write(Module(launch.function))
    tried = refused = 0
    for seed in range(COUNT):
        function = function_of(changed) if (changed := mutate(text, seed)) else None
        if function is None:
            continue
        mutant = replace(asked, new=replace(asked.new, launches=(replace(launch, function=function),)))
        tried += 1
        proof = prove(mutant, LIMITS)
        if proof.verdict == "undecided":
            refused += 1
        else:
            assert not tells_apart(mutant), changed
    assert tried >= COUNT // 3 and refused
