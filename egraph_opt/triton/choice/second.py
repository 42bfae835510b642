"""What may become of a kernel where the arrays that it writes to overlap no others: loads pass stores.

In TTGIR they are moved there. And a loop that is proved to run once is said to do so in TTIR: then Triton pipelines the loop around it,
whose loads come before stores of earlier iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.checker import check
from egraph_opt.families.layout.emit.schedule import Arrays, arrays_apart, loads_first
from egraph_opt.ir.module import Op
from egraph_opt.process.fork import guarded
from egraph_opt.process.run import scratch
from egraph_opt.text import read, write
from egraph_opt.triton.choice.accept import Acceptor
from egraph_opt.triton.choice.improve import read_once
from egraph_opt.triton.choice.once import with_constant_trips
from egraph_opt.triton.compile.limits import fits, target_name


class Second(NamedTuple):
    """A program of a kernel's, in TTIR or TTGIR, and the arrays that must be apart where it is launched."""

    text: str
    language: str
    arrays: Arrays


def compiled(second: Second, kernel: Any, target: Any, options: dict[str, Any]) -> Any:
    """The kernel that a program is compiled to, with the parameters of another."""
    from triton.compiler import CompiledKernel

    made = compile_text(second.text, second.language, target, options)
    return CompiledKernel(kernel.src, made.metadata_group, made.hash)


def seconds(kernel: Any, target: Any, options: dict[str, Any], acceptor: Acceptor) -> Iterator[tuple[Second, Any]]:
    """Programs that may be launched in a kernel's place, and what they are compiled to.

    Raises:
        InputError: a program of the kernel's is not understood.
        RuntimeError: a new program is not proved equal, or Triton refuses it.
    """
    if "ttgir" not in kernel.asm:  # the user wants nothing kept but the binary
        return
    name = target_name(target)
    single = without_single_loops(kernel.asm["ttir"])
    if single is not None:
        second = Second(single[0], "ttir", single[1])
        kernel = compiled(second, kernel, target, options)
        if fits(kernel.metadata.shared, name):
            yield second, kernel
    moved = with_loads_past_stores(kernel.asm["ttgir"])
    if moved is not None:
        if refusal := acceptor.refusal(moved[0]):
            raise RuntimeError(refusal)
        second = Second(moved[0], "ttgir", moved[1] if single is None else single[1])
        kernel = compiled(second, kernel, target, options)
        if fits(kernel.metadata.shared, name):
            yield second, kernel


def with_loads_past_stores(text: str) -> tuple[str, Arrays] | None:
    """A program in TTGIR whose loads go first, past stores to other arrays; not where they would pass none."""
    return _changed(text, _past_stores, every=False, no_alias=True) if stores_before_loads(text) else None


def stores_before_loads(text: str) -> bool:
    """Whether a load may have a store to pass, as far as can be told without reading the program."""
    return -1 < text.find("tt.store ") < text.rfind("tt.load ")


@guarded()
def without_single_loops(text: str) -> tuple[str, Arrays] | None:
    """A program in TTIR whose loops that run once say so."""
    return _changed(text, with_constant_trips, every=True, once=True) if may_have_single_loops(text) else None


def may_have_single_loops(text: str) -> bool:
    """Whether a loop of a program in TTIR may be one that runs once, as far as can be told without reading it."""
    return "scf.for" in text and "arith.minsi" in text


def _past_stores(function: Op) -> Op:
    first, past = loads_first(function), loads_first(function, no_alias=True)
    return past if [op.name for op in first.walk()] != [op.name for op in past.walk()] else function


def _changed(
    text: str, change: Callable[[Op], Op], every: bool, no_alias: bool = False, once: bool = False
) -> tuple[str, Arrays] | None:
    """What a change makes of the one function of a program, and which arrays must be apart; None where it makes nothing."""
    module = read_once(text)
    functions = module.functions()
    if len(functions) != 1:
        return None
    (function,) = functions
    new = write(module.replace_functions({function: change(function)}))
    if new == write(module) or (arrays := arrays_apart(function, every)) is None or not all(arrays):
        return None
    verdict = check(module, read(new), no_alias=no_alias, once=once)
    if not verdict.equal:
        raise RuntimeError(str(verdict))
    return new, arrays


def compile_text(text: str, language: str, target: Any, options: dict[str, Any]) -> Any:
    """The compiled kernel of a program in TTIR or TTGIR; Triton's cache on disk keeps it."""
    from triton.compiler import compile as compile_file

    with scratch() as folder:
        file = Path(folder) / f"program.{language}"
        file.write_text(text)
        return compile_file(str(file), target=target, options=options)
