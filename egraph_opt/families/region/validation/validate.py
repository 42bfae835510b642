"""Validation that two tensor functions are equal, by interpreting both on fingerprints of tensor elements.

Every element of an argument has a random 64-bit fingerprint. A result element of a computation combines the fingerprints of the operation
and of all elements read. Functions with equal result fingerprints compute each element by the same operations from the same elements,
unless fingerprints collide. Opaque operations must have equal operands and order.

Dynamic extents and offsets have random values in each of several runs. For functions of several blocks, random paths are compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import prod
from typing import Any

import numpy as np

from egraph_opt.checker.operations.op_structure import attributes, structure
from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.constant_evaluation import evaluate
from egraph_opt.families.region.encode.dispatch_reader import WORKGROUPS, parse_dispatch
from egraph_opt.families.region.encode.linalg_reader import elementwise, integers, operand_maps, segments
from egraph_opt.families.region.encode.tensor_program import ranked_type
from egraph_opt.families.region.validation.dispatch_fingerprints import dispatch
from egraph_opt.families.region.validation.element_fingerprint import FingerprintOutOfBounds, Prints, digest, fingerprint, mix
from egraph_opt.families.region.validation.linalg_fingerprints import fold_axes, loops
from egraph_opt.families.region.validation.movement_fingerprints import MOVES, extent
from egraph_opt.families.region.vocabulary.symbolic_extent import DYNAMIC
from egraph_opt.ir.attributes import groups
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import is_tensor, tensor_type

MAX_ELEMENTS = 1 << 25
"""Maximum number of elements of a tensor (256 MiB of fingerprints)."""
DRAWN_LIMIT = 7
"""Exclusive upper bound on random extents and offsets."""
STEPS = 16
"""Maximum number of blocks that one run interprets."""
RUNS, TRIALS = 4, 400
"""For a function with dynamic extents: required number of runs with all accesses in bounds, and maximum number of runs."""
PURE = ("tensor.", "linalg.", "arith.", "math.", "index.", "complex.", "iree_linalg_ext.", "flow.tensor.", "flow.dispatch.region")
Spread = Callable[[np.uint64, Sequence[int]], Prints]
"""Function that returns a fingerprint for each element of a tensor."""
_INTEGER = re.compile(r"index|i\d+")


class TooLarge(Unsupported):
    """A tensor is too large to compare, or every choice of random sizes led to an access out of bounds."""


def same(before: Op, after: Op) -> bool:
    """Return whether two functions give the same results for the same arguments.

    Raises:
        TooLarge: a tensor has more than `MAX_ELEMENTS` elements, or too few runs had all accesses in bounds.
    """
    return ExpectedRuns(before).same(after)


class ExpectedRuns:
    """Cached runs of one function, for comparison with several other functions."""

    def __init__(self, function: Op) -> None:
        self.function = function
        self._runs: list[tuple[list[np.uint64] | None, int]] = []
        """Result fingerprints (None after an access out of bounds) and number of random sizes, by seed."""
        self._arguments = Arguments()
        """Arguments of the last run, which are the same for every run without random sizes."""

    def run(self, seed: int) -> tuple[list[np.uint64] | None, int, Arguments]:
        """Return the results of the run with a seed, its number of random sizes, and its arguments. Seeds must be used in order."""
        if seed == len(self._runs):
            self._arguments = Arguments()
            drawn, results = FingerprintRun(seed, self._arguments), None
            with suppress(FingerprintOutOfBounds):
                results = drawn.function(self.function)
            self._runs.append((results, drawn.draws))
        last = seed == len(self._runs) - 1
        return (*self._runs[seed], self._arguments if last else Arguments())

    def same(self, other: Op) -> bool:
        """Return whether the function `other` gives the same results in all runs."""
        if attributes(self.function) != attributes(other):
            return False
        runs, wanted_runs = 0, RUNS * len(self.function.regions[0].blocks)
        for seed in range(TRIALS):
            expected, draws, arguments = self.run(seed)
            if expected is None:
                continue
            try:
                if expected != FingerprintRun(seed, arguments).function(other):
                    return False
            except FingerprintOutOfBounds:
                return False
            runs += 1
            if runs == wanted_runs or not draws:
                return True
        raise TooLarge(f"in {TRIALS} runs with small sizes it stayed {runs} times inside its tensors")


class Arguments:
    """Fingerprints and digests of arguments, shared by both functions of a comparison."""

    def __init__(self) -> None:
        self.prints: dict[tuple[int, tuple[int, ...]], Prints] = {}
        self.digests: dict[int, np.uint64] = {}
        """Digests of tensors in `prints`, by object identity."""
        self._folded: dict[tuple[int, tuple[int, ...]], Prints] = {}

    def fold_argument(self, x: Prints, axes: Sequence[int]) -> Prints:
        """Return `fold_axes(x, axes)`, from a cache if `x` is an argument of the function."""
        if not any(x is argument for argument in self.prints.values()):
            return fold_axes(x, axes)
        key = id(x), tuple(axes)
        if key not in self._folded:
            self._folded[key] = fold_axes(x, axes)
        return self._folded[key]


class FingerprintRun:
    def __init__(self, seed: int, arguments: Arguments) -> None:
        self.seed, self.draws, self.arguments = seed, 0, arguments
        self.known: dict[Value, Any] = {}
        self.integer: dict[Value, int] = {}
        self.effects: list[np.uint64] = []

    def function(self, op: Op) -> list[np.uint64]:
        """Interpret a function; return the fingerprints of its returned values and of its effects.

        After `STEPS` blocks, interpretation stops, and the next block's arguments take the place of returned values.
        """
        blocks = op.regions[0].blocks
        block, labels = blocks[0], {b.label: b for b in blocks}
        for n, argument in enumerate(block.arguments):
            self.result(argument, fingerprint("argument", n), None, self.argument)
        for _ in range(STEPS):
            self.block(block.ops, len(blocks) == 1)
            last = block.ops[-1]
            if not last.successors:
                return [*map(self.digest, last.operands), *self.effects]
            label, given = self.branch(last)
            self.effects.append(fingerprint(label))
            block = labels[label]
            held = [(self.known[v], self.integer.get(v)) for v in given]
            for argument, (known, integer) in zip(block.arguments, held, strict=True):
                self.known[argument] = known
                self.integer.pop(argument, None)
                if integer is not None:
                    self.integer[argument] = integer
        return [*map(self.digest, block.arguments), *self.effects]

    def branch(self, op: Op) -> tuple[str, Sequence[Value]]:
        """Return the successor of a branch and the values passed to it; an unknown condition gets a random value."""
        if op.name == "cf.br":
            return op.successors[0], op.operands
        if op.name != "cf.cond_br":
            raise TooLarge(f"{op.name} may go anywhere")
        (condition,), then, other = segments(op)
        known = self.integer.get(condition)
        taken = known if known is not None else self.draw(mix(self.digest(condition), np.uint64(len(self.effects))))
        return (op.successors[0], then) if taken & 1 else (op.successors[1], other)

    def block(self, ops: tuple[Op, ...], alone: bool = False) -> list[Any]:
        """Interpret a block and return the fingerprints of the terminator's operands.

        If the block is `alone` in its function, memory of values is released after their last use.
        """
        ends = last_uses(ops) if alone else {}
        for n, op in enumerate(ops[:-1]):
            self.run(op)
            for value in ends.get(n, ()):
                self.known.pop(value, None)
        return [self.known[v] for v in ops[-1].operands]

    def draw(self, seed: np.uint64) -> int:
        self.draws += 1
        return int(mix(seed, np.uint64(self.seed))) % DRAWN_LIMIT

    def spread(self, seed: np.uint64, shape: Sequence[int]) -> Prints:
        """Return a fingerprint for each element of a tensor."""
        if prod(shape) > MAX_ELEMENTS:
            raise TooLarge(f"a tensor of {'x'.join(map(str, shape))} has too many elements")
        made: Prints = mix(seed, np.arange(prod(shape), dtype=np.uint64)).reshape(shape)
        return made

    def argument(self, seed: np.uint64, shape: Sequence[int]) -> Prints:
        """Return a fingerprint for each element of an argument, shared by both functions."""
        key, known = (int(seed), tuple(shape)), self.arguments.prints
        if key not in known:
            known[key] = self.spread(seed, shape)
            known[key].flags.writeable = False
        return known[key]

    def result(self, value: Value, seed: np.uint64, shape: Sequence[int] | None, spread: Spread | None = None) -> None:
        """Assign fingerprints, derived from `seed`, to an argument or a result. Without `shape`, dynamic extents are random."""
        spread = spread or self.spread
        found = ranked_type(value.type)
        if _INTEGER.fullmatch(value.type):
            self.integer[value] = self.draw(seed)
            self.known[value] = self.number(self.integer[value])
        elif shape is not None:
            self.known[value] = spread(seed, shape)
        elif found:
            drawn = (self.draw(mix(seed, np.uint64(axis))) if n is None else n for axis, n in enumerate(found[0]))
            self.known[value] = spread(seed, tuple(drawn))
        else:
            tensor = tensor_type(value.type)
            self.known[value] = spread(seed, tensor.shape) if tensor else np.asarray(seed)

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
        if op.name == WORKGROUPS and self.is_known_dispatch(op):
            self.known.update(zip(op.results, dispatch(self, op), strict=True))
            return
        found = (extent(self, op),) if op.name == "tensor.dim" else evaluate(op, self.integer)
        if found is not None:
            self.integer.update(zip(op.results, found, strict=True))
            self.known.update(zip(op.results, map(self.number, found), strict=True))
            return
        maps = operand_maps(op)
        if maps is not None and op.operands:
            self.known[op.results[0]] = loops(op, maps, self.known, self.digest, self.arguments.fold_argument)
            return
        inside, captured = structure(op)
        seed = fingerprint(op.name, attributes(op), inside)
        for value in captured:
            seed = mix(seed, self.digest(value))
        if len(op.results) == 1 and tensor_like(op.results[0]) and op.operands and elementwise(op):
            made: Any = seed
            if len({self.known[value].shape for value in op.operands}) > 1:
                raise FingerprintOutOfBounds
            for value in op.operands:
                made = mix(made, self.known[value])
            self.known[op.results[0]] = made
            return
        for value in op.operands:
            seed = mix(seed, self.digest(value))
        if not op.name.startswith(PURE):
            seed = mix(seed, np.uint64(len(self.effects)))
            self.effects.append(seed)
        for n, result in enumerate(op.results):
            self.result(result, mix(seed, np.uint64(n)), self.shape(op, n))

    def is_known_dispatch(self, op: Op) -> bool:
        """Return whether the loads and stores of a dispatch are supported; an unsupported dispatch is opaque."""
        try:
            parse_dispatch(op)
        except Unsupported:
            return False
        return True

    def shape(self, op: Op, k: int) -> Sequence[int] | None:
        """Return the shape of a computation's result if its type is dynamic, else None."""
        found = ranked_type(op.results[k].type)
        if found is None or None not in found[0]:
            return None
        tensors = [self.known[v].shape for v in op.operands if tensor_like(v)]
        if op.name == "tensor.expand_shape":
            return self.mixed_numbers(op, "static_output_shape", op.operands[1:])
        if op.name == "tensor.collapse_shape":
            return [prod(tensors[0][n] for n in group) for group in groups(op.attributes["reassociation"])]
        if op.name.startswith(("linalg.", "iree_linalg_ext.")):
            return tensors[k - len(op.results)]  # type: ignore[no-any-return]
        return tensors[0] if tensors and op.name.startswith(("arith.", "math.")) else None

    def digest(self, value: Value) -> np.uint64:
        held, known = self.known[value], self.arguments.digests
        if id(held) in known:
            return known[id(held)]
        found = digest(held)
        if any(held is argument for argument in self.arguments.prints.values()):
            known[id(held)] = found
        return found

    def numbers(self, values: Sequence[Value]) -> list[int]:
        return [self.integer[v] for v in values]

    def mixed_numbers(self, op: Op, name: str, given: Sequence[Value]) -> list[int]:
        """Return the numbers of a dense array attribute, with the values `given` in place of dynamic numbers."""
        rest = iter(self.numbers(given))
        return [next(rest) if n == DYNAMIC else n for n in integers(op, name)]

    def window(self, op: Op, shape: Sequence[int], groups: Sequence[Sequence[Value]]) -> tuple[slice, ...]:
        names = (f"static_{name}" for name in ("offsets", "sizes", "strides"))
        return self.at(shape, *(self.mixed_numbers(op, name, given) for name, given in zip(names, groups, strict=True)))

    def at(self, shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> tuple[slice, ...]:
        axes = list(zip(shape, offsets, sizes, strides, strict=True))
        if any(o < 0 or n < 0 or s < 1 or o + max(0, n - 1) * s + (n > 0) > base for base, o, n, s in axes):
            raise FingerprintOutOfBounds
        return tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for _, o, n, s in axes)

    def insert(self, y: Prints, d: Prints, window: tuple[slice, ...]) -> Prints:
        made = d.copy()
        if made[window].shape != y.shape:
            raise FingerprintOutOfBounds
        made[window] = y
        return made


def last_uses(ops: Sequence[Op]) -> dict[int, list[Value]]:
    """Map the position of each operation to the values whose last use is this operation."""
    last: dict[Value, int] = {}
    for n, op in enumerate(ops):
        last.update(dict.fromkeys((*op.results, *(v for inner in op.walk() for v in inner.operands)), n))
    found: dict[int, list[Value]] = {}
    for value, n in last.items():
        found.setdefault(n, []).append(value)
    return found


def tensor_like(value: Value) -> bool:
    return is_tensor(value.type)
