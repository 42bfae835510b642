"""More programs of replayed kernels to be timed: `python -m benchmarks.gpu.replay_programs CORPUS PYTHON BINARIES KEYS`.

For each kernel of the corpus whose key begins with one in the file KEYS, writes beside the binaries of `egraph-opt replay --binaries`:

* what `enable(tune=True)` times (`timed NAME`): what is found with other settings, and Triton's program and ours with other registers;
* what `enable(local_waits=True)` launches, where that is another program (`ours with local waits`).

PYTHON has the last of the replayed versions of Triton.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.gpu.replay import TIMED, WAITS
from egraph_opt.apps.replay.compiler_process import ProcessCompiler
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel, kernels
from egraph_opt.apps.replay.kernel_metrics import MissingMeasurement, measure_answer
from egraph_opt.apps.replay.kernel_replay import compiled_first, pack_launch
from egraph_opt.apps.replay.optimized_program import OtherVersion, ours
from egraph_opt.machine.prediction import processor_of
from egraph_opt.process.atomic_write import write_whole
from egraph_opt.triton.choice.kernel_search import improve
from egraph_opt.triton.compile.register_limits import allotments
from egraph_opt.triton.compile.sched4reg import has_schedules
from egraph_opt.triton.launches.timed_choice import variants
from egraph_opt.triton.state.settings import Settings

Answer = Mapping[str, Any]


def programs(compiler: ProcessCompiler, kernel: CorpusKernel) -> Iterator[tuple[str, Answer]]:
    """Yield more programs of a kernel, by name."""
    processor, own = processor_of(kernel.target), compiled_first(compiler, kernel)
    if processor is None or "error" in own:
        return

    def compiled(text: str) -> Answer:
        return compiler.ask(kind="ttgir", text=text, target=kernel.target, options=dict(kernel.options))

    default = ours(compiler, kernel, own, Settings()).answer
    bases = {"plain": own, "model": default} if default["binary"] != own["binary"] else {"plain": own}
    for name, answer in bases.items():
        use = measure_answer(answer, kernel).use
        texts = allotments(answer["ttgir"], use, processor, has_schedules(answer["metadata"]))
        for kind, text in texts.items():
            yield f"{TIMED}{name}_{kind}", compiled(text)
    there = OtherVersion(compiler, kernel, Settings(), own["metadata"])
    for name, settings in variants(Settings()).items():
        found = improve(own["ttgir"], own["ttgir"], settings, there)
        if found.text is not None:
            yield f"{TIMED}{name}", compiled(found.text)
    waits = ours(compiler, kernel, own, Settings(local_waits=True)).answer
    if waits["binary"] != default["binary"]:
        yield WAITS, waits


def main(corpus: Path, python: str, binaries: Path, keys: Path) -> None:
    """Write the programs of all kernels that are asked for."""
    wanted = tuple(keys.read_text().split())
    compiler = ProcessCompiler(python, 300.0, 16 << 30)
    try:
        for kernel in kernels([corpus]):
            if isinstance(kernel, CorpusKernel) and kernel.key.startswith(wanted):
                try:
                    for name, answer in programs(compiler, kernel):
                        if "binary" in answer:
                            write_whole(binaries / f"{kernel.key[:16]}.{name}.xz", pack_launch(answer))
                except MissingMeasurement as error:
                    print(f"{kernel.name}: {error}")
    finally:
        compiler.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
