"""Parameters for unknown shapes, added on request and covered by a caller's promise.

A parameter is the extent of a tensor along one dimension. The caller promises that the extent is from 1 to 2^31 - 1. The caller also
promises that an executed access with such an extent has all indices of its block along the dimension in `[0, extent)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.structured_access import StructuredAccess
from egraph_opt.families.pointer.analysis.term_table import TermAtom
from egraph_opt.ir.module import Argument, Op, Piece, Region, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.semantics.ranges import IntegerRange
from egraph_opt.ir.types import FunctionType, type_of

MARK = "egraph_opt.parent_shape"
"""Attribute of an added parameter. Its text names the pointer and the dimension whose extent the parameter is."""
MAX_EXTENT = (1 << 31) - 1


@dataclass(slots=True)
class Parents:
    """Parameters added to a function for unknown extents of tensors, each by a key of pointer, dimension, base and strides."""

    made: dict[tuple[object, ...], Value] = field(default_factory=dict)
    about: dict[Value, tuple[str, int]] = field(default_factory=dict)
    """Each added parameter, with the name of its tensor's pointer and the dimension whose extent the parameter is."""

    def shape(self, access: StructuredAccess, d: int, base: Poly, strides: tuple[Poly, ...], numbers: Numbers) -> Poly:
        """Return, as a polynomial, the added parameter for the extent of an accessed tensor in memory along dimension `d`."""
        key = access.pointer, d, *(number.text(numbers.name) for number in (base, *strides))
        if key not in self.made:
            name = access.pointer.name.removeprefix("%").replace("#", "_")
            value = self.made[key] = Value("i32", f"%shape_{name}_{d}")
            self.about[value] = access.pointer.name, d
        value = self.made[key]
        numbers.terms.facts.memo[value] = IntegerRange(1, MAX_EXTENT)
        known = next((n for n, atom in enumerate(numbers.terms.atoms) if atom.value is value), None)
        number = Poly.atom(known if known is not None else numbers.terms.atom(TermAtom(value)))
        numbers.values[number] = [value]
        return number

    def add_parameters(self, function: Op) -> tuple[Op, tuple[str, ...]]:
        """Append the used parameters to a function; return the function and the caller's promise about each parameter."""
        used = {v for op in function.walk() for v in op.operands}
        about = {v: f"dimension {d} behind {pointer}" for v, (pointer, d) in self.about.items() if v in used}
        promises = tuple(
            f"the parameter {v.name}: i32 is added, the extent of {what}: its caller promises that it is at least 1, and that no index of"
            " an access that has it for its shape is negative or reaches it"
            for v, what in about.items()
        )
        return (_add_parameters(function, about) if about else function), promises


def _add_parameters(function: Op, about: dict[Value, str]) -> Op:
    block, *rest = function.regions[0].blocks
    count = len(block.arguments)
    attributes = dict(function.attributes)
    marks = [f'{{{MARK} = "{what}"}}' for what in about.values()]
    type = type_of(attributes["function_type"])
    assert isinstance(type, FunctionType)
    attributes["function_type"] = str(type._replace(inputs=(*type.inputs, *(v.type for v in about))))
    listed = attributes.get("arg_attrs", f"[{', '.join(['{}'] * count)}]").removesuffix("]")
    attributes["arg_attrs"] = listed + "".join(f", {mark}" for mark in marks) + "]"
    pieces: list[Piece] = list(function.pieces)
    last = max(i for i, p in enumerate(pieces) if isinstance(p, Argument))
    tail = pieces[last + 1]
    assert isinstance(tail, str)
    end = closing(tail)
    new: list[Piece] = [tail[:end]]
    for i, mark in enumerate(marks):
        new += [", ", Argument(0, count + i), f": i32 {mark}"]
    pieces[last + 1 : last + 2] = [*new, tail[end:]]
    block = replace(block, arguments=(*block.arguments, *about))
    return replace(function, attributes=attributes, pieces=tuple(pieces), regions=(Region((block, *rest)),))


def closing(text: str) -> int:
    """Return the index of the parenthesis in `text` that closes the parameter list; `text` starts after the last parameter."""
    depth = 0
    quoted = False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif not quoted and c in "([{<":
            depth += 1
        elif not quoted and c in ")]}>" and text[i - 1 : i + 1] != "->":
            if c == ")" and depth == 0:
                return i
            depth -= 1
    raise ValueError("a function whose parameters do not end")
