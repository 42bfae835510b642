"""Outputs of all families for all shipped programs, a file each: `python -m benchmarks.engine.outputs FOLDER [--against OLDER]`.

A change that should change no output is shown to be one: run this before it and after it, and compare. Files are named by program and
options; with `--against`, those whose bytes differ are listed, and the exit status is 3 where there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.paths import CORPUS
from egraph_opt import optimize
from egraph_opt.families.pointer import raise_text

LAYOUT: dict[str, dict[str, object]] = {
    "cycles": {"cost": "cycles"},
    "converts": {"cost": "converts"},
    "shared_bytes": {"cost": "shared_bytes", "extract": "dag"},
    "moved": {"move_loads": True, "move_stores": True, "read_copies": True, "loads_first": True},
    "free": {"reassociate": True, "read_copies": True, "loads_first": True, "assume_no_alias": True, "min_gain": 0.0},
}
"""Options of the family of layouts that are run on each kernel's last stage; the earlier stages are run with the first."""


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
        for target in ("tts", "block-pointer", "descriptor"):
            for version in ("", "loop"):
                name = f"{path.parent.name}.input.ttir.{target}.{version or 'derived'}"
                any_cost = target == "descriptor"  # wherever they may be made
                yield name, lambda p=path, t=target, v=version, a=any_cost: raise_text(p.read_text(), p.name, t, v, any_cost=a).ir  # type: ignore[misc]


def main() -> int:
    """Write the outputs, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path, help="a folder that this command filled before the change")
    parser.add_argument("--only", default="", help="outputs whose names contain this")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    count, changed = 0, []
    for name, make in jobs():
        if arguments.only not in name:
            continue
        try:
            text = make()
        except Exception as error:
            text = f"{type(error).__name__}: {error}\n"
        (arguments.folder / name).write_text(text)
        count += 1
        old = arguments.against and arguments.against / name
        if old and (not old.exists() or old.read_text() != text):
            changed.append(name)
            print(f"differs: {name}", flush=True)
    print(f"{count} outputs, {len(changed)} differ" if arguments.against else f"{count} outputs")
    return 3 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
