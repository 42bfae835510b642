"""Replayed kernels on a GPU: `python -m benchmarks.gpu.replay prepare|run|report`.

    egraph-opt replay CORPUS --with triton==3.6.0 --with triton==3.9.0 --records RECORDS --binaries BINARIES
    python -m benchmarks.gpu.replay prepare CORPUS BINARIES FOLDER
    python -m benchmarks.gpu.replay run FOLDER RESULTS --seconds N     # on the machine with the GPU, which compiles nothing
    python -m benchmarks.gpu.replay report RECORDS FOLDER RESULTS [CHOSEN]     # writes benchmarks/results/gpu_replay.tsv

The machine code of each version is launched through the driver's own functions on arguments like those that were captured. Every program
is timed in each round, and each in turn is the first one (`benchmarks.gpu.pairs.measure`). Versions with the same machine code are timed as
one program. The first version's is timed twice, as two programs: how far these differ is what times are worth.

Where BINARIES also holds programs of `benchmarks.gpu.replay_programs`, CHOSEN are the results of another `run`, which say which of them
tuning takes. How long that takes is then told from RESULTS.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.calibrate.fit import rank_correlation
from benchmarks.gpu.pairs import store
from benchmarks.gpu.pairs.arguments import Unlaunchable, launch_of
from benchmarks.gpu.pairs.run import Worker, versions
from benchmarks.paths import RESULTS

TABLE = RESULTS / "gpu_replay.tsv"
PLAIN = "plain"
"""The variant that others are set beside: the first version's program."""
OURS = "ours"
"""The side that is no version's own program: it comes last."""
AGAIN = "the first again"
"""The first version's program, loaded and timed a second time."""
TIMED = "timed "
"""Beginning of the names of programs that only tuning times."""
WAITS = "ours with local waits"
"""The side of what `enable(local_waits=True)` launches, where that is another program."""
TUNED = "ours, tuned"
"""The side of what `enable(tune=True)` takes."""
NO_VERSIONS = (OURS, AGAIN, TUNED, WAITS)
"""Sides that are no version's own program."""
LIMITS = (301, 300.0)
"""Most rounds of a case, and milliseconds for them."""
WITHIN = 0.02
"""The part of a time within which two programs are called as fast as each other."""
Row = tuple[str, str, str, float, float, float]
"""Kernel, key, side, predicted and measured time as multiples of the first version's, microseconds of that."""
UNKNOWN = {"path": 0.0, "memory": 0.0, "issued": 0.0}
"""Placeholders for figures of the machine code in the cases for timing."""


def prepare(corpus: Path, binaries: Path, folder: Path) -> int:
    """Write a case for each kernel of which there is machine code and a launch that can be made again; return how many."""
    from egraph_opt.apps.replay.kernel_corpus import CorpusKernel, kernels
    from egraph_opt.machine.sass import sections

    cubins = folder / "cubins"
    cubins.mkdir(parents=True, exist_ok=True)
    cases = []
    for kernel in kernels([corpus]):
        if not isinstance(kernel, CorpusKernel) or kernel.launch is None:
            continue
        key = kernel.key[:16]
        sides = {file.name.removeprefix(f"{key}.").removesuffix(".xz"): file for file in binaries.glob(f"{key}.*.xz")}
        if len(sides) < 2:
            continue
        try:
            arguments = launch_of(dict(kernel.record["signature"]), kernel.launch.arguments)
        except Unlaunchable as error:
            print(f"{kernel.name}: {error}")
            continue
        programs: dict[str, str] = {}
        same: dict[Any, str] = {}
        for side, file in sorted(sides.items(), key=lambda each: (not is_version(each[0]), each[0] == OURS, each[0])):
            head, _, code = lzma.decompress(file.read_bytes()).partition(b"\n")
            metadata = {**json.loads(head), **UNKNOWN}
            content = (tuple(sorted(sections(code).items())), metadata["shared"], metadata["num_warps"])
            for name in [side, *([] if programs else [AGAIN])]:
                known = same.setdefault(content, name) if name != AGAIN else name
                programs[name] = f"{key}.{known.replace(' ', '-')}"
                if known == name:
                    packed = lzma.compress(json.dumps(metadata).encode() + b"\n" + code)
                    (cubins / f"{programs[name]}.fused.xz").write_bytes(packed)
        first, own = next(iter(programs.values())), programs[[side for side in programs if is_version(side)][-1]]
        changed = OURS in programs and programs[OURS] != own
        cases.append({
            "group": kernel.name, "kernel": key, "configuration": "", "grid": list(kernel.launch.grid), "arguments": arguments,
            "fusion": True, "programs": {PLAIN: first, **programs}, "limits": LIMITS,
            **({"same": [own, programs[OURS]]} if changed else {}),
        })  # fmt: skip
    cases.sort(key=lambda case: -len(set(case["programs"].values())))
    (folder / "replay.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    return len(cases)


def is_version(side: str) -> bool:
    """Return whether a side is a version's own program."""
    return side not in NO_VERSIONS and not side.startswith(TIMED)


def run(folder: Path, results: Path, seconds: float) -> None:
    """Time all cases, each in a process that may die, and write a line for each as it is done."""
    started = time.monotonic()
    results.mkdir(parents=True, exist_ok=True)
    worker = Worker(folder)
    with (results / "rows.jsonl").open("a") as file:

        def note(row: dict[str, Any]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        note({"versions": versions()})
        for number, case in enumerate(store.cases(folder)):
            if time.monotonic() - started > seconds:
                break
            found = worker.ask(number)
            if found.get("fatal"):
                worker.close()
            note({"kernel": case["kernel"], **found})
            print(f"{time.monotonic() - started:5.0f} s  {case['group']}  {found.get('error', '')}", flush=True)
    worker.close()


def rows(records: Path, folder: Path, results: Path, chosen: Path | None) -> Iterator[Row]:
    """Yield a row for each kernel and side but the first, and but programs that only tuning times."""
    from egraph_opt.apps.fleet.records.results import read

    predicted = {record["result"]["kernel"][:16]: record for record in read(records)[1]}
    cases = {case["kernel"]: case for case in store.cases(folder)}
    before = {} if chosen is None else measured(chosen)
    for line in (results / "rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        if "times" not in row or row["kernel"] not in predicted:
            continue
        programs, times = cases[row["kernel"]]["programs"], row["times"]
        first = times.get(programs[PLAIN])
        for number, (side, name) in enumerate(programs.items()):
            if number > 1 and name in times and first and not side.startswith(TIMED):  # the first two are the first version's
                prediction = 1.0 if side == AGAIN else predicted[row["kernel"]]["costs"]["time"].get(side, math.nan)
                ratio = times[name]["median"] / first["median"]
                yield cases[row["kernel"]]["group"], row["kernel"], side, prediction, ratio, first["median"]
        taken = tuned(programs, before.get(row["kernel"], {}))
        if taken in times and first:
            ratio = times[taken]["median"] / first["median"]
            yield cases[row["kernel"]]["group"], row["kernel"], TUNED, math.nan, ratio, first["median"]


def measured(results: Path) -> dict[str, dict[str, float]]:
    """Return the times of programs, by kernel and program."""
    found = (json.loads(line) for line in (results / "rows.jsonl").read_text().splitlines())
    return {row["kernel"]: {name: each["median"] for name, each in row["times"].items()} for row in found if "times" in row}


def tuned(programs: dict[str, str], times: dict[str, float]) -> str | None:
    """Return the program that tuning takes by these times, of those that it compiles; None if it was not timed."""
    from egraph_opt.triton.launches.timed_choice import GAIN

    own = programs[[side for side in programs if is_version(side)][-1]]
    candidates = {own, *(name for side, name in programs.items() if side == OURS or side.startswith(TIMED))} & times.keys()
    if own not in times or not any(side.startswith(TIMED) for side in programs):
        return None
    return min(sorted(candidates), key=lambda name: times[name] * (1.0 if name == own else 1.0 + GAIN))


def report(records: Path, folder: Path, results: Path, chosen: Path | None = None) -> None:
    """Write the table, and print how predictions and times agree."""
    found = list(rows(records, folder, results, chosen))
    head = json.loads((results / "rows.jsonl").read_text().splitlines()[0])["versions"]
    lines = ["\t".join(("kernel", "key", "side", "predicted", "measured", "microseconds_of_the_first", "device", "date"))]
    for name, key, side, prediction, ratio, us in found:
        told = "" if math.isnan(prediction) else f"{prediction:.4f}"
        lines.append(f"{name}\t{key}\t{side}\t{told}\t{ratio:.4f}\t{us:.2f}\t{head['device']}\t{head['date']}")
    TABLE.write_text("\n".join(lines) + "\n")
    print(f"{len({key for _, key, *_ in found})} kernels, {len(found)} programs; {head}")
    for limit in (0.02, 0.05, 0.10):
        told = [(p, m) for *_, p, m, _ in found if abs(p - 1) > limit]  # what is not predicted is no number
        right = sum((p > 1) == (m > 1) for p, m in told)
        print(f"predicted to differ by more than {limit:.0%}: {len(told)}; the same side of 1 measured: {right}")
        worse = [m for p, m in told if p > 1]
        print(f"  predicted worse: {len(worse)}, of which measured worse by 2 % or more: {sum(m > 1.02 for m in worse)}")
    for side in dict.fromkeys(side for _, _, side, *_ in found):
        ratios = [m for _, _, each, _, m, _ in found if each == side]
        counts = f"{sum(m > 1 + WITHIN for m in ratios)} worse, {sum(m < 1 - WITHIN for m in ratios)} better of {len(ratios)}"
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{side}: {counts}, {mean:.3f} in the mean, {max(ratios):.3f} at worst")
    for what, place, instead in (("predicted", 3, ""), ("measured", 4, ""), ("measured", 4, WAITS), ("measured", 4, TUNED)):
        beside = best(found, place, instead)
        near = sum(ratio <= 1 + WITHIN for ratio in beside)
        side = f"{OURS}, or {instead}," if instead else OURS
        print(
            f"{side} beside the best version, {what}: within {WITHIN:.0%} for {near} of {len(beside)}, {max(beside):.3f} at worst"
        )
    pairs = [(math.log(p), math.log(m)) for *_, p, m, _ in found if not math.isnan(p)]
    print(f"rank correlation of the logarithms: {rank_correlation(*zip(*pairs, strict=True)):.2f}")


def best(found: Sequence[Row], place: int, instead: str = "") -> list[float]:
    """Return for each kernel how long ours takes, as a multiple of the fastest version's own time; `place`: of the time in a row. `instead`
    is a side that is taken for ours where there is one."""
    sides: dict[str, dict[str, float]] = {}
    for row in found:
        sides.setdefault(row[1], {})[row[2]] = row[place]
    return [
        times.get(instead, times[OURS]) / min(1.0, *(time for side, time in times.items() if is_version(side)))
        for times in sides.values()
        if OURS in times
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("prepare", "run", "report"))
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=150.0)
    arguments = parser.parse_args()
    if arguments.step == "prepare":
        print(f"{prepare(*arguments.paths)} kernels prepared")
    elif arguments.step == "run":
        run(*arguments.paths, arguments.seconds)
    else:
        report(*arguments.paths)


if __name__ == "__main__":
    main()
