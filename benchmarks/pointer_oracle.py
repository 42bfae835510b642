"""Raised programs lowered back by Triton's own passes, and run beside what they were made of.

    python -m benchmarks.pointer_oracle FOLDER [--rounds N]

Block pointers and descriptors go through `rewrite_tensor_pointer` and `rewrite_tensor_descriptor_to_pointer` (Triton 3.6); `tts` is run
as it is. Inputs are random, with sizes that are negative, out of bounds, and near where 32 bits overflow. Prints per target how many
programs were raised, lowered and compared, how many runs stayed within their buffers, and each difference; the exit status is their number.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from egraph_opt.baseline import libtriton
from egraph_opt.interpret import OutOfBounds, interpret
from egraph_opt.interpret.element import element_of, pointee, storage_of
from egraph_opt.ir import InputError, Op
from egraph_opt.pointer.raising import raise_text
from egraph_opt.pointer.target import TARGETS, Target
from egraph_opt.text import read, split

SIZES = (0, 1, 2, 3, 7, 16, 33, 64, 128, 1024, -1, -16, (1 << 31) - 1, -(1 << 31), 1 << 25)
"""Scalars that programs are given: usual ones, negative ones, and ones near where 32 bits overflow."""
PROGRAMS = (0, 0, 0, 1, 2, 1 << 24, (1 << 31) - 2)
ELEMENTS = 1 << 14
"""Elements of each buffer; pointers point to its first."""
STEPS = 400
"""Iterations a loop may be given: bounds above it would only take time."""


def arguments(function: Op, random: np.random.Generator) -> list[Any]:
    """A buffer for each pointer and a number for each scalar; bounds of loops are small."""
    bounds = {v for op in function.walk() if op.name == "scf.for" for v in op.operands[:3]}
    found: list[Any] = []
    for parameter in function.regions[0].blocks[0].arguments:
        if element_of(parameter.type) == "ptr":
            found.append(random.integers(0, 100, ELEMENTS).astype(storage_of(pointee(parameter.type))))
        elif parameter.type.startswith(("f", "bf")):
            found.append(float(random.integers(0, 9)))
        else:
            number = int(random.choice(SIZES))
            found.append(number % STEPS if parameter in bounds else number)
    return found


def outcome(function: Op, given: list[Any], program: tuple[int, int, int]) -> list[bytes] | None:
    """All memory after a run; None where the program leaves its buffers."""
    copies = [x.copy() if isinstance(x, np.ndarray) else x for x in given]
    try:
        interpret(function, copies, program, (1 << 30, 4, 4))
    except OutOfBounds:
        return None
    return [x.tobytes() for x in copies if isinstance(x, np.ndarray)]


def compared(old: Op, others: list[Op], rounds: int) -> tuple[int, int]:
    """Runs that stayed within their buffers, and those of them that differed."""
    random = np.random.default_rng(2026)
    runs = different = 0
    for _ in range(rounds):
        given = arguments(old, random)
        program = (int(random.choice(PROGRAMS)), int(random.integers(3)), 0)
        expected = outcome(old, given, program)
        if expected is not None:
            runs += 1
            different += any(outcome(other, given, program) != expected for other in others)
    return runs, different


def oracle(path: Path, target: Target, rounds: int, totals: Counter[str]) -> None:
    """Raise a file under guards, lower it back, and run what came of each function."""
    for chunk, line in split(path.read_text()):
        result = raise_text(chunk, str(path), target, "loop", trips=None)
        if not any(r.raised for r in result.reports):
            continue
        totals["raised"] += 1
        texts = [result.ir]
        if target != "tts":
            (answer,) = libtriton.ask("lower", [result.ir])
            if answer.text is None:
                totals["not lowered"] += 1
                print(f"{path.stem}: {target}: not lowered: {(answer.error or '').splitlines()[0]}")
            else:
                totals["lowered"] += 1
                texts.append(answer.text)
        before = read(chunk, str(path), line).functions()
        after = [read(text).functions() for text in texts]
        for number, function in enumerate(before):
            try:
                runs, different = compared(function, [functions[number] for functions in after], rounds)
            except (ValueError, TypeError, KeyError, NotImplementedError) as error:
                totals["not run"] += 1
                print(f"{path.stem}: {target}: not run: {type(error).__name__}: {str(error).splitlines()[0][:120]}")
                continue
            totals["functions"] += 1
            totals["runs"] += runs
            totals["different"] += different
            if different:
                print(f"{path.stem}: {target}: {function.attributes.get('sym_name')}: {different} of {runs} runs differ")


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args(given)
    wrong = 0
    for target in TARGETS:
        totals: Counter[str] = Counter()
        for path in sorted(p for p in options.folder.rglob("*") if p.suffix in (".mlir", ".ttir")):
            try:
                oracle(path, target, options.rounds, totals)
            except InputError as error:
                print(f"{path.stem}: not read: {error.message}")
        names = ("raised", "lowered", "not lowered", "functions", "not run", "runs", "different")
        print(f"{target}: " + ", ".join(f"{totals[name]} {name}" for name in names), flush=True)
        wrong += totals["different"]
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
