"""Random kernels in TTGIR: valid for Triton's verifier, with conversions in random places and every way layouts pass through.

`build` makes its choices through one function, so that hypothesis can shrink them and a seeded generator can make many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from egraph_opt.interpret import interpret
from egraph_opt.text import read
from tests.support.program_steps import STEPS, load
from tests.support.program_text import Builder, Choose, Tensor


class Program(NamedTuple):
    """A kernel and its parameters: pointers as (element type, number of elements, whether it is written), then one i32."""

    text: str
    pointers: tuple[tuple[str, int, bool], ...]

    def arguments(self, seed: int) -> list[npt.NDArray[np.generic] | int]:
        """Random inputs, among them infinities, zeros of either sign and the ends of the integers; outputs hold a pattern."""
        chance = np.random.default_rng(seed)
        made: list[npt.NDArray[np.generic] | int] = []
        for element, size, written in self.pointers:
            if element in ("f32", "f16"):
                values = np.round(chance.standard_normal(size), 3)
                special = chance.integers(0, 40, size)
                values = np.select([special == i for i in range(4)], [np.inf, -np.inf, 0.0, -0.0], values)
                array = values.astype(np.float32 if element == "f32" else np.float16)
            elif element == "i1":
                array = chance.integers(0, 2, size).astype(np.uint8)
            else:
                ends = np.iinfo(np.int32)
                array = chance.choice([ends.min, ends.max, 0, -1, *chance.integers(-99, 99, 4)], size).astype(np.int32)
            made.append(np.full_like(array, 7) if written else array)
        return [*made, seed % 4]


def condition(b: Builder) -> str:
    """A number that is one bit, from the parameter or the program's number."""
    value = b.one(("%n", "%pid"))
    name = b.name()
    b.line(f"{name} = arith.cmpi sgt, {value}, %c{b.choose(3)} : i32")
    return name


def carried(b: Builder) -> list[Tensor]:
    return [x for _ in range(1 + b.choose(3)) if (x := b.pick())]


def results(name: str, values: list[Tensor], first: int = 0) -> tuple[str, list[Tensor]]:
    """The types of an operation's results from the `first` on, and what they are called."""
    return ", ".join(x.type for x in values), [x._replace(name=f"{name}#{i}") for i, x in enumerate(values, first)]


def ends(b: Builder, wanted: list[Tensor], swaps: bool) -> str:
    """Values of the wanted types, new ones if there are, and in another order where the types allow it."""
    if swaps and len(wanted) > 1 and wanted[0].type == wanted[1].type and b.choose(2):
        found = [wanted[1], wanted[0], *wanted[2:]]
    else:
        found = [b.like(x) for x in wanted]
    return f"{', '.join(x.name for x in found)} : {', '.join(x.type for x in found)}"


def loop(b: Builder) -> None:
    """A loop of up to three rounds over carried tensors."""
    if not b.pool or b.depth > 4:
        return
    outside, name = carried(b), b.name()
    types, found = results(name, outside)
    inside = [x._replace(name=b.name()) for x in outside]
    pairs = ", ".join(f"{i.name} = {o.name}" for i, o in zip(inside, outside, strict=True))
    counter = b.name()
    upper = b.one(("%c2", "%n", "%c3"))
    b.line(f"{name}:{len(found)} = scf.for {counter} = %c0 to {upper} step %c1 iter_args({pairs}) -> ({types})  : i32 {{")
    with b.scope():
        b.pool += inside
        if b.choose(2):
            vector = b.one([s for s in b.shapes if len(s) == 1])
            b.push(f"tt.splat {counter} : i32 -> =>", Tensor("", vector, "i32", b.some_layout(vector)))
        statements(b, 4)
        b.line(f"scf.yield {ends(b, inside, True)}")
    b.line("}")
    b.pool += found


def while_loop(b: Builder) -> None:
    """A loop that ends when its counter reaches the parameter."""
    if not b.pool or b.depth > 4:
        return
    outside, name = carried(b), b.name()
    types, found = results(name, outside, 1)
    before, after = ([x._replace(name=b.name()) for x in outside] for _ in range(2))
    first, second, test, sum = (b.name() for _ in range(4))
    pairs = ", ".join([f"{first} = %c0", *(f"{i.name} = {o.name}" for i, o in zip(before, outside, strict=True))])
    b.line(f"{name}:{1 + len(found)} = scf.while ({pairs}) : (i32, {types}) -> (i32, {types}) {{")
    with b.scope():
        b.pool += before
        b.line(f"{test} = arith.cmpi slt, {first}, %n : i32")
        b.line(f"scf.condition({test}) {', '.join([first, *(x.name for x in before)])} : i32, {types}")
    b.line("} do {")
    b.line(f"^bb0({', '.join([f'{second}: i32', *(f'{x.name}: {x.type}' for x in after)])}):")
    with b.scope():
        b.pool += after
        statements(b, 3)
        b.line(f"{sum} = arith.addi {second}, %c1 : i32")
        b.line(f"scf.yield {sum}, {ends(b, after, True).replace(' : ', ' : i32, ', 1)}")
    b.line("}")
    b.pool += found


def conditional(b: Builder) -> None:
    """Tensors from one of two branches."""
    if not b.pool or b.depth > 4:
        return
    wanted, test, name = carried(b), condition(b), b.name()
    types, found = results(name, wanted)
    b.line(f"{name}:{len(found)} = scf.if {test} -> ({types}) {{")
    for after in ("} else {", "}"):
        with b.scope():
            statements(b, 3)
            b.line(f"scf.yield {ends(b, wanted, False)}")
        b.line(after)
    b.pool += found


STATEMENTS: tuple[Callable[[Builder], None], ...] = (*STEPS[:9], loop, conditional, *STEPS[9:], while_loop)


def statements(b: Builder, most: int) -> None:
    for _ in range(1 + b.choose(most)):
        b.one(STATEMENTS)(b)


def build(choose: Choose) -> Program:
    """A kernel of one function: a few loads, up to a dozen statements, one to five stores."""
    b = Builder(choose, warps=1 << choose(3))
    b.matrices = [(16, 32), (32, 16), (16, 16)]
    b.shapes = [*b.matrices, (16,), (32,)]
    b.layouts = {2: [b.blocked(2) for _ in range(2 + choose(2))], 1: [b.blocked(1)]}
    b.layouts[1] += [b.slice(layout, 1 - axis) for axis, layout in enumerate(b.layouts[2][:2])]
    if choose(2):
        b.layouts[2].append(b.matrix())
    for _ in range(1 + choose(3)):
        load(b)
    statements(b, 12)
    stored = list(dict.fromkeys(x for _ in range(1 + choose(5)) if (x := b.pick(lambda x: len(x.shape) < 3))))
    for x in stored:
        pointers = b.addresses(x.shape, x.element, x.layout, written=True)
        b.line(f"tt.store {pointers.name}, {x.name} : {pointers.type}")
    return Program(b.text(), tuple(b.pointers))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Build a program with choices drawn by hypothesis."""
    return build(lambda options: draw(st.integers(0, options - 1)) if options > 1 else 0)


# ---- what they do


def outcome(text: str, program: Program, seed: int, by_register: bool = False) -> list[npt.NDArray[np.generic]]:
    """Memory after a run of a text with the program's parameters."""
    arguments = program.arguments(seed)
    (function,) = read(text).functions()
    interpret(function, arguments, program=(seed % 3, 0, 0), grid=(3, 1, 1), by_register=by_register)
    return [x for x in arguments if isinstance(x, np.ndarray)]


def difference(program: Program, text: str, seed: int, by_register: bool = False) -> str:
    """Return where a text leaves different bits in memory than the program, or what failed; empty if they agree. All NaNs are
    equal."""
    expected = outcome(program.text, program, seed, by_register)
    try:
        found = outcome(text, program, seed, by_register)
    except (AssertionError, IndexError) as error:
        return f"{type(error).__name__}: {error} {getattr(error, '__notes__', '')}"
    for number, (a, b) in enumerate(zip(expected, found, strict=True)):
        differs = a.view(f"u{a.itemsize}") != b.view(f"u{b.itemsize}")
        if a.dtype.kind == "f":
            differs &= ~(np.isnan(a) & np.isnan(b))
        if differs.any():
            at = int(np.flatnonzero(differs)[0])
            return f"%p{number}[{at}] is {b[at]}, not {a[at]}; {differs.sum()} of {a.size} differ"
    return ""
