"""A fleet on a corpus of many functions: CPU time, memory, and a run that is killed and resumed beside one that is not.

python -m benchmarks.engine.fleet_corpus FOLDER
python -m benchmarks.engine.fleet run FOLDER OUT --jobs 16 --kill 3     # both runs at once, half of the processes each
python -m benchmarks.engine.fleet report OUT                            # writes benchmarks/results/fleet.tsv

Both runs compute everything (`--no-cache`). One is killed by SIGKILL when it has as many records as chance says, and is started again with
`--resume`. A run that does not end within `--seconds` is interrupted; the report then compares what both have.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.paths import RESULTS, ROOT
from egraph_opt.apps.fleet.records.line_format import constant, line, name_of
from egraph_opt.apps.fleet.records.results import read

TABLE = RESULTS / "fleet.tsv"
ALONE, KILLED = "undisturbed", "killed and resumed"
SAMPLE_SECONDS = 5.0
MIB = 1 << 20


@dataclass
class Watched:
    """Observations of a run.

    Attributes:
        kills: number of records at each kill.
        samples: records, MiB of the main process, MiB of the largest child.
        left: children that were still there ten seconds after a kill.
        ended: the exit code, -1 where there was no time.
        seconds: on the clock.
    """

    kills: list[int] = field(default_factory=list)
    samples: list[tuple[int, int, int]] = field(default_factory=list)
    left: int = 0
    ended: int = -1
    seconds: float = 0.0


def children(process: int) -> list[int]:
    try:
        return [int(pid) for task in Path(f"/proc/{process}/task").iterdir() for pid in (task / "children").read_text().split()]
    except OSError:
        return []


def memory(process: int) -> int:
    """MiB in use by a process."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // MIB
    except (OSError, IndexError):
        return 0


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def run(corpus: Path, file: Path, kills: list[int], jobs: int, deadline: float) -> Watched:
    """Do a run, killed when so many records are there; `deadline` is on the monotonic clock."""
    seen, kills, began = Watched(), list(kills), time.monotonic()
    command = [sys.executable, "-m", "egraph_opt", "opt", str(corpus / "kernels.tar.gz"), str(corpus / "generated.zip")]
    command += ["--extract", "dag", "--no-cache", "--jobs", str(jobs), "--resume", str(file)]
    with file.with_suffix(".log").open("ab") as log:
        while seen.ended < 0 and time.monotonic() < deadline:
            started = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
            last = 0.0
            while started.poll() is None:
                done = lines(file)
                if kills and done > kills[0]:
                    kills.pop(0)
                    seen.kills.append(done)
                    seen.left += kill(started)
                    break
                if time.monotonic() > deadline:
                    started.send_signal(signal.SIGINT)
                    started.wait(30)
                    break
                if time.monotonic() - last >= SAMPLE_SECONDS:
                    last = time.monotonic()
                    seen.samples.append((done, memory(started.pid), max(map(memory, children(started.pid)), default=0)))
                time.sleep(0.25)
            else:
                seen.ended = started.returncode
    seen.seconds = time.monotonic() - began
    return seen


def kill(started: subprocess.Popen[bytes]) -> int:
    """Kill a main process; how many of its children there are ten seconds later. They are told by nobody."""
    there = children(started.pid)
    started.kill()
    started.wait()
    for _ in range(100):
        if not (left := [pid for pid in there if Path(f"/proc/{pid}").exists()]):
            return 0
        time.sleep(0.1)
    return len(left)


def both(corpus: Path, out: Path, kills: list[int], jobs: int, seconds: float) -> None:
    """Do both runs at once, and write what was seen of them."""
    out.mkdir(parents=True, exist_ok=True)
    deadline, seen = time.monotonic() + seconds, {}

    def work(name: str, points: list[int]) -> None:
        seen[name] = run(corpus, out / f"{name.split()[0]}.jsonl", points, jobs // 2, deadline)

    threads = [threading.Thread(target=work, args=each) for each in ((ALONE, []), (KILLED, kills))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    where = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{os.cpu_count()} processors, {platform.system()}",
        "jobs": jobs,
    }
    (out / "seen.json").write_text(json.dumps({**where, "runs": {name: asdict(each) for name, each in seen.items()}}) + "\n")


def held(file: Path) -> tuple[bytes, dict[Any, bytes], list[dict[str, Any]]]:
    """Return what a results file says of its run; each record by its name, without what differs by nature; all records."""
    head, records = read(file)
    found = list(records)
    return line(head.as_dict()), {name_of(each): line(constant(each)) for each in found}, found


def report(out: Path) -> bool:
    """Write the table of two runs; return whether they left the same records, up to their order and what differs by nature."""
    seen = json.loads((out / "seen.json").read_text())
    files = {name: held(out / f"{name.split()[0]}.jsonl") for name in (ALONE, KILLED)}
    rows = ["\t".join(("run", "what", "number", "date", "machine"))]

    def note(name: str, what: str, number: Any) -> None:
        rows.append(f"{name}\t{what}\t{number}\t{seen['date']}\t{seen['machine']}")

    for name, (_, constants, records) in files.items():
        watched, computed = seen["runs"][name], [r["meta"]["cpu"] for r in records if r["meta"]["origin"] == "computed"]
        centiles = statistics.quantiles(computed, n=100)
        note(name, "records", len(records))
        note(name, "functions", len(constants))
        for verdict, count in sorted(Counter(r["verdict"] for r in records).items()):
            note(name, verdict, count)
        note(name, "duplicates", len(records) - len(computed))
        note(name, "processor seconds of a function: median", f"{centiles[49]:.3f}")
        note(name, "processor seconds of a function: 99 %", f"{centiles[98]:.3f}")
        note(name, "processor seconds of a function: most", f"{max(computed):.2f}")
        note(name, "processor seconds: sum", f"{sum(computed):.0f}")
        note(name, "seconds on the clock", f"{watched['seconds']:.0f}")
        note(name, "processes", seen["jobs"] // 2)
        note(name, "killed at records", ", ".join(map(str, watched["kills"])) or "-")
        note(name, "children left after a kill", watched["left"])
        note(name, "exit code", watched["ended"])
        for which, place in (("main process", 1), ("largest child", 2)):
            held_ = [sample[place] for sample in watched["samples"] if sample[0] > 1] or [0]
            quarter = max(1, len(held_) // 4)
            note(name, f"MiB of the {which}: most in the first quarter", max(held_[:quarter]))
            note(name, f"MiB of the {which}: most in the last quarter", max(held_[-quarter:]))
            note(name, f"MiB of the {which}: most", max(held_))
    (head, a, records), (other, b, more) = files[ALONE], files[KILLED]
    common = a.keys() & b.keys()
    different = sorted(name for name in common if a[name] != b[name])
    for name in different[:20]:
        print(f"{name}\n  {a[name]!r:.600}\n  {b[name]!r:.600}")
    note("both", "functions in one only", len(a.keys() ^ b.keys()))
    note("both", "functions in both", len(common))
    note("both", "records that differ", len(different))
    TABLE.write_text("\n".join(rows) + "\n")
    print("\n".join(rows))
    return head == other and len(records) == len(more) == len(a) == len(common) and not different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("run", "report"))
    parser.add_argument(
        "folders", type=Path, nargs="+", help="for a run the corpus and where results go, for a report the latter"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="processes of both runs together")
    parser.add_argument("--kill", type=int, default=3, help="how often the one run is killed")
    parser.add_argument("--functions", type=int, default=10_000, help="how many records there are when it is killed, at most")
    parser.add_argument("--seconds", type=float, default=36_000.0, help="when runs are interrupted")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.what == "report":
        sys.exit(not report(asked.folders[0]))
    kills = sorted(random.Random(asked.seed).sample(range(1, asked.functions), asked.kill))
    corpus, out = asked.folders
    both(corpus, out, kills, asked.jobs, asked.seconds)


if __name__ == "__main__":
    main()
