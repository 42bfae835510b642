"""Loads and stores that may change their layouts by default: those with another candidate layout in which they ask memory for no more.

All other accesses stay out of the search, so a function is encoded a second time if there are such accesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

    def attempt(moves: Moves) -> tuple[Encoding, Candidates]:
        encoding = encode(function, threads, options.reassociate, moves, memory)
        return encoding, candidates(encoding, options.candidates, options.synthesise, held)

    first = attempt(moves)
    movable = frozenset(movable_accesses(*first, threads)) if moves.coalesced else frozenset()
    return attempt(moves._replace(accesses=movable)) if movable else first


def movable_accesses(encoding: Encoding, layouts: Candidates, threads: int) -> Iterator[Op]:
    """Yield the loads and stores one of whose tensors has another candidate layout, in which they ask memory for no more.

    A store of fewer elements than threads may take any layout, as such a load may.
    """
    names = list(encoding.layouts)
    for op in encoding.order:
        tensor = tensor_type(op.operands[0].type) if op.name in ("tt.load", "tt.store") else None
        if tensor is None:
            continue
        groups = dict.fromkeys(encoding.group[v] for v in (*op.operands, *op.results) if v in encoding.group)
        others = dict.fromkeys(names[n] for group in groups for n in layouts.of[group] if names[n] != tensor.encoding)
        stores = op.name == "tt.store"
        if (stores and others and may_repeat(tensor, threads)) or any(
            is_coalesced(encoding.function, op, other) or (stores and coalesced_neighbour(encoding.function, op, other))
            for other in others
        ):
            yield op
