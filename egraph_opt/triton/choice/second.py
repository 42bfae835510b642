"""What may become of a kernel where the arrays that it writes to overlap no others: loads pass stores.

In TTGIR they are moved there, and into earlier iterations (`ahead`); then reductions that stood between them may be done as one. And a
loop that is proved to run once is said to do so in TTIR: then Triton pipelines the loop around it, whose loads come before stores of
earlier iterations.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.families.layout.emit.merge import REDUCE, reductions_merged
from egraph_opt.families.layout.emit.schedule import Arrays, loads_first
from egraph_opt.ir.module import Op
from egraph_opt.process.fork import guarded
from egraph_opt.process.run import scratch
from egraph_opt.text.limit import MOST
from egraph_opt.triton.choice.accept import Acceptor
from egraph_opt.triton.choice.ahead import carried, may_carry, more_registers
from egraph_opt.triton.choice.changed import Changed, changed
from egraph_opt.triton.choice.improve import read_once
from egraph_opt.triton.choice.once import with_constant_trips
from egraph_opt.triton.state.limits import fits, target_name

KNOWN = 8
"""How many programs are remembered, with what was made of them."""


class Second(NamedTuple):
    """A program of a kernel's, in TTIR or TTGIR, and the arrays that must be apart where it is launched."""

    text: str
    language: str
    arrays: Arrays


def may_have_second(kernel: Any) -> bool:
    """Whether `seconds` may find any, as far as can be told without reading a program."""
    if "ttgir" not in kernel.asm:  # the user wants nothing kept but the binary
        return False
    text = kernel.asm["ttgir"]
    return may_have_single_loops(kernel.asm["ttir"]) or may_have_earlier_loads(text) or may_merge(text)


def compiled(second: Second, kernel: Any, target: Any, options: dict[str, Any]) -> Any:
    """The kernel that a program is compiled to, with the parameters of another."""
    from triton.compiler import CompiledKernel

    made = compile_text(second.text, second.language, target, options)
    return CompiledKernel(kernel.src, made.metadata_group, made.hash)


def seconds(
    kernel: Any, registers: int, target: Any, options: dict[str, Any], acceptor: Acceptor
) -> Iterator[tuple[Second, Any]]:
    """Programs that may be launched in a kernel's place, and what they are compiled to. `registers`: how many a thread of it has.

    Raises:
        InputError: a program of the kernel's is not understood.
        RuntimeError: a new program is not proved equal, or Triton refuses it.
    """
    name = target_name(target)
    single = without_single_loops(kernel.asm["ttir"])
    if single is not None:
        second = Second(single.text, "ttir", single.arrays)
        kernel = compiled(second, kernel, target, options)
        if fits(kernel.metadata.shared, name):
            yield second, kernel
    made = with_loads_earlier(kernel.asm["ttgir"], MOST - registers)
    merged = with_reductions_merged(kernel.asm["ttgir"] if made is None else made.text)
    for each in filter(None, (made, merged)):
        if refusal := acceptor.refusal(each.text):
            raise RuntimeError(refusal)
        second = Second(each.text, "ttgir", each.arrays if single is None else single.arrays)
        new = compiled(second, kernel, target, options)
        if fits(new.metadata.shared, name):
            yield second, new


class Earlier(NamedTuple):
    """A program whose loads come before the iterations of loops that need them, and before stores to other arrays, if there is one; and how
    many 32-bit registers of a thread its loops take for that."""

    made: Changed | None
    registers: int = 0


_known: OrderedDict[str, Earlier] = OrderedDict()
"""What was made of the last few programs."""


def with_loads_earlier(text: str, room: float = math.inf) -> Changed | None:
    """A program with its loads earlier; loops carry no loads where that takes more than `room`, in registers as above."""
    found = earlier(text)
    return found.made if found.registers <= room else _with_loads_past_stores(text)


def earlier(text: str) -> Earlier:
    """What is made of a program, or was made of it before."""
    found = _known.get(text)
    if found is None:
        made = changed(text, carried, every=False, no_alias=True) if may_carry(text) else None
        added = more_registers(read_once(text), read_once(made.text)) if made is not None else 0
        found = Earlier(made or _with_loads_past_stores(text), added)
        know(text, found)
    return found


def know(text: str, found: Earlier) -> None:
    """Keep what was made of a program, here or in another process."""
    _known[text] = found
    if len(_known) > KNOWN:
        _known.popitem(last=False)


def _with_loads_past_stores(text: str) -> Changed | None:
    return changed(text, past_stores, every=False, no_alias=True) if stores_before_loads(text) else None


def stores_before_loads(text: str) -> bool:
    """Whether a load may have a store to pass, as far as can be told without reading the program."""
    return -1 < text.find("tt.store ") < text.rfind("tt.load ")


def may_have_earlier_loads(text: str) -> bool:
    """Whether `with_loads_earlier` may find a program, as far as can be told without reading the program."""
    return stores_before_loads(text) or may_carry(text)


@guarded()
def without_single_loops(text: str) -> Changed | None:
    """A program in TTIR whose loops that run once say so."""
    return changed(text, with_constant_trips, every=True, once=True) if may_have_single_loops(text) else None


def may_have_single_loops(text: str) -> bool:
    """Whether a loop of a program in TTIR may be one that runs once, as far as can be told without reading it."""
    return "scf.for" in text and "arith.minsi" in text


def may_merge(text: str) -> bool:
    """Whether reductions may become one, as far as can be told without reading the program."""
    return text.count(f'"{REDUCE}"(') > 1


def with_reductions_merged(text: str) -> Changed | None:
    """A program with its loads first, past stores, and then reductions that do not depend on each other as one."""
    return changed(text, merged, every=False, no_alias=True, apart=True) if may_merge(text) else None


def merged(function: Op) -> Op:
    """A function with its loads first and reductions merged; itself where none are."""
    first = loads_first(function, no_alias=True)
    new = reductions_merged(first)
    return function if new is first else new


def past_stores(function: Op) -> Op:
    """A function whose loads go first, past stores to other arrays; itself where they pass none."""
    first, past = loads_first(function), loads_first(function, no_alias=True)
    return past if [op.name for op in first.walk()] != [op.name for op in past.walk()] else function


def compile_text(text: str, language: str, target: Any, options: dict[str, Any]) -> Any:
    """The compiled kernel of a program in TTIR or TTGIR; Triton's cache on disk keeps it."""
    from triton.compiler import compile as compile_file

    with scratch() as folder:
        file = Path(folder) / f"program.{language}"
        file.write_text(text)
        return compile_file(str(file), target=target, options=options)
