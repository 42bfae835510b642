"""Loads and stores that may change their layouts by default: those that ask memory for no more in another of the function's layouts.

All other accesses stay out of the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from egraph_opt.families.layout.choice.candidate_layouts import Candidates, candidates
from egraph_opt.families.layout.encode.access_layouts import coalesced_neighbour, is_coalesced
from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.encode.function_terms import encode
from egraph_opt.families.layout.encode.transparent_ops import may_repeat
from egraph_opt.families.layout.encode.value_numbering import Moves
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type


def encode_choices(
    function: Op, threads: int, options: Any, moves: Moves, memory: FunctionBuffers | None, held: Sequence[tuple[Value, str]],
) -> tuple[Encoding, Candidates]:  # fmt: skip
    """Return a function as terms, with the candidate layouts of its values; the arguments are those of `encode` and `candidates`."""
    if moves.coalesced:
        moves = moves._replace(accesses=frozenset(movable_accesses(function, threads, held, options.synthesise)))
    encoding = encode(function, threads, options.reassociate, moves, memory)
    return encoding, candidates(encoding, options.candidates, options.synthesise, held)


def movable_accesses(
    function: Op, threads: int, seeded: Sequence[tuple[Value, str]] = (), synthesise: bool = False
) -> Iterator[Op]:
    """Yield the loads and stores that ask memory for no more in another layout of some value of the same rank.

    A store of fewer elements than threads may take any layout, as such a load may. `seeded` has values with further layouts. With
    `synthesise`, new layouts are made for every access.
    """
    layouts: dict[int, dict[str, None]] = {}
    ops = list(function.walk())
    values = chain(function.regions[0].blocks[0].arguments, *(op.results for op in ops))
    typed = [(tensor, tensor.encoding) for value in values if (tensor := tensor_type(value.type))]
    typed += [(tensor, layout) for value, layout in seeded if (tensor := tensor_type(value.type))]
    for tensor, layout in typed:
        if layout:
            layouts.setdefault(len(tensor.shape), {})[layout] = None
    found = [op for op in ops if op.name in ("tt.load", "tt.store") and tensor_type(op.operands[0].type)]
    for op in sorted(found, key=lambda op: op.name, reverse=True):  # stores add layouts near those of values
        tensor = tensor_type(op.operands[0].type)
        assert tensor is not None
        known = layouts.setdefault(len(tensor.shape), {})
        others = [layout for layout in known if layout != tensor.encoding]
        if may_repeat(tensor, threads):
            if op.name == "tt.store" and others:
                yield op
            continue
        near = [coalesced_neighbour(function, op, other) for other in others] if op.name == "tt.store" else []
        made = [layout for layout in near if layout]
        if synthesise or made or any(is_coalesced(function, op, other) for other in others):
            known |= dict.fromkeys(made)
            yield op
