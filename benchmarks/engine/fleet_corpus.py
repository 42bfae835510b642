"""A corpus for a fleet: the kernels of the corpus under several configurations and targets, and generated programs beside them.

    python -m benchmarks.engine.fleet_corpus FOLDER --functions 10000

FOLDER gets `kernels.tar.gz` (TTGIR at each run of Triton's greedy pass, by kernel, target, warps and stages; what Triton cannot compile is
left out and counted) and `generated.zip`, which fills up to the number of functions.
"""

from __future__ import annotations

import argparse
import io
import itertools
import random
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from benchmarks.paths import CORPUS
from egraph_opt.process.worker_pool import Workers
from tests.support.programs import build

HOPPER, AMPERE, CDNA = ("cuda", 90, 32), ("cuda", 80, 32), ("hip", "gfx942", 64)
CONFIGURATIONS = ((HOPPER, 4, 3), (HOPPER, 8, 2), (AMPERE, 4, 3), (CDNA, 4, 2))
"""Targets with warps and stages."""
SECONDS = 60.0


def runs(text: str, target: tuple[str, Any, int], warps: int, stages: int) -> list[str]:
    """A TTIR kernel, compiled: the input of each run of the greedy pass."""
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler.compiler import make_backend

    from egraph_opt.triton.compile.ttgir_stage import context_for, parse, run_in_parts

    backend = make_backend(GPUTarget(*target))
    options = backend.parse_options(
        {"num_warps": warps, "num_stages": stages, "arch": target[1] if target[0] == "hip" else f"sm{target[1]}"}
    )
    found: dict[str, Any] = {}
    backend.add_stages(found, options, Language.TRITON)
    texts: list[str] = []

    def around(run: Any, module: Any, last: bool) -> Any:
        texts.append(module.str_nodebug())
        run()
        return module

    metadata: dict[str, Any] = {}
    run_in_parts(backend, found["ttgir"], found["ttir"](parse(text, context_for(backend)), metadata), metadata, around)
    return texts


def write_kernels(file: Path) -> tuple[int, int]:
    """Write the archive of kernels; how many programs it holds, and how many kernels could not be compiled."""
    workers, written, failed = Workers(), 0, 0
    with tarfile.open(file, "w:gz", compresslevel=6) as archive:
        kernels = sorted((CORPUS / "kernels").glob("*/input.ttir"))
        for path, (target, warps, stages) in itertools.product(kernels, CONFIGURATIONS):
            try:
                answer = workers.call(
                    "benchmarks.engine.fleet_corpus:runs", (path.read_text(), target, warps, stages), {}, SECONDS
                )
            except OSError:
                failed += 1
                continue
            if answer.error is not None:
                failed += 1
                continue
            for number, text in enumerate(answer.value, 1):
                name = f"{path.parent.name}/{target[0]}{target[1]}.warps{warps}.stages{stages}/rlc{number}.before.ttgir"
                member = tarfile.TarInfo(name)
                member.size = len(data := text.encode())
                archive.addfile(member, io.BytesIO(data))
                written += 1
    workers.end()
    return written, failed


def write_generated(file: Path, programs: int) -> None:
    """Write the archive of generated programs."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(programs):
            archive.writestr(f"{number:05}.ttgir", build(random.Random(number).randrange).text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--functions", type=int, default=10_000)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    kernels, failed = write_kernels(asked.folder / "kernels.tar.gz")
    write_generated(asked.folder / "generated.zip", asked.functions - kernels)
    print(f"{kernels} programs of kernels, {failed} compilations failed; {asked.functions - kernels} generated", file=sys.stderr)


if __name__ == "__main__":
    main()
