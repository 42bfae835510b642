"""Which kernels become other programs under other cost models: `python -m benchmarks.compare.models --write`.

One row a kernel for which the models do not all choose the same program: for each model a letter for its program, equal letters for equal
programs, and the conversions it holds. Writes `benchmarks/results/MODELS.md`; tests run one kernel of it for every pair of models.
"""

from __future__ import annotations

import argparse
import datetime
import re
from collections.abc import Mapping
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt import optimize
from egraph_opt.cost import MODELS, CostModel

TABLE = RESULTS / "MODELS.md"
STAGE = "rlc3.before"


def kernel(name: str) -> Path:
    """The file of a kernel of the table."""
    return CORPUS / "kernels" / name / f"{STAGE}.ttgir"


def programs(path: Path, models: Mapping[str, CostModel]) -> dict[str, tuple[str, int]]:
    """For each model, the program it chooses as a letter, and the conversions in it."""
    letters: dict[str, str] = {}
    found = {}
    for name, model in models.items():
        result = optimize(path, cost=model, extract="dag")
        letter = letters.setdefault(result.ir, chr(ord("A") + len(letters)))
        found[name] = letter, sum(f.converts_after for f in result.functions)
    return found


def table() -> dict[str, dict[str, str]]:
    """The letters in the table as it is written, by kernel and model."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.read_text().splitlines() if line.startswith("|")
    ]
    models = [cell.strip("`") for cell in rows[0][1:]]
    return {row[0].strip("`"): dict(zip(models, (cell[0] for cell in row[1:]), strict=True)) for row in rows[2:]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/MODELS.md")
    options = parser.parse_args()
    paths = sorted((CORPUS / "kernels").glob(f"*/{STAGE}.ttgir"))
    rows, differ = [], dict.fromkeys(combinations(MODELS, 2), 0)
    for path in paths:
        found = programs(path, MODELS)
        for a, b in differ:
            differ[a, b] += found[a][0] != found[b][0]
        if len({letter for letter, _ in found.values()}) > 1:
            cells = [f"`{path.parent.name}`", *(f"{letter} {converts}" for letter, converts in found.values())]
            rows.append(f"| {' | '.join(cells)} |")
            print(re.sub(r"[|`]", "", rows[-1]), flush=True)
    pairs = [f"- `{a}`, `{b}`: {count}" for (a, b), count in differ.items()]
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "egglog"))
    lines = [
        "# Programs under different cost models",
        "",
        f"{len(paths)} kernels at the input of the third run of the greedy pass, `--extract dag`.",
        "Equal letters are equal programs; numbers are the conversions in them.",
        f"Made by `python -m benchmarks.compare.models --write`, {datetime.date.today()}, {versions}.",
        "",
        f"Kernels that become different programs under two models, of {len(paths)}:",
        "",
        *pairs,
        "",
        f"| kernel | {' | '.join(f'`{name}`' for name in MODELS)} |",
        f"|---|{'---|' * len(MODELS)}",
        *rows,
    ]
    print(*pairs, sep="\n")
    if options.write:
        TABLE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
