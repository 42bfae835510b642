"""Damaged programs through the reader and the optimiser: an input error or a result, within five seconds, and nothing else.

    python -m benchmarks.trust.fuzz fuzz.layout --write                # 100,000 mutants, and 52 bombs
    python -m benchmarks.trust.fuzz fuzz.pointer --mutants 2000        # raised to each target in turn; or fuzz.region

Mutants are made of real kernels and of small programs: tokens deleted, doubled, exchanged, replaced by others of their kind; digits
made huge; texts cut off; bytes changed. `benchmarks.trust.bombs` are nested or large on purpose. What the reader takes goes on through
the whole path of its family. Batches run in child processes, so that a crash is counted.
"""

from __future__ import annotations

import json
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from types import FrameType
from typing import Any

from benchmarks.paths import CORPUS, ROOT
from benchmarks.trust.bombs import bombs
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.command import limited_child
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import InputError
from egraph_opt.text import read, write

BATCH = 500
LIMIT = 5.0
"""Seconds that one input may take."""
TARGETS = ("tts", "block-pointer", "descriptor")
_TOKEN = re.compile(r"%[\w#]+|[A-Za-z_][\w.]*|\d+|[^\s\w]|\s+")
NUMBERS = ("0", "-1", "1", "3", "7", "4294967296", "9223372036854775808", "9" * 40, "9" * 5000, "1048576", "0x7F", "1e999")
TYPES = ("f32", "i32", "i1", "i0", "i16777215", "f16", "index", "none", "!tt.ptr<f32>", "tensor<2xf32>", "tensor<0xf32>",
         "tensor<3x5xf32, #blocked>", "vector<4xi1>", "tuple<>", "tensor<*xf32>", "tensor<?xf32>")  # fmt: skip
MARKS = ("<", ">", "{", "}", "(", ")", "[", "]", "#", "!", '"', "\0", "\xff", "->", ":", "@", "^", ",", "=", "//", "\n", "loc(",
         "\u2028")  # fmt: skip
OPERATIONS = ("tt.load", "tt.store", "ttg.convert_layout", "tt.trans", "tt.reshape", "tt.dot", "scf.for", "scf.if", "scf.while",
              "scf.yield", "tt.expand_dims", "tt.broadcast", "tt.make_range", "arith.constant", "tt.reduce",
              "tt.split", "tt.join", "tt.gather",
              "ttg.local_alloc", "cf.br", "tt.func", "tt.return", "their.op", "module", "tt.scan", "tt.call")  # fmt: skip


def seeds(family: str = "layout") -> list[str]:
    """Texts to damage: the smaller kernels at three stages, and the tests' programs; or the smaller TTIR kernels; or IREE programs."""
    kernels, cases = CORPUS / "kernels", ROOT / "tests/cases"
    if family == "region":
        from egraph_opt.iree.program import generic

        return [generic(p.read_text()) for p in sorted((CORPUS / "regions").glob("*.mlir"))]
    if family == "pointer":
        paths = sorted(kernels.glob("*/input.ttir")) + sorted((cases / "pointer").glob("*.mlir"))
        return [text for p in paths if len(text := p.read_text()) < 6_000]
    stages = ("rlc1.before", "rlc3.before", "final")
    paths = [p for stage in stages for p in sorted(kernels.glob(f"*/{stage}.ttgir"))]
    paths += sorted(cases.rglob("*.mlir"))
    return [text for p in paths if len(text := p.read_text()) < 12_000]


def mutant(text: str, chance: random.Random) -> str:
    """A text with one to five mistakes."""
    tokens = _TOKEN.findall(text)
    for _ in range(chance.randint(1, 5)):
        _mistake(tokens, chance)
        if not tokens:
            return ""
    return "".join(tokens)


def _mistake(tokens: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(tokens))
    match chance.randrange(11):
        case 0:
            del tokens[at]
        case 1:
            tokens.insert(at, chance.choice(tokens))
        case 2:
            other = chance.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 3:
            _replace(tokens, chance, str.isdigit, NUMBERS)
        case 4:
            tokens[at] = chance.choice(MARKS)
        case 5:
            _replace(tokens, chance, TYPES.__contains__, TYPES)
        case 6:
            _replace(tokens, chance, lambda t: t[0] == "%", [t for t in tokens if t[0] == "%"])
        case 7:
            _replace(tokens, chance, lambda t: "." in t, OPERATIONS)
        case 8:
            end = min(len(tokens), at + chance.randint(1, 60))
            tokens[at:at] = tokens[at:end] * chance.randint(1, 3)
        case 9:
            tokens[at] = "".join(chance.sample(tokens[at], len(tokens[at]))) + chr(chance.randrange(1, 0x500))
        case _:
            del tokens[at if chance.random() < 0.5 else len(tokens) :]


def _replace(
    tokens: list[str], chance: random.Random, wanted: Callable[[str], bool], choices: list[str] | tuple[str, ...]
) -> None:
    places = [i for i, token in enumerate(tokens) if wanted(token)]
    if places:
        tokens[chance.choice(places)] = chance.choice(choices)


class Hang(BaseException):
    """The limit for one input has passed."""


def _hang(number: int, frame: FrameType | None) -> None:
    raise Hang


def outcome(task: Callable[[str], str], text: str, limit: float = LIMIT) -> tuple[str, float]:
    """Return what became of a text: `input error`, what the task says, or what went wrong, `WRONG` before it; and the seconds.

    More than `limit` seconds are wrong.
    """
    signal.signal(signal.SIGALRM, _hang)
    started = time.process_time()  # so that what else runs on the machine does not count
    signal.setitimer(signal.ITIMER_REAL, 4 * limit)  # finds endless ones; seconds of work are counted below
    try:
        said = task(text)
    except InputError:
        said = "input error"
    except Hang:
        said = "WRONG hang"
    except BaseException as error:
        said = f"WRONG {type(error).__name__}: {str(error)[:100]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.process_time() - started
    return (f"WRONG {seconds:.1f} s" if seconds > limit and not said.startswith("WRONG") else said), seconds


def reading(text: str) -> str:
    """The task of the reader; what it accepts, it must be able to write and to read again."""
    read(write(read(text)))
    return "read"


def optimising(text: str) -> str:
    """The task of the whole path."""
    result = optimize_text(text, "<fuzz>", Options(work_limit=1_000_000, extract="dag", candidates=4))
    stops = {f.stopped_by: f.remark for f in result.functions}
    if result.rejected:  # what is no valid program may be more than the checker knows: the input comes back
        return "left as it was: not proved equal"
    return f"left as it was after {stops['error'].split(': ')[1]}" if "error" in stops else "optimised"


def raising(text: str) -> str:
    """The path of pointers; each text has its target."""
    from egraph_opt.families.pointer import raise_text

    result = raise_text(text, "<fuzz>", TARGETS[len(text) % len(TARGETS)], "loop")  # type: ignore[arg-type]
    if result.rejected:
        return "left as it was: not proved equal"
    return "raised" if any(report.raised for report in result.reports) else "nothing raised"


def fusing(text: str) -> str:
    """The path of dispatch regions, without IREE's word on the result: it would take a second each."""
    from egraph_opt.families.region.options import RegionOptions

    options = RegionOptions("dispatches", work_limit=1_000_000, time_limit=60.0, check=False)
    result = optimize_text(text, "<fuzz>", options)
    failed = {f.stopped_by for f in result.functions} & {"error", "check"}
    return f"left as it was: {failed.pop()}" if failed else "optimised"


PATHS = {"layout": optimising, "pointer": raising, "region": fusing}


def batch(first: int, count: int, family: str = "layout") -> dict[str, object]:
    """The outcomes of some mutants by number, the slowest in seconds, and examples of what went wrong."""
    texts, counts, wrong, slowest = seeds(family), Counter[str](), list[tuple[int, str]](), 0.0
    for number in range(first, first + count):
        chance = random.Random(number)
        text = mutant(chance.choice(texts), chance)
        said, seconds = outcome(reading, text)
        counts[said.split(":")[0]] += 1
        if said == "read":
            said, seconds = outcome(PATHS[family], text)
            counts[said if said.startswith("left") else f"then {said.split(':')[0]}"] += 1
        slowest = max(slowest, seconds)
        if said.startswith("WRONG"):
            wrong.append((number, said))
    return {"counts": counts, "wrong": wrong, "slowest": slowest}


def bounded(start: int, size: int, family: str) -> dict[str, Any]:
    """Run `batch` in a child; the death of the child is an outcome too."""
    done = limited_child.run(lambda: print(json.dumps(batch(start, size, family))), 600, 4 << 30)
    if not done.failure:
        return dict(json.loads(done.output))
    return {"counts": {f"WRONG {done.failure}": 1}, "wrong": [(start, f"WRONG {done.failure}")], "slowest": 0.0}


def bomb(name: str) -> tuple[str, float]:
    """Return what becomes of one bomb in the whole path, in a child with 4 GiB, and the seconds."""
    text = dict(bombs())[name]
    done = limited_child.run(lambda: print(json.dumps(outcome(optimising, text))), 60, 4 << 30)
    said, seconds = json.loads(done.output) if not done.failure else (f"WRONG {done.failure}", 60.0)
    return said, seconds


def run(family: str, mutants: int, first: int = 0, jobs: int = 2, with_bombs: bool = False) -> Found:
    """Try so many mutants of a family's programs, from one number on, and the bombs."""
    rows, wrong, counts, slowest = list[tuple[object, ...]](), list[str](), Counter[str](), 0.0
    starts = range(first, first + mutants, BATCH)
    sizes = [min(BATCH, first + mutants - start) for start in starts]
    names = [name for name, _ in bombs()] if with_bombs else []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:  # no engine, and no thread, was there before
        for name, (said, seconds) in zip(names, pool.map(bomb, names), strict=True):
            rows.append((f"bomb: {name}", said.split(":")[0], 1, f"{seconds:.2f}"))
            wrong += [f"bomb: {name}: {said}"] * said.startswith("WRONG")
        for size, found in zip(sizes, pool.map(bounded, starts, sizes, [family] * len(sizes)), strict=True):
            counts.update(found["counts"])
            wrong += [f"mutant {number}: {what}" for number, what in found["wrong"]]
            slowest = max(slowest, found["slowest"])
            print(f"{size} more mutants, {len(wrong)} wrong, slowest {slowest:.2f} s", file=sys.stderr, flush=True)
    rows += [("mutants", what, n, "") for what, n in sorted(counts.items())]
    rows.append(("mutants", "slowest", "", f"{slowest:.2f}"))
    return Found(("input", "outcome", "count", "seconds"), rows, wrong, f"mutants from number {first}")


SWEEPS = (
    Sweep("fuzz.layout", partial(run, "layout", mutants=100_000, with_bombs=True), ("egglog",)),
    Sweep("fuzz.region", partial(run, "region", mutants=3_000), ("egglog",)),
    Sweep("fuzz.pointer", partial(run, "pointer", mutants=1_500), ("egglog",)),
)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
