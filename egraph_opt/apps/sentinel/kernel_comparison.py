"""Comparison, on a GPU, of the results of one captured kernel's programs that are proved equal.

Run as `python -m egraph_opt.apps.sentinel.kernel_comparison`. Each kernel has its own process, since a process cannot use the GPU
after an invalid memory access.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from egraph_opt.apps.replay.compiler_main import choose_options
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel, kernel_of
from egraph_opt.apps.sentinel.comparison.launch_arguments import CannotLaunch, launch_arguments, on_device
from egraph_opt.apps.sentinel.launch_guard import Sentinel
from egraph_opt.errors import reason_of
from egraph_opt.process.module_child import begin, run_module
from egraph_opt.triton.choice.kernel_search import improve
from egraph_opt.triton.choice.parser_process import Acceptor
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.report import Log
from egraph_opt.triton.state.sentinel_findings import Guarded
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import target_name

VERDICTS = {"same": "equal", "different": "different", "crashed": "different", "unstable": "undecided", "skipped": "undecided"}
"""Verdict in a results file, by finding of the sentinel."""


def looked_at(kernel: CorpusKernel, reproducers: Path | None, seconds: float) -> tuple[str, str, dict[str, Any]]:
    """Compare the results of a kernel's programs, which are proved equal, in a child process.

    Args:
        kernel: the captured kernel.
        reproducers: a folder for reproducers of miscompilations, or None.
        seconds: time limit.

    Returns:
        A verdict for a results file, the reason, and the full finding.
    """
    request = json.dumps({"place": kernel.place, "reproducers": reproducers and str(reproducers.resolve())})
    try:
        done = run_module("egraph_opt.apps.sentinel.kernel_comparison", request, seconds)
    except subprocess.TimeoutExpired:
        return "failed", f"it did not end within {seconds:g} s", {}
    try:
        found = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return "failed", f"its process died: {said[-1]}", {}
    return VERDICTS[found["found"]], found["says"], found


def look(kernel: CorpusKernel, reproducers: Path | None) -> Guarded:
    """Compare the results of a kernel's programs, which are proved equal, in this process."""
    from triton.compiler.compiler import make_backend
    from triton.runtime import driver

    if kernel.launch is None or kernel.kind != "ttir":
        return Guarded(kernel.name, "skipped", "no launch of it was captured")
    target = driver.active.get_current_target()
    if target_name(target) != kernel.target:
        return Guarded(kernel.name, "skipped", f"it was captured for {kernel.target}, and this is {target_name(target)}")
    try:
        arguments = on_device(launch_arguments(kernel.record.get("signature", {}), kernel.launch.arguments))
    except CannotLaunch as error:
        return Guarded(kernel.name, "skipped", str(error))
    options = dict(vars(make_backend(target).parse_options(choose_options(dict(kernel.options)))))
    compiled = compile_text(kernel.text, "ttir", target, options)
    plain = compiled.asm["ttgir"]
    ours = SimpleNamespace(asm={"ttgir": improve(plain, plain, Settings().search_settings(), Acceptor()).text or plain})
    program = CompilationInputs(lambda: compiled, {}, "", "", target, options)
    stream = driver.active.get_current_stream(driver.active.get_current_device())
    found = Sentinel(Log(), reproducers).look(compiled, ours, program, arguments, (*kernel.launch.grid, stream))
    return found


def main() -> None:
    """Answer the request on standard input."""
    begin()
    request = json.load(sys.stdin)
    kernel = kernel_of(Path(request["place"]))
    try:
        found = look(kernel, Path(request["reproducers"]) if request["reproducers"] else None)
    except Exception as error:
        found = Guarded(kernel.name, "skipped", reason_of(error))
    says = "; ".join(filter(None, (found.reason, found.agrees)))
    print(json.dumps({**asdict(found), "says": says}))


if __name__ == "__main__":
    main()
