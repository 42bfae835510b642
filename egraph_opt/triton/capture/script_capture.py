"""Capture of the kernels that a script launches, without a GPU: the IR around each run of RemoveLayoutConversions, and the launches."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egraph_opt.triton.capture import kernel_folder
from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.capture.launch_recorder import CapturedKernel, record_launches
from egraph_opt.triton.compile.ttgir_stage import Around, run_in_parts


@dataclass(frozen=True, slots=True)
class CaptureResult:
    """Result of a capture: folders written, (kernel, error) pairs of failed compilations, and the script's error if it failed."""

    folders: tuple[Path, ...]
    failures: tuple[tuple[str, str], ...] = ()
    script_error: str = ""


def capture(
    script: str | Path,
    output: str | Path,
    target: str = "cuda:90",
    arguments: Sequence[str] = (),
    every_configuration: bool = False,
) -> CaptureResult:
    """Run a script with a fake GPU, and write one folder into `output` for each kernel that it launches.

    A folder has `input.ttir`, and `rlcN.before.ttgir` and `rlcN.after.ttgir` for the Nth run of RemoveLayoutConversions.
    `final.ttgir` is the program at the end of the stage `ttgir`, without source locations. `kernel.json` has name, signature,
    constants, options, grids and arguments. `source.py` is written if the kernel's source is self-contained.

    No kernel runs, so values that the script computes from results are meaningless. If the script fails, kernels launched before
    the failure are still written.

    Raises:
        ImportError: Triton is not installed.
        OSError: the script cannot be read, or the output cannot be written.
        ValueError: `target` is not a name such as `cuda:90` or `hip:gfx942`.
    """
    gpu, output = target_of(target), Path(output)
    kernels, error = launch_script(Path(script), gpu, arguments, every_configuration)
    output.mkdir(parents=True, exist_ok=True)
    folders, failures = [], []
    for kernel in kernels:
        try:
            files = files_of(kernel, target, programs(kernel, gpu))
        except Exception as raised:
            failures.append((kernel.name, f"{type(raised).__name__}: {raised}"))
            continue
        place = _free(output, kernel.name)
        place.mkdir()
        for name, text in files.items():
            (place / name).write_text(text)
        folders.append(place)
    return CaptureResult(tuple(folders), tuple(failures), error)


def launch_script(
    script: Path,
    target: Any,
    arguments: Sequence[str] = (),
    every_configuration: bool = False,
) -> tuple[list[CapturedKernel], str]:
    """Return the kernels that a script launches on a fake GPU, and the script's error message, empty if it succeeded.

    `every_configuration` as for `record_launches`.

    Raises:
        OSError: the script cannot be read.
    """
    script.read_bytes()
    error = ""
    with _argv(script, arguments), record_launches(target, every_configuration) as kernels:
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit as ended:
            error = f"it ended with {ended.code!r}" if ended.code not in (None, 0) else ""
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
    return kernels, error


def programs(kernel: CapturedKernel, target: Any) -> dict[str, str]:
    """Return a kernel's TTIR, and its TTGIR before and after each run of RemoveLayoutConversions, by file name."""
    files: dict[str, str] = {}
    ttir, final = compile_kernel(kernel, target, note_runs(files))
    return {kernel_folder.PROGRAM: ttir, **files, "final.ttgir": final}


def note_runs(files: dict[str, str]) -> Around:
    """Return what enters the TTGIR before and after each run of RemoveLayoutConversions into `files`, by file name."""

    def around(run: Callable[[], None], module: Any, last: bool) -> Any:
        number = len(files) // 2 + 1
        files[f"rlc{number}.before.ttgir"] = module.str_nodebug()
        run()
        files[f"rlc{number}.after.ttgir"] = module.str_nodebug()
        return module

    return around


def compile_kernel(kernel: CapturedKernel, target: Any, around: Around) -> tuple[str, str]:
    """Return a kernel's TTIR, and its TTGIR at the end of the stage `ttgir`. `around` is called at each run of RemoveLayoutConversions."""
    from triton import knobs
    from triton._C.libtriton import ir
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend

    backend = make_backend(target)
    source = ASTSource(kernel.function, kernel.signature, kernel.constants, kernel.attributes)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    stages: dict[str, Any] = {}
    hook, knobs.runtime.add_stages_inspection_hook = knobs.runtime.add_stages_inspection_hook, None
    try:
        backend.add_stages(stages, kernel.options, source.language)
    finally:
        knobs.runtime.add_stages_inspection_hook = hook
    metadata: dict[str, Any] = {}
    implementation, modules = backend.get_codegen_implementation(kernel.options), backend.get_module_map()
    module = stages["ttir"](source.make_ir(target, kernel.options, implementation, modules, context), metadata)
    ttir = module.str_nodebug()
    return ttir, run_in_parts(backend, stages["ttgir"], module, metadata, around).str_nodebug()


def files_of(kernel: CapturedKernel, target: str, files: dict[str, str]) -> dict[str, str]:
    """Return the contents of all files in a kernel's folder, given the IR files."""
    options = vars(kernel.options)
    found = kernel_folder.record(kernel.function, kernel.signature, kernel.constants, kernel.attributes, options, target)
    found["launches"] = [{"grid": grid, "arguments": arguments} for grid, arguments in kernel.launches]
    return {**files, **kernel_folder.files_of(found, files[kernel_folder.PROGRAM], kernel.function)}


def _free(output: Path, name: str) -> Path:
    place, number = output / name, 1
    while place.exists():
        number += 1
        place = output / f"{name}__{number}"
    return place


@contextmanager
def _argv(script: Path, arguments: Sequence[str]) -> Iterator[None]:
    before = sys.argv, sys.path[:]
    sys.argv = [str(script), *arguments]
    sys.path.insert(0, str(script.parent.resolve()))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = before
