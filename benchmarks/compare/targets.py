"""Counts of the machine code of every kernel for other processors, Triton's and with the plug-in: `python -m benchmarks.compare.targets`.

Needs no GPU. Each kernel of the corpus goes from TTIR through Triton's whole pipeline for each target, as it is and with the plug-in as it
comes. On NVIDIA the plug-in looks at the machine code, on AMD at modelled costs alone. Writes `benchmarks/results/targets.tsv`. These are
counts of the code as it lies there; nothing is said of times.
"""

from __future__ import annotations

import argparse
import datetime
import math
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.paths import CORPUS, RESULTS

TARGETS = ("cuda:100", "hip:gfx942", "hip:gfx950")
MEASURES = ("registers", "spilled", "shared", "barriers", "instructions", "path")
"""Of a thread: registers (AMD: vector registers) and bytes on the stack; of a program instance: bytes of shared memory; of the code:
barriers and all instructions; cycles of a warp through it, on NVIDIA alone."""
COLUMNS = ("kernel", "target", "outcome", *(f"{side}_{measure}" for measure in MEASURES for side in ("triton", "ours")), "error")
_WARPS = re.compile(r'"ttg.num-warps" = (\d+)')
_AMD = {"registers": r"\.vgpr_count:\s+(\d+)", "spilled": r"\.private_segment_fixed_size:\s+(\d+)"}
Counts = dict[str, float]


def of_nvidia(kernel: Any) -> Counts:
    """What the machine code of a compiled kernel takes."""
    from egraph_opt.machine.sass import read
    from egraph_opt.triton.launches.versions import use

    taken, code = use(kernel), read(kernel.kernel).instructions
    names = Counter(i.name for i in code)
    return {
        "registers": taken.registers, "spilled": taken.spilled, "shared": taken.shared, "barriers": names["BAR"],
        "instructions": len(code) - names["NOP"], "path": taken.path,
    }  # fmt: skip


def of_amd(kernel: Any) -> Counts:
    """The same of a kernel for AMD, from its assembly. A stack holds what is spilled."""
    text = kernel.asm["amdgcn"]
    body = text[text.index(f"\n{kernel.metadata.name}:") : text.index(".amdhsa_kernel")]
    names = re.findall(r"^\t([a-z]\w+)(?:\s|$)", body, re.M)
    said = {measure: float(re.findall(pattern, text)[-1]) for measure, pattern in _AMD.items()}
    barriers = sum(name.startswith("s_barrier") for name in names)
    return {**said, "shared": kernel.metadata.shared, "barriers": barriers, "instructions": len(names), "path": math.nan}


def row(job: tuple[Path, str]) -> list[str]:
    """One kernel on one target."""
    path, target = job
    start = [path.name, target]
    try:
        outcome, sides = compiled(path, target)
    except (RuntimeError, ValueError, KeyError, IndexError, ImportError) as error:
        return [*start, "", *[""] * (2 * len(MEASURES)), f"{type(error).__name__}: {' '.join(str(error).split())[:120]}"]
    counts = [sides[side][measure] for measure in MEASURES for side in (0, 1)]
    return [*start, outcome, *("" if math.isnan(count) else f"{count:.0f}" for count in counts), ""]


def compiled(path: Path, target: str) -> tuple[str, tuple[Counts, Counts]]:
    """What became of a kernel, and its counts without the plug-in and with it."""
    import triton

    import egraph_opt.triton as plugin
    from egraph_opt.triton.capture.fake import driver, target_of

    (warps,) = set(_WARPS.findall((path / "rlc3.before.ttgir").read_text()))
    of = of_amd if target.startswith("hip:") else of_nvidia
    sides = []
    with tempfile.TemporaryDirectory() as folder, driver(target_of(target)):
        os.environ["TRITON_CACHE_DIR"] = folder
        for enabled in (False, True):
            with plugin.enabled(rewrite=enabled, progress=False):
                before = len(plugin.report().kernels)
                kernel = triton.compile(str(path / "input.ttir"), target=target_of(target), options={"num_warps": int(warps)})
                said = plugin.report().kernels[before:]
            sides.append(of(kernel))
    return (said[-1].outcome if said else "kept"), (sides[0], sides[1])


def summary(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """What the rows of each target come to."""
    for target in TARGETS:
        found = [dict(zip(COLUMNS, each, strict=True)) for each in rows if each[1] == target]
        good = [each for each in found if not each["error"]]
        changed = [each for each in good if each["outcome"] == "changed"]
        sums = []
        for measure in MEASURES:
            sides = [sum(float(each[f"{side}_{measure}"] or 0) for each in changed) for side in ("triton", "ours")]
            sums += [f"{measure} {sides[0]:.0f} to {sides[1]:.0f}"] if sides[0] else []
        more = sum(float(each["ours_spilled"]) > float(each["triton_spilled"]) for each in changed)
        compile = f"{target}: {len(good)} of {len(found)} kernels compile, {len(changed)} changed"
        yield f"{compile}; of these, sums: {', '.join(sums)}; {more} use more of the stack"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", default="*", help="a pattern of names")
    parser.add_argument("--every", type=int, default=1, help="take one kernel of so many")
    parser.add_argument("--targets", nargs="+", default=TARGETS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    paths = sorted(path.parent for path in (CORPUS / "kernels").glob(f"{arguments.kernels}/input.ttir"))[:: arguments.every]
    jobs = [(path, target) for target in arguments.targets for path in paths]
    with ProcessPoolExecutor(arguments.jobs, get_context("spawn")) as pool:
        rows = list(pool.map(row, jobs))
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "triton"))
    said = [f"{datetime.date.today()}; {versions}; counts of machine code, no times", *summary(rows)]
    lines = [*(f"# {line}" for line in said), *("\t".join(each) for each in (COLUMNS, *rows))]
    (arguments.results / "targets.tsv").write_text("\n".join(lines) + "\n")
    print(*said, sep="\n")


if __name__ == "__main__":
    main()
