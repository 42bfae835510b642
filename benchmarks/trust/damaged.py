"""Programs with one token deleted, doubled or swapped with the next: what Triton's parser refuses is not rewritten.

    python -m benchmarks.trust.damaged --write           # 3,000 mutants
    python -m benchmarks.trust.damaged --mutants 500

Triton's parser and verifier run in a child process. What they refuse, the reader should refuse; what it takes goes through the optimiser
of its family, and must come back as it was.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator

from benchmarks.paths import CORPUS, ROOT
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt import EgraphOptError, optimize
from egraph_opt.baseline.libtriton import ask
from egraph_opt.ir.module import InputError

BATCH = 500
SMALL = 9_000
"""Characters of the longest program that is damaged."""
_TOKEN = re.compile(r'"[^"\n]*"|%[\w#]+|[A-Za-z_!#@^][\w.]*|\d+(?:\.\d+(?:[eE][-+]?\d+)?)?|->|[^\s\w]|\s+')
_PASSED_OVER = re.compile(r"#loc|.*(?://|loc\()", re.DOTALL)
"""Lines, up to a token, in which mistakes mean nothing: comments and locations."""


def programs() -> list[tuple[str, str]]:
    """The smaller kernels at four stages and the tests' programs: names and texts."""
    stages = ("input.ttir", "rlc1.before.ttgir", "rlc3.before.ttgir", "final.ttgir")
    paths = [path for stage in stages for path in sorted((CORPUS / "kernels").glob(f"*/{stage}"))]
    paths += sorted((ROOT / "tests/cases/layout").glob("*.mlir")) + sorted((ROOT / "tests/cases/pointer").glob("*.mlir"))
    return [(str(path.relative_to(ROOT)), text) for path in paths if len(text := path.read_text()) < SMALL]


def damaged(text: str, chance: random.Random) -> tuple[str, str]:
    """Return a description, and a text in which one token is deleted, doubled, or swapped with the next."""
    words = _TOKEN.findall(text)
    places = [i for i, word in enumerate(words) if not word.isspace()]
    while True:
        number = chance.randrange(len(places) - 1)
        at, then = places[number], places[number + 1]
        before = "".join(words[:at]).rpartition("\n")[2]
        if not _PASSED_OVER.match(before + words[at]):
            break
    how = chance.choice(("deleted", "doubled", "swapped"))
    if how == "deleted":
        words[at] = ""
    elif how == "doubled":
        words[at] += words[at] if not (words[at][0].isalnum() or words[at][0] in '%#!"@^_') else f" {words[at]}"
    else:
        words[at], words[then] = words[then], words[at]
    return how, "".join(words)


def made(count: int, first: int) -> Iterator[tuple[int, str, str, str]]:
    """Numbers, names, kinds of damage and damaged texts; of programs that Triton takes."""
    texts = programs()
    chances = {number: random.Random(number) for number in range(first, first + count)}
    chosen = {number: chance.choice(texts) for number, chance in chances.items()}
    whole = sorted(set(chosen.values()))
    taken = {program for program, answer in zip(whole, ask("accept", [text for _, text in whole]), strict=True) if answer.text}
    for number, (name, text) in chosen.items():
        how, broken = damaged(text, chances[number])
        if (name, text) in taken and broken.split() != text.split():
            yield number, name, how, broken


def came_of(text: str, rules: str) -> str:
    """Return the optimiser's outcome for a text: `refused`, `left as it was`, or `rewritten`."""
    try:
        result = optimize(text, rules=rules, **({"work_limit": 1_000_000} if rules == "layout" else {}))
    except (InputError, EgraphOptError):
        return "refused"
    return "left as it was" if result.ir == text else "rewritten"


def run(mutants: int = 3_000, first: int = 0) -> Found:
    """Damage programs; nothing that Triton refuses may be rewritten."""
    counts, wrong = Counter[tuple[str, str, str]](), list[str]()
    cases = list(made(mutants, first))
    for start in range(0, len(cases), BATCH):
        batch = cases[start : start + BATCH]
        for (number, name, how, text), answer in zip(batch, ask("accept", [case[3] for case in batch]), strict=True):
            families = ("algebra", "pointer") if name.endswith(".ttir") or "/pointer/" in name else ("layout",)
            said = [came_of(text, rules) for rules in families] if answer.text is None else ["not asked"]
            worst = next(what for what in ("rewritten", "left as it was", "refused", "not asked") if what in said)
            counts[how, "accepted" if answer.text else "refused", worst] += 1
            if worst == "rewritten":
                wrong.append(f"mutant {number} of {name}, a token {how}: {answer.error}")
        print(f"{start + len(batch)} mutants, {len(wrong)} wrong", file=sys.stderr, flush=True)
    rows = [(f"a token {how}, {by} by Triton", ours, count, "") for (how, by, ours), count in sorted(counts.items())]
    return Found(("input", "outcome", "count", "seconds"), rows, wrong, f"mutants from number {first}")


SWEEPS = (Sweep("fuzz.tokens", run, ("triton", "egglog")),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
