"""Does the checker accept what passes of Triton and MLIR make of a folder of programs, and what a plain reprint makes of them?

    python -m benchmarks.trust.triton_tests.passes FOLDER --write

Every file below FOLDER is split at `// -----`. Each module with layouts and a function that Triton parses goes through each of the
passes in a child process. Then `check(input, output)` decides; where the answer is no proof, sums may change their order, too.
A reprint is Triton's own, and the generic form of its text. FOLDER is Triton's folder of tests, or any other.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.api import check_texts
from egraph_opt.baseline.libtriton import Task, ask
from egraph_opt.errors import EgraphOptError
from egraph_opt.text import read, write
from egraph_opt.text.files import split

KINDS: dict[str, Task] = {
    "reprint": "accept",
    "remove-layout-conversions": "remove-layouts",
    "canonicalize": "canonicalize",
    "cse": "cse",
    "canonicalize, cse": "canonicalize-cse",
}
GENERIC = "reprint, generic form"
LAYOUTS = ("#ttg.", "#ttng.", "#amdg.", "#blocked")
BATCH = 100
"""Number of programs for one child process."""
OUTCOMES = ("equal", "equal with reordered sums", "not proved", "different", "unread")


class Pair(NamedTuple):
    """A module and what became of it."""

    name: str
    kind: str
    before: str
    after: str


def programs(folder: Path) -> dict[str, str]:
    """Return the modules with layouts in a folder, by file and line."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.mlir")):
        for text, line in split(path.read_text()):
            if any(word in text for word in LAYOUTS):
                found[f"{path.relative_to(folder)}:{line}"] = text
    return found


def pairs(folder: Path) -> Iterator[Pair]:
    """Yield each module with functions that Triton parses, with each of its forms."""
    inputs = programs(folder)
    names = list(inputs)
    answered = zip(names, answers("accept", list(inputs.values())), strict=True)
    parsed = {name: text for name, text in answered if text is not None and "func" in text}
    for kind, task in KINDS.items():
        made = list(parsed.values()) if task == "accept" else answers(task, [inputs[name] for name in parsed])
        for name, text in zip(parsed, made, strict=True):
            if text is not None:
                yield Pair(name, kind, inputs[name], text)
    for name, text in parsed.items():
        try:
            yield Pair(name, GENERIC, inputs[name], write(read(text), "generic"))
        except EgraphOptError:
            yield Pair(name, GENERIC, inputs[name], text)


def answers(task: Task, texts: Sequence[str]) -> list[str | None]:
    """Return what Triton makes of each text, or None where it refuses or ends."""
    found: list[str | None] = []
    for start in range(0, len(texts), BATCH):
        found += [answer.text for answer in ask(task, texts[start : start + BATCH])]
    return found


def decided(pair: Pair) -> tuple[str, str]:
    """Return the outcome for a pair, and the reason if it is not proved."""
    try:
        verdict = check_texts((pair.before, pair.name), (pair.after, "after.mlir"), strict=False)
    except EgraphOptError as error:
        return "unread", str(error).splitlines()[0].partition("error: ")[2].partition(" with type ")[0]
    if verdict.equal:
        return (
            ("equal with reordered sums", ", ".join(sorted({each.name for each in verdict.excused})))
            if verdict.excused
            else ("equal", "")
        )
    different = verdict.outcome.value == "different"
    return "different" if different else "not proved", " ".join(str(verdict).split())


def run(folder: Path) -> Found:
    """Check each pair; rows that begin with `#` are pairs that are not proved."""
    counts, wrong = Counter[tuple[str, str]](), list[str]()
    others: list[tuple[object, ...]] = []
    for pair in pairs(folder):
        outcome, reason = decided(pair)
        counts[pair.kind, outcome] += 1
        if outcome not in OUTCOMES[:2]:
            others.append(("#", pair.kind, outcome, pair.name, reason))
        if outcome == "different":
            wrong.append(f"{pair.name}, {pair.kind}: {reason}")
    rows = [(kind, sum(counts[kind, o] for o in OUTCOMES), *(counts[kind, o] for o in OUTCOMES)) for kind in (*KINDS, GENERIC)]
    return Found(("kind", "pairs", *OUTCOMES), [*rows, *others], wrong)


OF_FOLDER = Sweep("passes", run, ("triton",))


if __name__ == "__main__":
    sys.exit(command(OF_FOLDER))
