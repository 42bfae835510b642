"""Whether two tensor functions do the same, decided by running both on fingerprints.

Every element of every argument gets a fingerprint of 64 bits; a computation's result gets those of its operation and of everything it
reads; slices, insertions, paddings and the like move them about. Two functions whose results carry the same fingerprints compute each
element by the same operations from the same elements, unless two fingerprints of 64 bits collide. What an unknown operation is given,
and in which order there are such, must be the same too. Extents and offsets of run time are drawn, several times: for these, two
functions are found to do the same on the sizes that were drawn, and only the rules are proved for all. Nothing here comes from terms or
rules: both functions are read as they are written, by numpy.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egraph_opt.check.written import attributes, structure
from egraph_opt.ir import Op, Value, tensor_type
from egraph_opt.region.computing import elementwise, followed, integers, segments
from egraph_opt.region.encode import ranked
from egraph_opt.region.index import evaluate
from egraph_opt.region.size import DYNAMIC

Prints = NDArray[np.uint64]
MAX_ELEMENTS = 1 << 25
"""Elements of one tensor: 256 MiB of fingerprints."""
DRAWN = 7
"""Extents and offsets that are known at run time only are below this."""
RUNS, TRIALS = 4, 400
"""So often functions with such extents are run, of so many draws that may turn out to reach out of a tensor."""
PURE = ("tensor.", "linalg.", "arith.", "math.", "index.", "complex.", "iree_linalg_ext.", "flow.tensor.", "flow.dispatch.region")
_INTEGER = re.compile(r"index|i\d+")


class TooLarge(Exception):
    """A tensor has more elements than are compared, or no sizes were found at which the function stays inside its tensors."""


class OutOfBounds(Exception):
    """With the numbers that were drawn, the function reaches out of a tensor: what it does then is not said."""


def same(before: Op, after: Op) -> bool:
    """Whether two functions give the same results for the same arguments.

    Raises:
        TooLarge: a tensor has more than `MAX_ELEMENTS` elements, or no run stayed inside its tensors.
    """
    if attributes(before) != attributes(after):
        return False
    runs = 0
    for seed in range(TRIALS):
        drawn = _Run(seed)
        try:
            wanted = drawn.function(before)
        except OutOfBounds:
            continue
        try:
            if wanted != _Run(seed).function(after):
                return False
        except OutOfBounds:
            return False
        runs += 1
        if runs == RUNS or not drawn.draws:
            return True
    raise TooLarge(f"in {TRIALS} runs with small sizes it stayed {runs} times inside its tensors")


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


class _Run:
    def __init__(self, seed: int) -> None:
        self.seed, self.draws = seed, 0
        self.known: dict[Value, Any] = {}
        self.integer: dict[Value, int] = {}
        self.effects: list[np.uint64] = []

    def function(self, op: Op) -> list[np.uint64]:
        """Fingerprints of what the function returns, and of what it does meanwhile."""
        (block,) = op.regions[0].blocks
        for n, argument in enumerate(block.arguments):
            self.result(argument, fingerprint("argument", n), None)
        self.block(block.ops)
        return [*(self.digest(v) for v in block.ops[-1].operands), *self.effects]

    def block(self, ops: tuple[Op, ...]) -> list[Any]:
        for op in ops[:-1]:
            self.run(op)
        return [self.known[v] for v in ops[-1].operands]

    def draw(self, seed: np.uint64) -> int:
        self.draws += 1
        return int(mix(seed, np.uint64(self.seed))) % DRAWN

    def spread(self, seed: np.uint64, shape: Sequence[int]) -> Prints:
        """A fingerprint for each element of a tensor."""
        if prod(shape) > MAX_ELEMENTS:
            raise TooLarge(f"a tensor of {'x'.join(map(str, shape))} has too many elements")
        made: Prints = mix(seed, np.arange(prod(shape), dtype=np.uint64)).reshape(shape)
        return made

    def result(self, value: Value, seed: np.uint64, shape: Sequence[int] | None) -> None:
        """What nothing is known of but its type, and of a tensor its shape where that is known."""
        found = ranked(value.type)
        if _INTEGER.fullmatch(value.type):
            self.integer[value] = self.draw(seed)
            self.known[value] = self.number(self.integer[value])
        elif shape is not None:
            self.known[value] = self.spread(seed, shape)
        elif found:
            drawn = (self.draw(mix(seed, np.uint64(axis))) if n is None else n for axis, n in enumerate(found[0]))
            self.known[value] = self.spread(seed, tuple(drawn))
        else:
            tensor = tensor_type(value.type)
            self.known[value] = self.spread(seed, tensor.shape) if tensor else np.asarray(seed)

    def number(self, n: int) -> Any:
        return np.asarray(fingerprint("integer", n))

    def run(self, op: Op) -> None:
        special = MOVES.get(op.name)
        if special is not None:
            self.known[op.results[0]] = special(self, op)
            return
        if op.name == "flow.dispatch.region":
            self.known.update(zip(op.results, self.block(op.regions[0].blocks[0].ops), strict=True))
            return
        found = (_dim(self, op),) if op.name == "tensor.dim" else evaluate(op, self.integer)
        if found is not None:
            self.integer.update(zip(op.results, found, strict=True))
            self.known.update(zip(op.results, map(self.number, found), strict=True))
            return
        inside, captured = structure(op)
        seed = fingerprint(op.name, attributes(op), inside)
        for value in captured:
            seed = mix(seed, self.digest(value))
        if len(op.results) == 1 and tensor_like(op.results[0]) and op.operands and elementwise(op):
            made: Any = seed
            for value in op.operands:
                made = mix(made, self.known[value])
            self.known[op.results[0]] = made
            return
        maps = followed(op)
        if maps is not None and op.operands:
            self.known[op.results[0]] = self.mapped(op, seed, maps)
            return
        for value in op.operands:
            seed = mix(seed, self.digest(value))
        if not op.name.startswith(PURE):
            seed = mix(seed, np.uint64(len(self.effects)))
            self.effects.append(seed)
        for n, result in enumerate(op.results):
            self.result(result, mix(seed, np.uint64(n)), self.shape(op, n))

    def mapped(self, op: Op, seed: np.uint64, maps: Sequence[Sequence[int | None]]) -> Prints:
        """Each element of a result from what the operation reads for it, along whole axes where it reduces."""
        shape = self.known[op.operands[-1]].shape
        made: Any = np.full(shape, seed)
        for value, axes in zip(op.operands, maps, strict=True):
            x, kept = self.known[value], [a for a in axes if a is not None]
            reduced = [k for k, a in enumerate(axes) if a is None]
            if (
                x.ndim != len(axes)
                or len(set(kept)) != len(kept)
                or any(x.shape[k] != shape[a] for k, a in enumerate(axes) if a is not None)
            ):
                raise OutOfBounds
            for k in reversed(reduced):
                place = np.arange(x.shape[k], dtype=np.uint64).reshape([-1 if i == k else 1 for i in range(x.ndim)])
                x = mix(x, place).sum(axis=k, dtype=np.uint64)  # which elements stand where, in any order of adding them up
            x = np.transpose(x, np.argsort(kept)).reshape([shape[a] if a in kept else 1 for a in range(len(shape))])
            made = mix(made, x)
        return np.ascontiguousarray(made)

    def shape(self, op: Op, k: int) -> Sequence[int] | None:
        """The shape of a computation's result where its type leaves it open."""
        found = ranked(op.results[k].type)
        if found is None or None not in found[0]:
            return None
        tensors = [self.known[v].shape for v in op.operands if tensor_like(v)]
        if op.name == "tensor.expand_shape":
            return self.mixed(op, "static_output_shape", op.operands[1:])
        if op.name == "tensor.collapse_shape":
            groups = re.findall(r"\[([\d, ]+)\]", op.attributes["reassociation"])
            return [prod(tensors[0][int(n)] for n in group.split(",")) for group in groups]
        if op.name.startswith(("linalg.", "iree_linalg_ext.")):
            return tensors[k - len(op.results)]  # type: ignore[no-any-return]
        return tensors[0] if tensors and op.name.startswith(("arith.", "math.")) else None

    def digest(self, value: Value) -> np.uint64:
        """One fingerprint of everything a value holds."""
        held = self.known[value]
        return fingerprint(held.shape, hashlib.blake2b(np.ascontiguousarray(held).tobytes(), digest_size=16).hexdigest())

    def numbers(self, values: Sequence[Value]) -> list[int]:
        return [self.integer[v] for v in values]

    def mixed(self, op: Op, name: str, given: Sequence[Value]) -> list[int]:
        """A dense array attribute, operands in place of what it leaves open."""
        rest = iter(self.numbers(given))
        return [next(rest) if n == DYNAMIC else n for n in integers(op, name)]

    def window(self, op: Op, shape: Sequence[int], groups: Sequence[Sequence[Value]]) -> tuple[slice, ...]:
        names = (f"static_{name}" for name in ("offsets", "sizes", "strides"))
        return self.at(shape, *(self.mixed(op, name, given) for name, given in zip(names, groups, strict=True)))

    def at(self, shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> tuple[slice, ...]:
        axes = list(zip(shape, offsets, sizes, strides, strict=True))
        if any(o < 0 or n < 0 or s < 1 or o + max(0, n - 1) * s + (n > 0) > base for base, o, n, s in axes):
            raise OutOfBounds
        return tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for _, o, n, s in axes)

    def insert(self, y: Prints, d: Prints, window: tuple[slice, ...]) -> Prints:
        made = d.copy()
        if made[window].shape != y.shape:
            raise OutOfBounds
        made[window] = y
        return made


def tensor_like(value: Value) -> bool:
    """Whether a value is a tensor."""
    return value.type.startswith("tensor<")


def _dim(r: _Run, op: Op) -> int:
    shape = r.known[op.operands[0]].shape
    if not 0 <= r.integer[op.operands[1]] < len(shape):
        raise OutOfBounds
    return int(shape[r.integer[op.operands[1]]])


def _extract(r: _Run, op: Op) -> Prints:
    x: Prints = r.known[op.operands[0]]
    part = x[r.window(op, x.shape, segments(op)[1:])].copy()
    found = ranked(op.results[0].type)
    return part.reshape(_reduced(part.shape, found[0])) if found and len(found[0]) != part.ndim else part


def _reduced(shape: Sequence[int], typed: Sequence[int | None]) -> list[int]:
    """A shape without as many extents of 1 as a type drops."""
    ones = [axis for axis, n in enumerate(shape) if n == 1]
    for dropped in combinations(ones, len(shape) - len(typed)):
        kept = [n for axis, n in enumerate(shape) if axis not in dropped]
        if all(t in (None, n) for t, n in zip(typed, kept, strict=True)):
            return kept
    raise OutOfBounds


def _view(r: _Run, op: Op) -> Prints:
    """The same elements counted in another way."""
    found, x = ranked(op.results[0].type), r.known[op.operands[0]]
    shape = r.shape(op, 0) or [n for n in (found[0] if found else ()) if n is not None]
    if prod(shape) != x.size:
        raise OutOfBounds
    return x.reshape(shape)  # type: ignore[no-any-return]


def _flow_slice(r: _Run, op: Op) -> Prints:
    (source,), _, offsets, lengths, _ = segments(op)
    x: Prints = r.known[source]
    return x[r.at(x.shape, r.numbers(offsets), r.numbers(lengths), [1] * x.ndim)].copy()


def _insert(r: _Run, op: Op) -> Prints:
    y, d = (r.known[v] for v in op.operands[:2])
    window = r.window(op, d.shape, segments(op)[2:])
    return r.insert(y if y.ndim == d.ndim else y.reshape(d[window].shape), d, window)


def _update(r: _Run, op: Op) -> Prints:
    (target,), _, offsets, (update,), _ = segments(op)
    y, d = r.known[update], r.known[target]
    return r.insert(y, d, r.at(d.shape, r.numbers(offsets), y.shape, [1] * d.ndim))


def _pad(r: _Run, op: Op) -> Prints:
    (yielded,) = op.regions[0].blocks[0].ops[-1].operands
    _, low, high = segments(op)
    amounts = list(zip(r.mixed(op, "static_low", low), r.mixed(op, "static_high", high), strict=True))
    if min(min(pair) for pair in amounts) < 0:
        raise OutOfBounds
    value = r.known.get(yielded)
    inside, captured = structure(op)
    if value is None or len(op.regions[0].blocks[0].ops) > 1:  # of the index: what surrounds the operand is known by where it is
        seed = fingerprint(inside)
        for v in captured:
            seed = mix(seed, r.digest(v))
        whole = r.spread(seed, [a + n + b for (a, b), n in zip(amounts, r.known[op.operands[0]].shape, strict=True)])
        window = tuple(slice(a, a + n) for (a, _), n in zip(amounts, r.known[op.operands[0]].shape, strict=True))
        return r.insert(r.known[op.operands[0]], whole, window)
    return np.pad(r.known[op.operands[0]], amounts, constant_values=value)


def _fill(r: _Run, op: Op) -> Prints:
    shape = r.known[op.operands[1]].shape if op.name == "linalg.fill" else _typed(r, op, op.operands[1:])
    return np.full(shape, r.known[op.operands[0]], np.uint64)


def _empty(r: _Run, op: Op) -> Prints:
    """Nobody may rely on what an empty tensor holds: all its elements look alike."""
    return np.full(_typed(r, op, op.operands), fingerprint("unset"), np.uint64)


def _typed(r: _Run, op: Op, given: Sequence[Value]) -> list[int]:
    found, tensor = ranked(op.results[0].type), tensor_type(op.results[0].type)
    if found is None:
        return list(tensor.shape) if tensor else []
    rest = iter(r.numbers(given))
    shape = [next(rest) if n is None else n for n in found[0]]
    if min(shape) < 0:
        raise OutOfBounds
    return shape


def _concat(r: _Run, op: Op) -> Prints:
    axis, xs = int(op.attributes["dim"].split(" ")[0]), [r.known[v] for v in op.operands]
    if len({tuple(n for i, n in enumerate(x.shape) if i != axis) for x in xs}) > 1:
        raise OutOfBounds
    return np.concatenate(xs, axis)


def _transpose(r: _Run, op: Op) -> Prints:
    return np.ascontiguousarray(np.transpose(r.known[op.operands[0]], integers(op, "permutation")))


def _transfer(r: _Run, op: Op) -> Prints:
    return mix(fingerprint("transfer", attributes(op)), r.known[op.operands[0]])  # type: ignore[no-any-return]


MOVES: dict[str, Callable[[_Run, Op], Prints]] = {
    "tensor.extract_slice": _extract, "flow.tensor.slice": _flow_slice, "tensor.insert_slice": _insert, "flow.tensor.update": _update,
    "tensor.pad": _pad, "linalg.fill": _fill, "flow.tensor.splat": _fill, "tensor.empty": _empty, "flow.tensor.empty": _empty,
    "tensor.concat": _concat, "linalg.transpose": _transpose, "flow.tensor.transfer": _transfer,
    "tensor.expand_shape": _view, "tensor.collapse_shape": _view,
}  # fmt: skip
