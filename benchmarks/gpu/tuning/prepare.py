"""Writes down all configurations of kernels that are tuned: `python -m benchmarks.gpu.tuning.prepare OUT NAME SCRIPT [ARGUMENT ...]`.

Runs SCRIPT (one of `benchmarks/corpus/capture`, with the sizes that it takes as arguments) as if there were a GPU. For each kernel and
shape whose own tuner would time 8 to 48 configurations it writes a line for each of them to `OUT/NAME.jsonl`, with the program in TTIR as
Triton makes it. `build` compiles them, and `run` times them; neither needs the packages.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.capture.launch_recorder import CapturedKernel
from egraph_opt.triton.capture.script_capture import launch_script

from ..pairs import store
from ..pairs.arguments import launch_of
from ..pairs.prepare import Group, Launch, configuration, grouped, write_cases

FEWEST, MOST = 8, 48
"""Configurations of a kernel: with fewer there is little to choose, and lists that are longer are few."""

GROUPS: list[tuple[str, Group]] = []
"""Work of child processes: they are forked, since kernels cannot be sent."""


def ttir(kernel: CapturedKernel, target: Any) -> str:
    """A kernel's program after the first stage."""
    from triton._C.libtriton import ir
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend

    backend = make_backend(target)
    source = ASTSource(kernel.function, kernel.signature, kernel.constants, kernel.attributes)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, kernel.options, source.language)
    implementation, modules = backend.get_codegen_implementation(kernel.options), backend.get_module_map()
    module = stages["ttir"](source.make_ir(target, kernel.options, implementation, modules, context), {})
    return str(module.str_nodebug())


def case(folder: Path, group: str, launch: Launch) -> store.Case | str:
    """One configuration, written down; or why it cannot be."""
    kernel, grid, arguments = launch
    try:
        passed = launch_of(kernel.signature, arguments)
        text = ttir(kernel, target_of("cuda:90"))
    except Exception as error:
        return f"{group}: {type(error).__name__}: {' '.join(str(error).split())[:200]}"
    options = {name: value for name, value in vars(kernel.options).items() if isinstance(value, bool | int | float | str)}
    return {
        "group": group,
        "kernel": kernel.name,
        "module": kernel.function.module,
        "configuration": configuration(kernel),
        "grid": (*grid, 1, 1)[:3],
        "arguments": passed,
        "options": options,
        "program": store.put(folder, text),
    }


def _work(job: tuple[Path, int, int]) -> store.Case | str:
    folder, group, member = job
    name, launches = GROUPS[group]
    return case(folder, name, launches[member])


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.argument("name")
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("arguments", nargs=-1)
@click.option("--shapes", default=1, show_default=True, help="Of a kernel, at most so many shapes.")
@click.option("--jobs", default=2, show_default=True, help="Child processes.")
def main(out: Path, name: str, script: Path, arguments: tuple[str, ...], shapes: int, jobs: int) -> None:
    """Run SCRIPT with ARGUMENTS and write what it would tune to OUT/NAME.jsonl and OUT/programs."""
    kernels, error = launch_script(script, target_of("cuda:90"), arguments, True)
    if error:
        click.echo(f"{script}: {error}", err=True)
    groups = [(group, launches) for group, launches in grouped(kernels, name) if FEWEST <= len(launches) <= MOST]
    seen: Counter[str] = Counter()
    for group, launches in groups:
        seen[launches[0][0].name] += 1
        if seen[launches[0][0].name] <= shapes:
            GROUPS.append((group, launches))
    work = [(out, i, j) for i, (_, launches) in enumerate(GROUPS) for j in range(len(launches))]
    click.echo(
        f"{len(kernels)} compilations; {len(GROUPS)} kernels and shapes of {len(groups)}, {len(work)} configurations", err=True
    )
    write_cases(out / f"{name}.jsonl", _work, work, jobs)


if __name__ == "__main__":
    main()
