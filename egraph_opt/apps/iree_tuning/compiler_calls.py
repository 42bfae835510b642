"""Call of IREE's compiler with a program and flags chosen by measured time.

On any failure, the compiler is called with the original arguments.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.flag_search import FlagChoice, measurement_line, tune
from egraph_opt.apps.iree_tuning.split_constants import read_source
from egraph_opt.apps.iree_tuning.timed_programs import choices, rewriting
from egraph_opt.errors import EgraphOptError, Unsupported
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import InputError
from egraph_opt.iree.compiler import IreeBackend
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import IreeError, call
from egraph_opt.process.module_child import scratch
from egraph_opt.text.program_input import check_text

logger = logging.getLogger("egraph_opt")

SECONDS = 120.0
"""CPU time in seconds after which no further program is timed."""
CPU = ("llvm-cpu", "vmvx")


@dataclass(frozen=True)
class Call:
    """Arguments for iree-compile, and a remark with the reason for them."""

    arguments: tuple[str, ...]
    remark: str
    tuned: FlagChoice | None = None


@contextmanager
def better_call(arguments: Sequence[str], seconds: float = SECONDS, run_flags: Sequence[str] = ()) -> Iterator[Call]:
    """Yield a call of iree-compile with a faster program or flags, or the original call if no faster one is found.

    The call's files exist until the end of the context.

    Args:
        arguments: arguments for iree-compile.
        seconds: CPU time of IREE's tools after which no further program is timed.
        run_flags: flags for IREE's runtime tools, such as `--parameters=model=weights.irpa`, for timing.
    """
    with scratch() as folder:
        try:
            found = _better(tuple(arguments), seconds, tuple(run_flags), Path(folder))
        except InputError:
            found = Call(tuple(arguments), "left unchanged: the program cannot be read")  # iree-compile reports the error
        except (EgraphOptError, OSError) as error:
            found = Call(tuple(arguments), f"left unchanged: {error}")
        yield found


def iree_compile(
    source: str | Path,
    flags: Sequence[str],
    *,
    output: str | Path | None = None,
    seconds: float = SECONDS,
    run_flags: Sequence[str] = (),
) -> bytes:
    """Implement `egraph_opt.iree_compile`."""
    with scratch() as folder:
        given, made = Path(folder, "given.mlir"), Path(output or Path(folder, "made.vmfb"))
        if isinstance(source, str):
            check_text(source)
            given.write_text(source)
        asked = (*flags, str(source if isinstance(source, Path) else given), "-o", str(made))
        with better_call(asked, seconds, run_flags) as found:
            logger.info("iree-compile: %s", found.remark)
            try:
                call("iree-compile", *found.arguments)
            except IreeError:
                if found.arguments == asked:
                    raise
                call("iree-compile", *asked)
        return made.read_bytes()


def _better(arguments: tuple[str, ...], seconds: float, run_flags: tuple[str, ...], folder: Path) -> Call:
    path, flags = split(arguments)
    source = read_source(path)
    module = read_any(source.program, str(path))
    target = IreeBackend("llvm-cpu", flags, exact=True)
    bench = Bench(module, source.program, folder, 1024, given=run_flags, source=source)
    whole = source.start == path.stat().st_size  # otherwise IREE would form dispatches without the contents of constants
    others = choices(module, source.program, RegionOptions())
    found = tune(bench, others, target, seconds, rewritten=rewriting(RegionOptions()) if whole else None)
    chosen = [flag for flag in found.target.flags if flag not in flags]
    count = len(found.form.chosen)
    changed = found.form.module is not module
    if not chosen and not count and not changed:
        tried = f"{found.tried} program{'s' * (found.tried != 1)}"
        return Call(arguments, f"left unchanged: nothing faster in {tried}{f' ({found.missed})' if found.missed else ''}", found)
    given = path
    if count or changed:
        given = folder / "chosen.mlir"
        source.write(found.form.text, given)
    new = tuple(str(given) if argument == str(path) else argument for argument in arguments)
    held = f"{count} computation{'s' * (count != 1)} held in a dispatch" if count else ""
    how = [held, " ".join(chosen), "rewritten" if changed else ""]
    return Call((*new, *found.form.resume_flags, *chosen), measurement_line(found, how), found)


def split(arguments: Sequence[str]) -> tuple[Path, tuple[str, ...]]:
    """Return the input file in iree-compile's arguments, and the flags without input and output.

    Raises:
        Unsupported: the arguments do not name exactly one existing file, or request partial compilation, or the target does not
            run on this processor.
    """
    flags, files, rest = [], [], iter(arguments)
    for argument in rest:
        if argument == "-o":
            next(rest, "")
        elif not argument.startswith("-") or argument == "-":
            files.append(argument)
        elif not argument.startswith("-o="):
            flags.append(f"-{argument}" if not argument.startswith("--") else argument)
    if len(files) != 1 or files[0] == "-":
        raise Unsupported("no file is named that holds the program")
    if not Path(files[0]).exists():
        raise Unsupported(f"there is no file {files[0]}")
    if stops := [
        flag for flag in flags if flag.startswith(("--compile-to", "--compile-from", "--output-format", "--iree-hal-dump"))
    ]:
        raise Unsupported(f"{stops[0].partition('=')[0]} asks for something else than an executable")
    kinds = ("--iree-hal-target-backends=", "--iree-hal-local-target-device-backends=", "--iree-hal-target-device=")
    named = {value for flag in flags if flag.startswith(kinds) for value in flag.partition("=")[2].split(",")}
    if not named:
        raise Unsupported("no flag names the device that it is compiled for, such as --iree-hal-target-device=local")
    if not named <= {"local", *CPU}:
        raise Unsupported("the program is not compiled for this processor")
    if any(flag.startswith("--iree-llvmcpu-target-triple") for flag in flags):
        raise Unsupported("the program is compiled for another machine")
    return Path(files[0]), tuple(flags)
