"""What may become of a kernel where the arrays that it writes to overlap no others: loads pass stores.

In TTGIR they are moved there, and into earlier iterations (`ahead`). And a loop that is proved to run once is said to do so in TTIR: then
Triton pipelines the loop around it, whose loads come before stores of earlier iterations.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.families.layout.emit.schedule import Arrays, loads_first
from egraph_opt.ir.module import Op
from egraph_opt.process.fork import guarded
from egraph_opt.process.run import scratch
from egraph_opt.triton.choice.accept import Acceptor
from egraph_opt.triton.choice.ahead import may_carry, with_loads_carried
from egraph_opt.triton.choice.changed import Changed, changed
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
        second = Second(single.text, "ttir", single.arrays)
        kernel = compiled(second, kernel, target, options)
        if fits(kernel.metadata.shared, name):
            yield second, kernel
    for made in with_loads_earlier(kernel.asm["ttgir"]):
        if refusal := acceptor.refusal(made.text):
            raise RuntimeError(refusal)
        second = Second(made.text, "ttgir", made.arrays if single is None else single.arrays)
        new = compiled(second, kernel, target, options)
        if fits(new.metadata.shared, name):
            yield second, new


def with_loads_earlier(text: str) -> Iterator[Changed]:
    """Programs in TTGIR whose loads come before stores to other arrays, or before the iterations of loops that need them."""
    moved = with_loads_past_stores(text)
    if moved is not None:
        yield moved
    yield from with_loads_carried(moved.text if moved is not None else text)


def with_loads_past_stores(text: str) -> Changed | None:
    """A program in TTGIR whose loads go first, past stores to other arrays; not where they would pass none."""
    return changed(text, _past_stores, every=False, no_alias=True) if stores_before_loads(text) else None


def stores_before_loads(text: str) -> bool:
    """Whether a load may have a store to pass, as far as can be told without reading the program."""
    return -1 < text.find("tt.store ") < text.rfind("tt.load ")


def may_have_earlier_loads(text: str) -> bool:
    """Whether `with_loads_earlier` may find any, as far as can be told without reading the program."""
    return stores_before_loads(text) or may_carry(text)


@guarded()
def without_single_loops(text: str) -> Changed | None:
    """A program in TTIR whose loops that run once say so."""
    return changed(text, with_constant_trips, every=True, once=True) if may_have_single_loops(text) else None


def may_have_single_loops(text: str) -> bool:
    """Whether a loop of a program in TTIR may be one that runs once, as far as can be told without reading it."""
    return "scf.for" in text and "arith.minsi" in text


def _past_stores(function: Op) -> Op:
    first, past = loads_first(function), loads_first(function, no_alias=True)
    return past if [op.name for op in first.walk()] != [op.name for op in past.walk()] else function


def compile_text(text: str, language: str, target: Any, options: dict[str, Any]) -> Any:
    """The compiled kernel of a program in TTIR or TTGIR; Triton's cache on disk keeps it."""
    from triton.compiler import compile as compile_file

    with scratch() as folder:
        file = Path(folder) / f"program.{language}"
        file.write_text(text)
        return compile_file(str(file), target=target, options=options)
