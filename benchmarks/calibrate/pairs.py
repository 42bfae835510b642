"""Do cost models predict which of two programs is faster on a GPU? `python -m benchmarks.calibrate.pairs FOLDER [SENSITIVITY]`.

FOLDER holds tables `NAME.tsv` (columns `kernel`, `plain_us_per_step`, and `speedup_VARIANT` for each variant, over the plain program) and
folders `NAME` of programs (`KERNEL.HASH.plain.ttgir`, `KERNEL.HASH.VARIANT.ttgir`; in file names the variant has no underscores). Kernels
with several specialisations are left out: their times are sums. Programs are compiled, for what machine code says. SENSITIVITY is a table
with a column `ratio`: a kernel's time with every conversion three times as dear. The roofline's share is fitted to half of the kernels,
nothing else to any of them. Writes `../results/pairs.tsv`.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from benchmarks.paths import RESULTS
from egraph_opt.cost import Cycles
from egraph_opt.cost.register_pressure import pressure
from egraph_opt.cost.roofline import ResourceLoads, loads
from egraph_opt.cost.target import target
from egraph_opt.machine.prediction import ResourceUse, predict_saving, use_of
from egraph_opt.text import read

from .conversions import order
from .fit import ordered, rank_correlation

TABLE = RESULTS / "pairs.tsv"
LATE = "late"
"""Variants named so place a conversion before its first use, as our own output does; the others after its definition."""
SHARES = [i / 20 for i in range(21)]


class Asked(NamedTuple):
    """Resource demands of a program, the cycles that its spilled registers are expected to cost, and the resource use of its
    machine code."""

    loads: ResourceLoads
    spills: float
    use: ResourceUse


class Pair(NamedTuple):
    kernel: str
    variant: str
    plain: Asked
    changed: Asked
    speedup: float

    @property
    def confirmed(self) -> float:
        """The speed-up that the plug-in goes by, once it has the machine code."""
        costs = cycles(self.plain), cycles(self.changed)
        return 1 / (1 - predict_saving(costs, self.plain.use, self.changed.use, target("sm90")))

    @property
    def fitted(self) -> bool:
        return int(order(self.kernel), 16) % 2 == 0


Gain = Callable[[Pair], float]
"""The speed-up that a model predicts."""
Time = Callable[[Asked], float]


def roofline(share: float) -> Time:
    def time(found: Asked) -> float:
        sides = found.loads.memory, found.loads.on_chip
        return max(sides) + share * min(sides)

    return time


def cycles(found: Asked) -> float:
    return found.loads.memory + found.loads.on_chip


def spilled(found: Asked) -> float:
    """Return what the optimiser goes by: a program is changed only where it saves more than its spills are expected to cost."""
    return cycles(found) + found.spills


def pairs(folder: Path) -> list[Pair]:
    """Every plain program with every other version of it that was timed."""
    found: list[Pair] = []
    for table in sorted(folder.glob("*.tsv")):
        head, *rows = (line.split("\t") for line in table.read_text().splitlines())
        variants = [name for name in head if name.startswith("speedup_")]
        if not variants or not (folder / table.stem).is_dir():
            continue
        names = [row[head.index("kernel")] for row in rows]
        for row in rows:
            kernel = row[head.index("kernel")]
            plain = sorted((folder / table.stem).glob(f"{kernel}.*.plain.ttgir"))
            if names.count(kernel) > 1 or len(plain) != 1:
                continue
            base = asked(plain[0])
            for name in variants:
                variant = name.removeprefix("speedup_").replace("_", "")
                changed = plain[0].with_name(plain[0].name.replace(".plain.", f".{variant}."))
                if changed.exists():
                    found.append(Pair(kernel, variant, base, asked(changed), float(row[head.index(name)])))
    return found


def asked(path: Path) -> Asked:
    module, model = read(path.read_text(), str(path)), Cycles()
    function = module.functions()[0]
    return Asked(
        loads(function, model), model.spills(pressure(function), module.threads()), compiler().submit(used, path).result()
    )


@cache
def compiler() -> ProcessPoolExecutor:
    """A child process, since Triton ends the whole process on some programs."""
    return ProcessPoolExecutor(1, get_context("spawn"))


def used(path: Path) -> ResourceUse:
    """Return what the machine code of a program takes."""
    import triton
    from triton.backends.compiler import GPUTarget

    with tempfile.TemporaryDirectory() as own:
        os.environ["TRITON_CACHE_DIR"] = own
        kernel = triton.compile(str(path), target=GPUTarget("cuda", 90, 32))
    return use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)


def by(time: Time) -> Gain:
    return lambda pair: time(pair.plain) / time(pair.changed)


def error(chosen: Sequence[Pair], gain: Gain) -> float:
    """The mean difference between the logarithms of predicted and measured speed-ups."""
    return sum(abs(math.log(gain(pair) / pair.speedup)) for pair in chosen) / len(chosen)


def judged(chosen: Sequence[Pair], gain: Gain) -> str:
    """Return how many pairs that differ are ordered correctly, and the rank correlation of their speed-ups."""
    right, different, ranks = ordered([(gain(pair), pair.speedup) for pair in chosen])
    return f"{right} of {different} in the right order, rank correlation {ranks:.2f}"


def main(folder: Path, sensitivity: Path | None) -> None:
    found = pairs(folder)
    seen, unseen = ([pair for pair in found if pair.fitted is half] for half in (True, False))
    share = min(SHARES, key=lambda s: error(seen, by(roofline(s))))
    head = [
        f"# {len(found)} pairs of {len({p.kernel for p in found})} kernels; the roofline's share, fitted to half of the kernels: {share}"
    ]
    models = {
        "cycles": by(cycles),
        "cycles and spilled registers": by(spilled),
        "roofline": by(roofline(share)),
        "with machine code": lambda pair: pair.confirmed,
    }
    for name, gain in models.items():
        for what, chosen in (
            ("all kernels", found),
            ("the half not fitted", unseen),
            ("all kernels, placed late", [p for p in found if p.variant.endswith(LATE)]),
            ("the half not fitted, placed late", [p for p in unseen if p.variant.endswith(LATE)]),
        ):
            head.append(f"# {name}, {what}: {judged(chosen, gain)}")
    if sensitivity:
        titles, *rows = (line.split("\t") for line in sensitivity.read_text().splitlines())
        share_of = {row[titles.index("kernel")]: (float(row[titles.index("ratio")]) - 1) / 2 for row in rows}
        plain = {pair.kernel: pair.plain for pair in found if pair.kernel in share_of}
        modelled = [plain[k].loads.conversions / cycles(plain[k]) for k in plain]
        ranks = rank_correlation(modelled, [share_of[k] for k in plain])
        head.append(f"# share of conversions in a kernel's time, {len(plain)} kernels: rank correlation {ranks:.2f}")
    lines = []
    for p in found:
        gains = [f"{gain(p):.3f}" for gain in models.values()]
        lines.append("\t".join([p.kernel, p.variant, f"{p.speedup:.3f}", *gains, p.plain.loads.binding]))
    TABLE.write_text("\n".join([*head, "\t".join(["kernel", "variant", "measured", *models, "binds"]), *lines]) + "\n")
    print("\n".join(head))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
