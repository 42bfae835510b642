"""Bits classes: configurations of a kernel that write the same bits, proved from their programs without a launch.

Two configurations with the same TTIR differ in options alone, such as warps and stages. Triton's passes from TTIR to TTGIR keep the value
of each element, except for the order of float operations in reductions, scans and matrix products. `sum_order` reads this order off TTGIR.
With fused multiply-adds, a compiler may contract a multiplication and an addition in one program and not in the other. So programs in
which a multiplication may feed an addition (`contraction`) are in one class only without fusion (`enable_fp_fusion=False`). Equal machine
code in equal launches always gives equal bits. Programs with races, whose bits differ between runs, are outside the claim.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from egraph_opt.families.layout.encode.sum_order import sum_orders
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read
from egraph_opt.triton.autotune.contraction import may_contract

_LOCATION = re.compile(r" loc\([^()]*(?:\([^()]*\)[^()]*)*\)|^#loc.*\n", re.MULTILINE)
_SCHEDULE = re.compile(r"tt\.num_stages = \d+ : i32")
"""Attribute of a loop that asks for a number of stages."""


class ConfiguredProgram(NamedTuple):
    """Program of one configuration.

    `ttgir` is None if it cannot be read. `options` are the compiler's options that affect floats, apart from `fused` (`enable_fp_fusion`).
    `launch` is all that a launch gives to the program: the grid and the arguments that are no constants.
    """

    ttir: str
    ttgir: Module | None
    cubin: bytes
    launch: Hashable = ()
    options: Hashable = ()
    fused: bool = True


class BitClasses(NamedTuple):
    """Class of each configuration, numbered from 0; configurations in one class write the same bits.

    `fused` is for programs as they are, `unfused` for programs compiled with `enable_fp_fusion=False`. A configuration of which nothing
    is proved is in a class of its own.
    """

    fused: tuple[int, ...]
    unfused: tuple[int, ...]


def bit_classes(programs: Sequence[ConfiguredProgram]) -> BitClasses:
    """Return the bits classes of configurations of one kernel on one device."""
    texts = [_LOCATION.sub("", _SCHEDULE.sub("", program.ttir)) for program in programs]
    contracts = {text: _contracts(text) for text in dict.fromkeys(texts)}
    orders = [None if program.ttgir is None else sum_orders(program.ttgir.functions()) for program in programs]
    unfused: list[Hashable] = [
        None if order is None else (text, order, program.launch, program.options)
        for text, order, program in zip(texts, orders, programs, strict=True)
    ]
    fused = [
        None if program.fused and contracts[text] else key for program, text, key in zip(programs, texts, unfused, strict=True)
    ]
    machine = [(program.cubin, program.launch) for program in programs]
    return BitClasses(_partition(machine, fused), _partition(machine, unfused))


def _contracts(ttir: str) -> bool:
    try:
        return any(map(may_contract, read(ttir).functions()))
    except InputError:
        return True


def _partition(*tables: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the classes of the coarsest relation in which two places are equal if a table has one value, not None, at both."""
    first: dict[Hashable, int] = {}
    parent = list(range(len(tables[0])))

    def root(place: int) -> int:
        while parent[place] != place:
            place = parent[place]
        return place

    for number, table in enumerate(tables):
        for place, value in enumerate(table):
            if value is not None:
                other = root(first.setdefault((number, value), place))
                parent[max(other, root(place))] = min(other, root(place))
    roots = [root(place) for place in range(len(parent))]
    numbers = {at: number for number, at in enumerate(dict.fromkeys(roots))}
    return tuple(numbers[at] for at in roots)
