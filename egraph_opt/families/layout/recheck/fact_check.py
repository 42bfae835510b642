"""Check, by enumeration of elements, of the layout facts that rules use as conditions.

The optimiser derives the facts by F2 algebra (`saturate.layout_facts`). This check assigns each fact's layouts to the operation
that the fact concerns, and tests Triton's layout rules on the operation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.layout.recheck.element_owner import NESTED, Array, element_table, owners, period
from egraph_opt.families.layout.recheck.reduction_order import combination_places, lowering_error
from egraph_opt.families.layout.recheck.triton_verifier import broken_law
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type, with_encoding
from egraph_opt.linear_layout import parent_of_slice

if TYPE_CHECKING:
    from egraph_opt.families.layout.encode.encoded_function import Encoding

Rows = Mapping[str, Sequence[tuple[int, ...]]]
Tables = tuple[tuple[Array, Array], ...]

EXACT = frozenset(
    (
        "arith.addi arith.muli arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui"
        " arith.maxui arith.minnumf arith.maxnumf arith.minimumf arith.maximumf"
    ).split()
)
"""Operations that are associative and commutative bit for bit.

PTX `min` and `max` order -0 before +0, and treat NaN independently of operand order.
"""


SYMMETRIC = frozenset(("arith.addf", "arith.mulf"))
"""Operations that give the same bits if their operands are exchanged."""


class WrongFact(EgraphOptError):
    """Error: a layout fact does not hold. The message has the reason."""


def check_facts(encoding: Encoding, facts: Rows, reassociate: bool) -> None:
    """Check the layout facts of an encoded function. `reassociate`: any reduction may reorder its elements.

    Raises:
        WrongFact: a fact is false or cannot be decided.
    """
    names = list(encoding.layouts)
    uses: dict[tuple[str, int], set[Op]] = defaultdict(set)
    """Operations that use each index map (`moved`)."""
    for term in encoding.terms:
        symbol, *numbers = term
        if symbol in ("reindex", "interleave", "separate"):
            uses["moved", int(numbers[1])].add(encoding.functions[int(numbers[0])].op)
    for axis, parent, part in facts["sliced"]:
        _demand(_slice_error(names[parent], axis, names[part]), "sliced", axis, names[parent], names[part])
    for index, layout, operand in facts["moved"]:
        for op in uses["moved", index]:
            _demand(_movement_error(op, names[layout], names[operand]), "moved", op.name, names[layout], names[operand])
    for (number,) in facts["scans"]:
        _demand("" if names[number].startswith("#ttg.blocked<") else "no blocked layout", "scans", names[number])
    for f, layout in facts["reorders"]:
        op = encoding.functions[f].op
        _demand(_reorder_error(op, names[layout]), "reorders", op.name, names[layout])
    for f, layout in facts["reduces"]:
        op = encoding.functions[f].op
        reason = lowering_error(names[layout], _shape(op), integer(op.attributes["axis"])) if op.name == "tt.reduce" else ""
        _demand(reason, "reduces", op.name, names[layout])
    for f, axis, held, parent in facts["keeps_order"]:
        _demand(
            _order_error(encoding.functions[f].op, axis, names[held], names[parent]), "keeps_order", names[held], names[parent]
        )
    for f in () if reassociate else encoding.any_order:
        op = encoding.functions[f].op
        _demand(_any_order(op), "any_order", op.name)


def _demand(reason: str, *fact: object) -> None:
    if reason:
        raise WrongFact(f"the fact {' '.join(map(str, fact))} is wrong: {reason}")


def _slice_error(parent: str, axis: int, part: str) -> str:
    """Return an error if `part` is not the slice of `parent` along `axis`, else an empty string.

    In a slice, each thread holds the same elements as in the parent layout, without the coordinate along `axis`.
    """
    if not parent.startswith(NESTED):
        return "" if parent_of_slice(part) == (axis, parent) else "it is no slice of that layout"
    whole, rest = _tables(parent, part)
    return _alike(rest, [dimension for d, dimension in enumerate(whole) if d != axis])


def _movement_error(op: Op, result: str, operand: str) -> str:
    """Return an error if an index-moving operation is invalid in these layouts or would move elements between threads, else an
    empty string.
    """
    if result.startswith(NESTED) or operand.startswith(NESTED):
        return _gather_error(op, result, operand)
    given, made = (result, operand) if op.name == "tt.split" else (operand, result)  # the map of tt.split is that of its pairs
    typed = replace(op, operands=_in(op.operands, given), results=_in(op.results, made))
    reason = broken_law(typed)
    if not reason and op.name == "tt.cat" and not np.array_equal(_concatenation_order(op), _concatenation_order(typed)):
        return "elements would be put together in another order"
    return reason


def _in(values: Iterable[Value], encoding: str) -> tuple[Value, ...]:
    return tuple(Value(with_encoding(v.type, encoding), v.name) if tensor_type(v.type) else v for v in values)


def _concatenation_order(op: Op) -> Array:
    """Return, for each element of a `tt.cat` result, its index in the concatenated operands."""
    (operand, _), (result,) = ([tensor_type(v.type) for v in values] for values in (op.operands, op.results))
    assert operand and result
    one = element_table(operand.encoding or "", operand.shape)
    both = np.concatenate((one, one + int(np.prod(operand.shape))), axis=-1)
    found = np.full(int(np.prod(result.shape)), -1, np.int64)
    found[element_table(result.encoding or "", result.shape)] = both
    return found


def _gather_error(op: Op, result: str, operand: str) -> str:
    """Return an error if the layouts of a vector operation disagree, else an empty string.

    Each operand dimension must be distributed over threads as in the result. All threads must hold dimensions of size one.
    """
    source, target = tensor_type(op.operands[0].type), tensor_type(op.results[0].type)
    if source is None or target is None:
        return "no tensor"
    given, made = _tables(operand, result)
    if op.name == "vector.transpose":
        order = [int(n) for n in re.findall(r"\d+", op.attributes["permutation"].partition(":")[2])]
        return _alike(made, [given[d] for d in order])
    if op.name == "vector.broadcast":
        return _alike(given, made[len(made) - len(given) :])
    if op.name == "vector.shape_cast":
        sides = (given, source.shape), (made, target.shape)
        return _alike(*([d for d, extent in zip(table, shape, strict=True) if extent != 1] for table, shape in sides))
    return "nothing is known of how it moves elements"


def _tables(*encodings: str) -> list[Tables]:
    numbers = lcm(*map(period, encodings))
    return [owners(encoding, numbers) for encoding in encodings]


def _alike(first: Sequence[tuple[Array, Array]], second: Sequence[tuple[Array, Array]]) -> str:
    """Return an error if subgroups or lanes hold different indices in some dimension, else an empty string."""
    if len(first) != len(second):
        return "another number of dimensions"
    same = all(np.array_equal(a, b) for one, other in zip(first, second, strict=True) for a, b in zip(one, other, strict=True))
    return "" if same else "some thread holds other elements"


def _reorder_error(op: Op, layout: str) -> str:
    """Return an error if a reshape with `allow_reorder` changes the number of elements per thread, else an empty string."""
    return broken_law(replace(op, operands=_in(op.operands, layout)))


def _order_error(op: Op, axis: int, held: str, parent: str) -> str:
    """Return an error if a reduction combines elements in another order in `parent` than in the layout whose slice is `held`."""
    own = parent_of_slice(held)
    if own is None or own[0] != axis or integer(op.attributes["axis"]) != axis:
        return "it is no reduction along this axis"
    (block,) = op.regions[0].blocks
    combine, last = block.ops[0], block.ops[-1]
    both = set(combine.operands) == set(block.arguments) and last.operands == combine.results
    if len(op.operands) != 1 or len(block.ops) != 2 or combine.name not in SYMMETRIC or not both:
        return "its result may depend on more than the grouping of terms"
    first, second = (combination_places(layout, _shape(op), axis) for layout in (own[1], parent))
    return "" if np.array_equal(first, second) else "elements are combined in another order"


def _shape(op: Op) -> tuple[int, ...]:
    tensor = tensor_type(op.operands[0].type)
    return tensor.shape if tensor else ()


def _any_order(op: Op) -> str:
    """Return an error if a reduction's result may depend on the order of elements, else an empty string."""
    if op.name == "vector.multi_reduction":
        return "" if len(op.operands) == 1 else "it has an accumulator"
    (block,) = op.regions[0].blocks
    combine, last = block.ops[0], block.ops[-1]
    exact = combine.name in EXACT and len(block.ops) == 2 and len(op.operands) == 1
    both = set(combine.operands) == set(block.arguments) and last.operands == combine.results
    return "" if exact and both else "its result depends on the order"
