"""Rewrites of a kernel: some kinds of them, each at one place."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.verify.rewriters.code import Code, Launched, Rewriter
from benchmarks.verify.rewriters.float_rewrites import FLOAT_REWRITES
from benchmarks.verify.rewriters.integer_rewrites import INTEGER_REWRITES
from benchmarks.verify.rewriters.loop_rewrites import LOOP_REWRITES
from benchmarks.verify.rewriters.program_rewrites import PROGRAM_REWRITES
from benchmarks.verify.rewriters.tensor_rewrites import TENSOR_REWRITES

LINE_REWRITES: tuple[Rewriter, ...] = (*FLOAT_REWRITES, *INTEGER_REWRITES, *TENSOR_REWRITES, *LOOP_REWRITES)
TOGETHER, SEVERAL = "several_together", 5
"""Name of several rewrites one after the other, and their number."""
KINDS: tuple[str, ...] = (*(rewrite.__name__ for rewrite in (*LINE_REWRITES, *PROGRAM_REWRITES)), TOGETHER)


class Rewrite(NamedTuple):
    """A kernel after a rewrite: its kind, its line (0 for all of the text), and the launches."""

    kind: str
    line: int
    launches: tuple[Launched, ...]


def rewrites(text: str, grid: tuple[int, int, int], chance: random.Random, most: int) -> Iterator[Rewrite]:
    """Yield rewrites of random kinds at random lines, at most one of a kind."""
    code = Code(tuple(text.splitlines()), grid)
    made = 0
    for kind in chance.sample(KINDS, len(KINDS)):
        found = rewrite_once(code, kind, chance)
        if found is not None:
            made += 1
            yield found
        if made == most:
            return


def rewrite_once(code: Code, kind: str, chance: random.Random) -> Rewrite | None:
    """Return a rewrite of a kind at a random line; None if it applies to none."""
    if kind == TOGETHER:
        return rewrite_several(code, chance)
    for program_rewrite in PROGRAM_REWRITES:
        if program_rewrite.__name__ == kind:
            launches = program_rewrite(code)
            return None if launches is None else Rewrite(kind, 0, tuple(launches))
    rewrite = next(each for each in LINE_REWRITES if each.__name__ == kind)
    for number in chance.sample(range(len(code.lines)), len(code.lines)):
        lines = rewrite(code, number)
        if lines is not None:
            return Rewrite(kind, number + 1, (Launched("\n".join(lines) + "\n", code.grid),))
    return None


def rewrite_several(code: Code, chance: random.Random) -> Rewrite | None:
    """Return several rewrites of lines and then one of programs."""
    made = 0
    for kind in chance.sample(KINDS[: len(LINE_REWRITES)], len(LINE_REWRITES)):
        found = rewrite_once(code, kind, chance)
        if found is not None and made < SEVERAL:
            made += 1
            lines = re.sub(r"%w(?=\w)", f"%s{made}w", found.launches[0].text).splitlines()
            code = Code(tuple(lines), code.grid)
    for program_rewrite in chance.sample(PROGRAM_REWRITES, len(PROGRAM_REWRITES)):
        launches = program_rewrite(code)
        if launches is not None:
            return Rewrite(TOGETHER, 0, tuple(launches))
    return None
