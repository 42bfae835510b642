"""Bisection of the stage `ttgir`: finds the pass after which a kernel's layouts always differ between two versions of Triton.

The two versions of Triton dump the program before each pass. Passes are matched by name, in order. Only operations that move or
combine data are compared, with their layouts as linear maps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, NamedTuple

from egraph_opt.apps.replay.compiler_process import ProcessCompiler
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
from egraph_opt.cost.tensor_footprint import tensor_layout
from egraph_opt.ir.module import InputError, Op
from egraph_opt.ir.types import tensor_type
from egraph_opt.text import read
from egraph_opt.text.syntax.location import compact

_HEAD = re.compile(r"^// -----// .*$\n?", re.M)
_PASS = re.compile(r"IR Dump Before \w+(?:: | \()([\w-]+)")
_PLACE = re.compile(r' loc\("[^"]*":\d+:\d+\)')
ANCHORS = re.compile(
    r"tt\.(load|store|dot\w*|reduce|scan|gather|atomic_\w+|descriptor_\w+|trans|reshape|join|split)|ttn?g\.(convert_layout|local_\w+|"
    r"async_copy\w*|async_tma_copy\w*|warp_group_dot|tc_gen5_mma\w*|tmem_\w+)"
)
"""Operations that move or combine data, whose layouts determine those of all others."""
LOOPS = ("scf.for", "scf.while")
MAX_DIFFERENCES = 3
"""Largest number of differences that are reported."""


class PassState(NamedTuple):
    """Program, as `text`, directly before the pass whose name is `before`."""

    before: str
    text: str


class Anchor(NamedTuple):
    """Operation that moves or combines data, with the layout maps of its tensors."""

    name: str
    in_loop: bool
    tensors: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """Divergence of two versions: their names, the passes that may be its cause (empty if layouts are equal), and the differences
    after these passes.
    """

    names: tuple[str, str]
    passes: tuple[str, ...]
    differences: tuple[str, ...]

    def __str__(self) -> str:
        if not self.passes:
            return "; ".join(self.differences)
        return f"after {' or '.join(self.passes)}: {'; '.join(self.differences)}"


def parting(kernel: CorpusKernel, one: tuple[str, ProcessCompiler], other: tuple[str, ProcessCompiler]) -> Parting:
    """Compile a kernel with two versions of Triton, and return where they diverge."""
    names = one[0], other[0]
    answers = [
        compiler.ask(
            kind=kernel.kind, text=kernel.text, target=kernel.target, options=dict(kernel.options), passes=True, until="ttgir"
        )
        for _, compiler in (one, other)
    ]
    if any("error" in answer for answer in answers):
        return Parting(names, (), ("its passes cannot be followed",))
    first, second = (states(answer["said"], answer["ttgir"]) for answer in answers)
    return bisect_passes(names, first, second)


def bisect_passes(names: tuple[str, str], first: Sequence[PassState], second: Sequence[PassState]) -> Parting:
    """Return where two compilations diverge in layouts or, if the layouts are equal, in the order of operations.

    `first` and `second` are the programs before each pass and at the end of the stage.
    """
    try:
        for look in (anchors, order):
            if look(first[-1].text) != look(second[-1].text):
                return _bisect_by(names, first, second, look)
        return Parting(names, (), (_others(first[-1].text, second[-1].text),))
    except InputError as error:
        return Parting(names, (), (f"its layouts cannot be read: {str(error).partition(chr(10))[0]}",))


def _bisect_by(
    names: tuple[str, str], first: Sequence[PassState], second: Sequence[PassState], look: Callable[[str], object]
) -> Parting:
    """Return the passes after which two compilations differ in the property `look` of the program.

    Passes of the two compilations are matched by name. The result begins with the last matched pass before which the property is
    equal, and ends before the next matched pass.
    """
    places = [*_match_states(first, second), (len(first) - 1, len(second) - 1)]
    agree = [n for n, (a, b) in enumerate(places) if look(first[a].text) == look(second[b].text)]
    last = agree[-1] if agree else -1
    (a, b), (a_next, b_next) = places[last] if agree else (0, 0), places[last + 1]
    before = [state.before for state in first[a:a_next]]
    after = [state.before for state in second[b:b_next]]
    passes = [*before, *(f"{name} (only in {names[1]})" for name in after if name not in before)]
    if look is order:
        differences = ["the same operations and layouts, in another order"]
    else:
        differences = _differences(anchors(first[a_next].text), anchors(second[b_next].text))
    return Parting(names, tuple(dict.fromkeys(passes)), tuple(differences))


def states(said: str, end: str) -> list[PassState]:
    """Return the programs in `said`, MLIR's dump before each pass, each with the pass's name; then the program `end`."""
    heads = list(_HEAD.finditer(said))
    ends = [head.start() for head in heads[1:]] + [len(said)]
    found = []
    for head, until in zip(heads, ends, strict=True):
        name = _PASS.search(head[0])
        if name is not None:
            text = _PLACE.sub("", compact(said[head.end() : until]))
            found.append(PassState(name[1], text[: text.rfind("\n}") + 2] + "\n"))
    return [*found, PassState("", end)]


def _match_states(first: Sequence[PassState], second: Sequence[PassState]) -> list[tuple[int, int]]:
    blocks = SequenceMatcher(None, [s.before for s in first], [s.before for s in second], autojunk=False).get_matching_blocks()
    return [(block.a + n, block.b + n) for block in blocks for n in range(block.size)]


@lru_cache(maxsize=64)
def anchors(text: str) -> Counter[Anchor]:
    """Return the multiset of a program's operations that move or combine data, with their layouts.

    Raises:
        InputError: the program does not parse.
    """
    found: Counter[Anchor] = Counter()
    stack = [(function, False) for function in read(text).functions()]
    while stack:
        op, in_loop = stack.pop()
        if ANCHORS.fullmatch(op.name):
            found[_anchor(op, in_loop)] += 1
        below = in_loop or op.name in LOOPS
        stack += [(each, below) for region in op.regions for block in region.blocks for each in block.ops]
    return found


def order(text: str) -> tuple[str, ...]:
    """Return the names of the operations that move or combine data, in program order.

    Raises:
        InputError: the program does not parse.
    """
    return tuple(op.name for function in read(text).functions() for op in function.walk() if ANCHORS.fullmatch(op.name))


def _anchor(op: Op, in_loop: bool) -> Anchor:
    types = [value.type for value in (*op.operands, *op.results)]
    return Anchor(op.name, in_loop, tuple(map(_map, types)))


@lru_cache(maxsize=1 << 12)
def _map(type_text: str) -> tuple[Any, ...]:
    """Return shape, element type and layout of a tensor type, with the layout as basis vectors if it is known; empty for other types."""
    tensor = tensor_type(type_text)
    if tensor is None:
        return ()
    known = tensor_layout(type_text)
    return tensor.shape, tensor.element, known[1].bases if known is not None else tensor.encoding


def _differences(one: Counter[Anchor], other: Counter[Anchor]) -> list[str]:
    """Return the differences as text: layout conversions first, then counts of operations inside and outside loops, then layouts."""
    found = []
    for name, many in (("ttg.convert_layout", "conversions"),):
        a, b = (_counts(each, name) for each in (one, other))
        if a != b:
            found.append(f"{b[0]} {many} ({b[1]} in loops) instead of {a[0]} ({a[1]})")
    rest = sorted({each.name for each in (one - other) + (other - one)} - {"ttg.convert_layout"})
    for name in rest[:MAX_DIFFERENCES]:
        a, b = (_counts(each, name) for each in (one, other))
        if a == b:
            count = sum(n for each, n in (other - one).items() if each.name == name)
            shapes = sorted({_shape(each) for each in other - one if each.name == name})
            what = "in other layouts" if count > 1 else "in another layout"
            found.append(f"{count} {name} of {', '.join(shapes[:MAX_DIFFERENCES])} {what}")
        else:
            found.append(f"{b[0]} {name} ({b[1]} in loops) instead of {a[0]} ({a[1]})")
    if len(rest) > MAX_DIFFERENCES:
        found.append(f"and {len(rest) - MAX_DIFFERENCES} other kind{'s' * (len(rest) - MAX_DIFFERENCES != 1)} of operations")
    return found or ["other layouts"]


def _counts(of: Counter[Anchor], name: str) -> tuple[int, int]:
    return sum(n for each, n in of.items() if each.name == name), sum(
        n for each, n in of.items() if each.name == name and each.in_loop
    )


def _shape(anchor: Anchor) -> str:
    tensor = next((tensor for tensor in anchor.tensors if tensor), ((), "", None))
    return f"{'x'.join(map(str, tensor[0]))}x{tensor[1]}"


def _others(one: str, other: str) -> str:
    a, b = (Counter(op.name for function in read(text).functions() for op in function.walk()) for text in (one, other))
    parts = [
        *(f"{n} more {name}" for name, n in sorted((b - a).items())),
        *(f"{n} fewer {name}" for name, n in sorted((a - b).items())),
    ]
    return f"the end of the stage has the same layouts{', with ' if parts else ''}{', '.join(parts[:MAX_DIFFERENCES])}"
