"""Real and damaged modules through reader, optimiser and checker: a result or a reason in words, and nothing else.

    python -m benchmarks.trust.triton_tests.robustness FOLDER --write
    python -m benchmarks.trust.triton_tests.robustness FOLDER --real 200 --damaged 1000

FOLDER holds `.mlir` files of tests, as `reading` takes them. Damaged modules are made of them and of the corpus: characters, tokens or
lines deleted, doubled, exchanged, or replaced. What is read is compared with itself and goes through the families of its kind (layout; or
pointer with each target, algebra and numerics), and each result through `check`. Wrong are: the name of a Python exception or an internal
failure in any message, an exception that is no input error, and more than five seconds for one family and target.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import egraph_opt
from benchmarks.trust.fuzz import LIMIT, mutant, outcome, seeds
from benchmarks.trust.sweep import Found, Sweep, command
from benchmarks.trust.triton_tests.modules import cases, digest
from egraph_opt.checker import Outcome
from egraph_opt.command import limited_child
from egraph_opt.core.family import kind_of
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer.options import TARGETS
from egraph_opt.ir.module import InputError

BATCH = 100
LARGEST = 20_000
"""Characters of the longest module."""
WORK: dict[str, Any] = {"rules": "layout", "work_limit": 300_000}
TRIALS: dict[str, tuple[dict[str, Any], ...]] = {
    "layout": (WORK,),
    "pointer": (
        *({"rules": "pointer", "target": target} for target in TARGETS),
        *({"rules": family} for family in ("algebra", "numerics")),
    ),
}
"""Options of `optimize` with which a module of each kind is tried."""
LAWS = {"numerics": "algebra"}
"""Family by whose laws a result is checked that its own family does not check."""
LONGEST = LIMIT * (1 + max(map(len, TRIALS.values())))
"""Seconds that all trials of one module may take."""
EXCEPTION = re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b|\bStopIteration\b|\bKeyboardInterrupt\b|internal failure")


def said_of(text: str) -> tuple[str, list[str]]:
    """Return what became of a module, and all messages on the way.

    Raises:
        InputError: it is no program.
    """
    messages, changed = [str(itself := egraph_opt.check(text, text))], False
    if itself.outcome is Outcome.DIFFERENT:
        messages.append("internal failure: a module differs from itself")
    for options in TRIALS.get(kind_of(text, "<sweep>") or "layout", ()):
        started = time.process_time()
        try:
            result = egraph_opt.optimize(text, **options)
            messages += result.remarks
            if result.ir != text:
                changed = True
                messages.append(str(egraph_opt.check(text, result.ir, rules=LAWS.get(options["rules"], options["rules"]))))
        except InputError:
            raise
        except EgraphOptError as error:
            messages.append(str(error))
        if (seconds := time.process_time() - started) > LIMIT:
            messages.append(f"internal failure: {seconds:.1f} s with {options}")
    return "changed" if changed else "as it was", messages


def tried(text: str) -> str:
    """Return what became of a module; what went wrong begins with `WRONG`."""
    try:
        said, messages = said_of(text)
    except InputError as error:
        said, messages = "refused", [str(error).partition("\n")[0]]
    wrong = next((message for message in messages if EXCEPTION.search(message)), "")
    return f"WRONG {wrong[:300]}" if wrong else said


def damage(text: str, chance: random.Random) -> str:
    """Return a module with a mistake in its characters, tokens or lines."""
    kind = chance.randrange(3)
    if kind == 0:
        return mutant(text, chance)
    parts = text.splitlines(keepends=True) if kind == 1 else list(text)
    at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    match chance.randrange(4):
        case 0:
            del parts[at]
        case 1:
            parts.insert(other, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case _:
            parts[at] = parts[other]
    return "".join(parts)


def run_batch(texts: Sequence[str]) -> list[str]:
    """Return what became of some modules, in a child; the death of the child is that of the one at which it died."""
    found: list[str] = []
    while len(found) < len(texts):
        left = texts[len(found) :]
        done = limited_child.run(
            lambda left=left: print(json.dumps([outcome(tried, text, LONGEST)[0] for text in left])), 600, 6 << 30
        )
        if done.failure and len(left) > 1:
            found += [each for text in left for each in run_batch([text])]
        else:
            found += [f"WRONG {done.failure}"] if done.failure else json.loads(done.output)
    return found


def run_all(texts: Sequence[str]) -> list[str]:
    """Return what became of all modules, two batches at a time."""
    starts = range(0, len(texts), BATCH)
    with ThreadPoolExecutor(2) as pool:
        found: list[str] = []
        for batch in pool.map(run_batch, [texts[start : start + BATCH] for start in starts]):
            found += batch
            print(
                f"{len(found)} of {len(texts)}, {sum(each.startswith('WRONG') for each in found)} wrong",
                file=sys.stderr,
                flush=True,
            )
    return found


def run(folder: Path, real: int = 2_000, damaged: int = 10_000, first: int = 0) -> Found:
    """Try so many real modules, and so many damaged ones from one number on."""
    every = [case for case in cases(folder) if len(case.text) <= LARGEST]
    step = max(1, len(every) / max(1, real))
    chosen = [every[int(n * step)] for n in range(min(real, len(every)))]
    whole = [case.text for case in every] + seeds() + seeds("pointer")
    broken = [damage(chance.choice(whole), chance) for chance in map(random.Random, range(first, first + damaged))]
    names = [str(case) for case in chosen] + [f"damaged module {first + n}" for n in range(len(broken))]
    found = run_all([case.text for case in chosen] + broken)
    counts = Counter(
        ("damaged" if n >= len(chosen) else "real", "wrong" if said.startswith("WRONG") else said) for n, said in enumerate(found)
    )
    wrong = [f"{name}: {said}" for name, said in zip(names, found, strict=True) if said.startswith("WRONG")]
    rows = [(*what, count) for what, count in sorted(counts.items())]
    return Found(("modules", "outcome", "count"), rows, wrong, f"modules {digest(every)}")


OF_FOLDER = Sweep("triton_robustness", run)


if __name__ == "__main__":
    sys.exit(command(OF_FOLDER))
