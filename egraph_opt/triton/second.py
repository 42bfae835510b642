"""What may become of a kernel where the arrays that it writes to overlap no others: loads pass stores.

In TTGIR they are moved there. And a loop that is proved to run once is said to do so in TTIR: then Triton pipelines the loop around it,
whose loads come before stores of earlier iterations.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from egraph_opt.check import check
from egraph_opt.ir import Op
from egraph_opt.once import with_constant_trips
from egraph_opt.schedule import Arrays, arrays_apart, loads_first
from egraph_opt.text import read, write
from egraph_opt.triton.hook import SHARED_LIMIT, acceptor
from egraph_opt.triton.launch import Program


def seconds(kernel: Any, program: Program, target: str, tested: bool) -> Iterator[tuple[Any, Arrays]]:
    """Compiled kernels that may be launched in a kernel's place, and where. What was tested once need not be again.

    Raises:
        InputError: a program of the kernel's is not understood.
        RuntimeError: a new program is not proved equal, or Triton refuses it.
    """
    if "ttgir" not in kernel.asm:  # the user wants nothing kept but the binary
        return
    room = SHARED_LIMIT.get(target, math.inf)
    single = without_single_loops(kernel.asm["ttir"])
    if single is not None:
        kernel = compiled(single[0], "ttir", kernel, program)
        if kernel.metadata.shared <= room:
            yield kernel, single[1]
    moved = with_loads_past_stores(kernel.asm["ttgir"])
    if moved is not None:
        if not tested and (refusal := acceptor.refusal(moved[0])):
            raise RuntimeError(refusal)
        kernel = compiled(moved[0], "ttgir", kernel, program)
        if kernel.metadata.shared <= room:
            yield kernel, moved[1] if single is None else single[1]


def with_loads_past_stores(text: str) -> tuple[str, Arrays] | None:
    """A program in TTGIR whose loads go first, past stores to other arrays; not where they would pass none."""
    return _changed(text, _past_stores, every=False, no_alias=True)


def without_single_loops(text: str) -> tuple[str, Arrays] | None:
    """A program in TTIR whose loops that run once say so."""
    return _changed(text, with_constant_trips, every=True, once=True)


def _past_stores(function: Op) -> Op:
    first, past = loads_first(function), loads_first(function, no_alias=True)
    return past if [op.name for op in first.walk()] != [op.name for op in past.walk()] else function


def _changed(text: str, change: Callable[[Op], Op], every: bool, **terms: bool) -> tuple[str, Arrays] | None:
    """What a change makes of the one function of a program, and which arrays must be apart; None where it makes nothing."""
    module = read(text)
    functions = module.functions()
    if len(functions) != 1:
        return None
    (function,) = functions
    new = write(module.replace_functions({function: change(function)}))
    if new == write(module) or (arrays := arrays_apart(function, every)) is None or not all(arrays):
        return None
    verdict = check(module, read(new), strict=True, **terms)
    if not verdict.equal:
        raise RuntimeError(str(verdict))
    return new, arrays


def compiled(text: str, language: str, kernel: Any, program: Program) -> Any:
    """A program in TTIR or TTGIR as a compiled kernel with the parameters of another; Triton's cache on disk keeps it."""
    from triton.compiler import CompiledKernel
    from triton.compiler import compile as compile_file

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"program.{language}"
        file.write_text(text)
        made = compile_file(str(file), target=program.target, options=program.options)
    return CompiledKernel(kernel.src, made.metadata_group, made.hash)
