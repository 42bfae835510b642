"""Whether two tensor functions do the same, decided by running both on fingerprints.

Every element of every argument gets a fingerprint of 64 bits; a computation's result gets those of its operation and of everything it
reads; slices, insertions, paddings and the like move them about. Two functions whose results carry the same fingerprints compute each
element by the same operations from the same elements, unless two fingerprints of 64 bits collide. Nothing here comes from terms or
rules: both functions are read as they are written, by numpy.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egraph_opt.check.written import attributes, structure
from egraph_opt.ir import Op, Value, tensor_type
from egraph_opt.region.encode import elementwise

Prints = NDArray[np.uint64]
MAX_ELEMENTS = 1 << 25
"""Elements of one tensor: 256 MiB of fingerprints."""


class TooLarge(Exception):
    """A tensor has more elements than are compared."""


def same(before: Op, after: Op) -> bool:
    """Whether two functions give the same results for the same arguments.

    Raises:
        TooLarge: a tensor has more than `MAX_ELEMENTS` elements.
    """
    if attributes(before) != attributes(after):
        return False
    a, b = _Run().function(before), _Run().function(after)
    return len(a) == len(b) and all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def fingerprint(*things: object) -> np.uint64:
    """64 bits that say what something is."""
    return np.uint64(int.from_bytes(hashlib.blake2b(repr(things).encode(), digest_size=8).digest(), "little"))


def mix(a: Any, b: Any) -> Any:
    """A fingerprint of two fingerprints, in order (the finaliser of splitmix64, Steele et al. 2014)."""
    with np.errstate(over="ignore"):
        x = a * np.uint64(0x9E3779B97F4A7C15) + b
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def numbers(op: Op, name: str) -> list[int]:
    """A dense array attribute."""
    return [int(n) for n in re.findall(r"-?\d+", op.attributes.get(name, "").partition(":")[2])]


class _Run:
    def __init__(self) -> None:
        self.known: dict[Value, Any] = {}
        self.index: dict[Value, int] = {}

    def function(self, op: Op) -> list[Prints]:
        (block,) = op.regions[0].blocks
        for n, argument in enumerate(block.arguments):
            self.known[argument] = self.spread(fingerprint("argument", n), argument)
        return self.block(block.ops)

    def block(self, ops: tuple[Op, ...]) -> list[Prints]:
        for op in ops[:-1]:
            self.run(op)
        return [self.known[v] for v in ops[-1].operands]

    def spread(self, seed: np.uint64, value: Value) -> Any:
        """A fingerprint for each element of a tensor; of a scalar the seed itself."""
        tensor = tensor_type(value.type)
        if tensor is None:
            return np.asarray(seed)
        if prod(tensor.shape) > MAX_ELEMENTS:
            raise TooLarge(f"{value.name} has {prod(tensor.shape)} elements")
        return mix(seed, np.arange(prod(tensor.shape), dtype=np.uint64)).reshape(tensor.shape)

    def run(self, op: Op) -> None:
        special = MOVES.get(op.name)
        if special is not None:
            self.known[op.results[0]] = special(self, op)
            return
        inside, captured = structure(op)
        own = attributes(op) if op.name != "flow.dispatch.region" else ()
        seed = fingerprint(op.name, own, inside)
        for value in captured:
            seed = mix(seed, self.digest(value))
        if op.name == "arith.constant" and len(op.results) == 1 and tensor_type(op.results[0].type) is None:
            self.index[op.results[0]] = int(m[0]) if (m := re.match(r"-?\d+(?= : index)", op.attributes["value"])) else 0
            seed = fingerprint("constant", op.attributes["value"])
        if len(op.results) == 1 and tensor_type(op.results[0].type) and op.operands and elementwise(op):
            made: Any = seed
            for value in op.operands:
                made = mix(made, self.known[value])
            self.known[op.results[0]] = made
            return
        for value in op.operands:
            seed = mix(seed, self.digest(value))
        for n, result in enumerate(op.results):
            self.known[result] = self.spread(mix(seed, np.uint64(n)), result)

    def digest(self, value: Value) -> np.uint64:
        """One fingerprint of everything a value holds."""
        held = self.known[value]
        return fingerprint(held.shape, hashlib.blake2b(np.ascontiguousarray(held).tobytes(), digest_size=16).hexdigest())

    def window(self, op: Op) -> tuple[slice, ...]:
        columns = (numbers(op, f"static_{name}") for name in ("offsets", "sizes", "strides"))
        return tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(*columns, strict=True))

    def at(self, values: tuple[Value, ...], sizes: tuple[int, ...]) -> tuple[slice, ...]:
        return tuple(slice(self.index[v], self.index[v] + n) for v, n in zip(values, sizes, strict=True))


def _extract(r: _Run, op: Op) -> Prints:
    return r.known[op.operands[0]][r.window(op)].copy()  # type: ignore[no-any-return]


def _flow_slice(r: _Run, op: Op) -> Prints:
    x = r.known[op.operands[0]]
    offsets, sizes = op.operands[1 : 1 + x.ndim], tuple(r.index[v] for v in op.operands[1 + x.ndim :])
    return x[r.at(offsets, sizes)].copy()  # type: ignore[no-any-return]


def _insert(r: _Run, op: Op) -> Prints:
    target: Prints = r.known[op.operands[1]].copy()
    target[r.window(op)] = r.known[op.operands[0]]
    return target


def _update(r: _Run, op: Op) -> Prints:
    target: Prints = r.known[op.operands[0]].copy()
    y = r.known[op.operands[-1]]
    target[r.at(op.operands[1:-1], y.shape)] = y
    return target


def _pad(r: _Run, op: Op) -> Prints:
    (yielded,) = op.regions[0].blocks[0].ops[-1].operands
    amounts = list(zip(numbers(op, "static_low"), numbers(op, "static_high"), strict=True))
    return np.pad(r.known[op.operands[0]], amounts, constant_values=r.known[yielded])


def _fill(r: _Run, op: Op) -> Prints:
    return np.full_like(r.spread(np.uint64(0), op.results[0]), r.known[op.operands[0]])


def _empty(r: _Run, op: Op) -> Prints:
    """Nobody may rely on what an empty tensor holds: all its elements look alike."""
    return np.full_like(r.spread(np.uint64(0), op.results[0]), fingerprint("unset"))


def _concat(r: _Run, op: Op) -> Prints:
    return np.concatenate([r.known[v] for v in op.operands], int(op.attributes["dim"].split(" ")[0]))


def _transpose(r: _Run, op: Op) -> Prints:
    return np.ascontiguousarray(np.transpose(r.known[op.operands[0]], numbers(op, "permutation")))


def _transfer(r: _Run, op: Op) -> Prints:
    return mix(fingerprint("transfer", attributes(op)), r.known[op.operands[0]])  # type: ignore[no-any-return]


def _region(r: _Run, op: Op) -> Prints:
    (result,) = r.block(op.regions[0].blocks[0].ops)
    return result


MOVES: dict[str, Callable[[_Run, Op], Prints]] = {
    "tensor.extract_slice": _extract, "flow.tensor.slice": _flow_slice, "tensor.insert_slice": _insert, "flow.tensor.update": _update,
    "tensor.pad": _pad, "linalg.fill": _fill, "flow.tensor.splat": _fill, "tensor.empty": _empty, "flow.tensor.empty": _empty,
    "tensor.concat": _concat, "linalg.transpose": _transpose, "flow.tensor.transfer": _transfer, "flow.dispatch.region": _region,
}  # fmt: skip
