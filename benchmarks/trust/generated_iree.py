"""Random tensor and vector programs through the optimiser; what IREE makes of input and output; tensor programs are run by IREE.

    python -m benchmarks.trust.generated_iree [--tensor 200] [--dynamic 100] [--vector 200] [--write]

A tensor program's output must be taken by IREE, compute what numpy says, and cost no more in IREE's own schedule than the input, under each
cost model in turn. A vector program's output must be taken, be proved equal, and cost no more by IREE's own passes.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.vector.iree_analysis import conversion_counts
from egraph_opt.families.vector.options import VectorOptions
from tests.region import dynamic as region_dynamic
from tests.region import programs as region_programs
from tests.support.iree_tensors import of_tensors
from tests.vector import programs as vector_programs

MODELS = {
    "tensor": ("dispatches", "bytes", "latency", "latency:streams=4"),
    "dynamic": ("dispatches", "bytes", "latency", "latency:streams=4"),
    "vector": ("shared_bytes",),
}
STRATEGIES: dict[str, st.SearchStrategy[Any]] = {
    "tensor": region_programs.programs(),
    "dynamic": region_dynamic.programs(),
    "vector": vector_programs.programs(),
}


def drawn(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """The same programs each time."""
    found: list[Any] = []

    @settings(
        max_examples=count,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(program: Any) -> None:
        found.append(program)

    collect()
    return found


def of_vectors(text: str, model: str) -> str:
    """Check a program like `of_tensors`."""
    result = optimize_text(text, "random", VectorOptions(model))
    if result.remarks:
        return f"wrong: {result.remarks[0]}"
    before, after = (conversion_counts(ir)["f"].shared_bytes for ir in (text, result.ir))
    return f"wrong: {before} B became {after} B" if after > before else "better" if after < before else "same"


def run(tensor: int = 200, dynamic: int = 100, vector: int = 200) -> Found:
    """Check so many programs of each kind, each under the next cost model."""
    counts, seconds, wrong = Counter[tuple[str, str, str]](), dict[str, float](), list[str]()
    for kind, programs in (("tensor", tensor), ("dynamic", dynamic), ("vector", vector)):
        started = time.perf_counter()
        for number, program in enumerate(drawn(STRATEGIES[kind], programs)):
            model = MODELS[kind][number % len(MODELS[kind])]
            try:
                verdict = of_vectors(program, model) if kind == "vector" else of_tensors(program, model)
            except Exception as error:
                verdict = f"wrong: {type(error).__name__}: {error}"
            counts[kind, model, verdict.partition(":")[0]] += 1
            if verdict.startswith("wrong"):
                wrong.append(f"{kind} {number} under {model}: {verdict}\n{program if kind == 'vector' else program.text}")
        seconds[kind] = time.perf_counter() - started
    verdicts = ("better", "same", "corrected", "wrong")
    found = {key[:2]: [counts[*key[:2], verdict] for verdict in verdicts] for key in counts}
    rows = [(f"{kind}, {model}", sum(numbers), *numbers) for (kind, model), numbers in found.items()]
    note = f"llvm-cpu; {', '.join(f'{kind} {time:.0f} s' for kind, time in seconds.items())}"
    return Found(("setting", "programs", *verdicts), rows, wrong, note)


SWEEPS = (Sweep("generated.IREE", run, ("iree-base-compiler",)),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
