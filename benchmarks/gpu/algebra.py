"""Prepares pairs that tell what tensor algebra does: `python -m benchmarks.gpu.algebra OUT NAME SCRIPT [ARGUMENT ...]`.

As `benchmarks.gpu.pairs.prepare`, with the first configuration of each kernel, and for ours what Triton's pipeline alone makes of the
kernel's TTIR after exact tensor algebra. `python -m benchmarks.gpu.pairs.run` times them and compares their bits.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from triton.backends.compiler import Language
from triton.compiler.compiler import make_backend

from egraph_opt import optimize
from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.capture.launch_recorder import CapturedKernel
from egraph_opt.triton.capture.script_capture import launch_script
from egraph_opt.triton.compile.ttgir_stage import context_for, parse

from .pairs import store
from .pairs.arguments import launch_of
from .pairs.prepare import Launch, configuration, grouped, write_cases
from .pairs.results import OURS, PLAIN
from .pairs.variants import kept, plain

WORK: list[tuple[Path, str, Launch]] = []
"""Work of child processes: they are forked, since kernels cannot be sent."""


def stage(kernel: CapturedKernel, target: Any, ttir: str) -> str:
    """Return what Triton's pipeline makes of a text of TTIR, in TTGIR."""
    backend, stages = make_backend(target), dict[str, Any]()
    backend.add_stages(stages, kernel.options, Language.TRITON)
    return str(stages["ttgir"](parse(ttir, context_for(backend)), {}).str_nodebug())


def case(number: int) -> store.Case | str:
    """Both programs of a kernel, written down; or why there are none."""
    folder, group, (kernel, grid, arguments) = WORK[number]
    target = target_of("cuda:90")
    try:
        passed = launch_of(kernel.signature, arguments)
        ttir, text = plain(kernel, target)
        result = optimize(ttir, rules="algebra")
        if result.ir == ttir:
            return f"{group}: nothing changes"
        programs = {PLAIN: text, OURS: stage(kernel, target, result.ir)}
    except Exception as error:
        return f"{group}: {type(error).__name__}: {str(error)[:200]}"
    return {
        "group": group, "kernel": kernel.name, "module": kernel.function.module, "configuration": configuration(kernel),
        "grid": (*grid, 1, 1)[:3], "arguments": passed, "fusion": bool(kernel.options.enable_fp_fusion),
        **kept(folder, (programs, {})), "seconds": 0.0,
    }  # fmt: skip


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.argument("name")
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("arguments", nargs=-1)
def main(out: Path, name: str, script: Path, arguments: tuple[str, ...]) -> None:
    """Run SCRIPT with ARGUMENTS and write the kernels that change to OUT/NAME.jsonl and OUT/programs."""
    kernels, error = launch_script(script, target_of("cuda:90"), arguments, True)
    if error:
        click.echo(f"{script}: {error}", err=True)
    WORK[:] = [(out, group, launches[0]) for group, launches in grouped(kernels, name)]
    write_cases(out / f"{name}.jsonl", case, range(len(WORK)), 1)


if __name__ == "__main__":
    main()
