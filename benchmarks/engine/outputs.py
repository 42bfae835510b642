"""Digests of the outputs of all families for all shipped programs: `python -m benchmarks.engine.outputs` compares them with a table.

A change that should change no output is shown to be one: `--write` before it makes the table `build/outputs.tsv`. Outputs are named by
program and options; those whose bytes differ from the table are listed, and the exit status is 3 where there are any. `--folder` keeps the
outputs themselves, a file each; `--part I/N` takes every N-th output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from benchmarks.paths import CORPUS, ROOT
from egraph_opt import optimize
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer import raise_text

TABLE = ROOT / "build/outputs.tsv"
LAYOUT: dict[str, dict[str, object]] = {
    "cycles": {"cost": "cycles"},
    "converts": {"cost": "converts"},
    "shared_bytes": {"cost": "shared_bytes", "extract": "dag"},
    "moved": {"move_loads": True, "move_stores": True, "read_copies": True, "loads_first": True},
    "free": {"reassociate": True, "read_copies": True, "loads_first": True, "assume_no_alias": True, "min_gain": 0.0},
}
"""Options of the family of layouts that are run on each kernel's last stage; the earlier stages are run with the first."""
TARGETS = ("tts", "block-pointer", "descriptor", "buffer", "pointer")
BUDGET = "2^-12"
"""Bound of the errors that the family of numerics may make."""


def jobs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Each output's name, and how it is made."""
    for path in sorted((CORPUS / "kernels").glob("*/rlc*.before.ttgir")):
        last = path.name.startswith("rlc3")
        for name, options in LAYOUT.items() if last else list(LAYOUT.items())[:1]:
            yield f"{path.parent.name}.{path.name}.{name}", lambda p=path, o=options: optimize(p, **o).ir  # type: ignore[misc]
    for path in sorted((CORPUS / "regions").glob("*.mlir")):
        for cost in ("dispatches", "bytes", "latency", "latency:streams=4"):
            yield f"{path.name}.{cost}", lambda p=path, c=cost: optimize(p, rules="region", cost=c).ir  # type: ignore[misc]
    for path in sorted((CORPUS / "vectors").rglob("*.mlir")):
        for cost in ("shared_bytes", "converts"):
            yield f"{path.name}.{cost}", lambda p=path, c=cost: optimize(p, rules="vector-layout", cost=c).ir  # type: ignore[misc]
    for path in sorted((CORPUS / "kernels").glob("*/input.ttir")):
        name = f"{path.parent.name}.input.ttir"
        for target in TARGETS:
            for version in ("", "loop"):
                any_cost = target == "descriptor"  # wherever they may be made
                yield (
                    f"{name}.{target}.{version or 'derived'}",
                    lambda p=path, t=target, v=version, a=any_cost: raise_text(p.read_text(), p.name, t, v, any_cost=a).ir,  # type: ignore[misc]
                )
        yield f"{name}.algebra", lambda p=path: optimize(p, rules="algebra").ir  # type: ignore[misc]
        yield f"{name}.numerics", lambda p=path: optimize(p, rules="numerics", numerics=BUDGET).ir  # type: ignore[misc]


def output_of(make: Callable[[], str]) -> str:
    """Return an output, or the message of an error."""
    try:
        return make()
    except EgraphOptError as error:
        return f"{error}\n"


def main() -> int:
    """Make the outputs and compare their digests with the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="outputs whose names contain this")
    parser.add_argument("--part", default="0/1", metavar="I/N")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    known = dict(line.split("\t") for line in TABLE.read_text().splitlines()[1:]) if TABLE.exists() else {}
    found: dict[str, str] = {}
    changed = 0
    for number, (name, make) in enumerate(jobs()):
        if given.only not in name or number % parts != part:
            continue
        text = output_of(make)
        found[name] = sha256(text.encode()).hexdigest()[:16]
        if given.folder is not None:
            given.folder.mkdir(parents=True, exist_ok=True)
            (given.folder / name).write_text(text)
        if found[name] != known.get(name):
            changed += 1
            print(f"differs: {name}", flush=True)
    print(f"{len(found)} outputs, {changed} differ from {TABLE.name}")
    if given.write:
        lines = [f"{name}\t{digest}" for name, digest in sorted((known | found).items())]
        TABLE.parent.mkdir(exist_ok=True)
        TABLE.write_text("\n".join(("output\tsha256", *lines)) + "\n")
        return 0
    return 3 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
