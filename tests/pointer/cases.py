"""Programs of `tests/cases/pointer` raised, and run beside what they were made of."""

from __future__ import annotations

import os
import pickle
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.interpret.element_types import element_of, pointee, storage_of
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import read
from tests.support.kernels import ROOT
from tests.support.pointer_oracle import outcome

CASES = ROOT / "tests/cases/pointer"
FILES = ("copy", "matmul", "patterns", "loops", "masks", "left", "gathers", "wraps", "blocks", "choices", "sums", "unstructured")


shared: Path | None = None
"""A folder of this run of the tests: what one process has raised, the others read there."""


@cache
def raised(file: str, target: Target, version: str) -> Result:
    """Raise a file's accesses, once in a run of the tests."""
    kept = shared / f"{file}.{target}.{version}.pickle" if shared else None
    if kept and kept.exists():
        known: Result = pickle.loads(kept.read_bytes())
        return known
    text = (CASES / f"{file}.mlir").read_text()
    found = raise_text(text, file, target, version, any_cost=True)  # type: ignore[arg-type]
    if kept:
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as new:
            new.write(pickle.dumps(found))
        os.replace(new.name, kept)
    return found


@cache
def accepted(file: str, target: Target, version: str) -> tuple[Module, str]:
    """A file and what is raised of it, which the checker accepts: asked once, however many wrong variants a test makes."""
    old, text = read((CASES / f"{file}.mlir").read_text()), raised(file, target, version).ir
    validate(old, read(text))
    return old, text


SIZES = (0, 1, 7, 16, 33, 64, 100, 128, -1, -16, (1 << 31) - 1, -(1 << 31), 1 << 25)
PROGRAMS = (0, 0, 0, 1, 2, 1 << 24, 1 << 25, (1 << 31) - 2)


def arguments(function: Op, random: np.random.Generator, sizes: tuple[int, ...]) -> list[Any]:
    found: list[Any] = []
    for parameter in function.regions[0].blocks[0].arguments:
        if element_of(parameter.type) == "ptr":
            storage = storage_of(pointee(parameter.type))
            found.append(random.integers(0, 100, 1 << 15).astype(storage))
        else:
            found.append(int(random.choice(sizes)))
    return found


def same_when_run(old: Module, others: list[Module], rounds: int, sizes: tuple[int, ...] = SIZES) -> int:
    """Run functions on random inputs; how many runs stayed within their buffers, all of which did the same."""
    random = np.random.default_rng(2026)
    runs = 0
    for number, function in enumerate(old.functions()):
        for _ in range(rounds):
            given = arguments(function, random, sizes)
            program = (int(random.choice(PROGRAMS)), int(random.integers(3)), 0)
            expected = outcome(function, given, program)
            if expected is not None:
                runs += 1
                for other in others:
                    assert outcome(other.functions()[number], given, program) == expected, (
                        function.attributes["sym_name"],
                        given[1:],
                    )
    return runs


def refused(old: str, new: str) -> bool:
    """Return whether the checker refuses a raised program."""
    try:
        validate(read(old), read(new))
    except RaiseRefused:
        return True
    return False
