"""Translation validation of raised accesses: one SMT query for each access, and the rest by `egraph_opt.checker`.

Each changed access, and its replacement in the new program, become the same opaque operation, called a token. The checker, which does not
interpret addresses, proves the remaining program equal. A token stands for equivalent accesses: in every lane and for all inputs, both
are active or neither is, active lanes have equal addresses, and inactive lanes get equal values. Of two versions, the raised one is
proved equal under the guard, and the other one without. A raised load may skip lanes of the original, if `symbolic.demanded_lanes`
proves that no store uses them. `copy_order` proves that hardware copies, which break program order, do no harm. Validation shares no other
code with raising.

`Proofs` records each proved access immediately, so that proved accesses may stay raised if the work budget is exhausted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import z3

from egraph_opt.checker import check
from egraph_opt.checker.access.effects import DIVISIONS
from egraph_opt.families.pointer.prepare.load_narrowing import narrow_loads
from egraph_opt.families.pointer.symbolic.access_semantics import BUFFER, grid_of
from egraph_opt.families.pointer.symbolic.entailment import refute
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.solver import solver_session, work_without_solver
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols, UnknownValue
from egraph_opt.families.pointer.validation.access_proof import ATOMIC, Tiles, prove_access, stored_or_combined, volatile
from egraph_opt.families.pointer.validation.copy_order import require_order
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.program_points import Steps
from egraph_opt.families.pointer.validation.queries import (
    FIRST,
    NO_ALIAS,
    NO_OVERFLOW,
    POSITIVE,
    READABLE,
    assume_guard,
    positive,
    state_assumptions,
    state_hypotheses,
)
from egraph_opt.families.pointer.validation.version_paths import Conditions, versions
from egraph_opt.ir.attributes import parameter_attributes
from egraph_opt.ir.module import Module, Op, Operand, Piece, Region, TypeOf, Value, symbol_name
from egraph_opt.ir.rewriting.rewrite import expand_ops
from egraph_opt.ir.types import is_block_pointer, tensor_type

AccessKey = tuple[int, str]
"""Line and name of an access of the old function."""


@dataclass(slots=True)
class Proofs:
    """Proved accesses in order, each with the steps taken until its proof, without solver time."""

    steps: dict[AccessKey, float] = field(default_factory=dict)

    def note(self, access: Op) -> None:
        self.steps[access.line, access.name] = work_without_solver()

    def drop(self, access: Op) -> None:
        """Withdraw the proof of an access whose memory order is still unproved."""
        self.steps.pop((access.line, access.name), None)


Token = tuple[int, tuple[Value, ...]]
"""Number and operands of the token (opaque operation) that replaces an operation.

A negative number only deletes the operation. An `scf.yield` is kept, with its token before it.
"""


def insert_tokens(function: Op, tokens: Mapping[Op, Token]) -> Op:
    """Replace each access in `tokens` by its token, an opaque operation that both functions share for equivalent accesses."""

    def mark(op: Op) -> list[Op]:
        if op in tokens:
            number, operands = tokens[op]
            stays = [op] if op.name == "scf.yield" else []
            return [] if number < 0 else [_token(number, operands, op.results), *stays]
        return [expand_ops(op, mark)]

    return expand_ops(function, mark)


def _token(number: int, operands: tuple[Value, ...], results: tuple[Value, ...]) -> Op:
    pieces: list[Piece] = ['"access.token"(']
    for i in range(len(operands)):
        pieces += [", ", Operand(i)] if i else [Operand(i)]
    pieces.append(f") {{number = {number} : i64}} : (")
    for i in range(len(operands)):
        pieces += [", ", TypeOf("operand", i)] if i else [TypeOf("operand", i)]
    pieces += [") -> ", TypeOf("result", 0) if results else "()"]
    return Op("access.token", operands, results, {"number": f"{number} : i64"}, pieces=tuple(pieces))


ACCESSES = frozenset(
    "tt.load tt.store tt.descriptor_load tt.descriptor_store tt.descriptor_gather tt.descriptor_scatter tts.load tts.store"
    " tts.gather tts.scatter tt.atomic_rmw".split()
)
COPIES = frozenset(("tt.descriptor_load", "tt.descriptor_store"))
"""Accesses that may become hardware copies."""
SINGLE = frozenset(("tts.gather", "tts.scatter"))
"""Accesses with an offset for each lane. These keep their masks, like buffer accesses."""
INDEX_LIST_OP = "tts.make_gather_scatter_tptr"
"""Operation that makes a pointer with a table of indices. Most accesses through such a pointer keep their masks."""
SHAPE = "egraph_opt.parent_shape"
"""Attribute of an added parameter, by which callers promise that accesses are in bounds (see `symbolic.access_semantics`)."""


def validate(old: Module, new: Module, proofs: Proofs | None = None) -> None:
    """Prove that raised functions are equivalent to the originals.

    Args:
        old: the original functions.
        new: the raised functions.
        proofs: collects the proved accesses.

    Raises:
        RaiseRefused: the proof fails.
        SolverExhausted: the work budget is exhausted.
    """
    with solver_session():
        _validate(old, new, proofs or Proofs())


def _validate(old: Module, new: Module, proofs: Proofs) -> None:
    before, after = old.functions(), new.functions()
    if len(before) != len(after):
        raise RaiseRefused("the modules have other functions")
    owns = [len(f.regions[0].blocks[0].arguments) for f in before]
    given = tuple(_add_promises(f, g) for f, g in zip(before, after, strict=True))
    old, before = old.replace_functions(dict(zip(before, given, strict=True))), given
    ways = [versions(g) for g in after]
    callees = {op.attributes.get("callee", "").removeprefix("@").strip('"') for op in new.op.walk()}
    # The raised version comes last, so that the other versions are proved if the budget is exhausted during its proof.
    for take in reversed(range(max(map(len, ways), default=0))):
        marked_before: dict[Op, Op] = {}
        marked_after: dict[Op, Op] = {}
        defined: list[Op] = []
        for f, g, found, own in zip(before, after, ways, owns, strict=True):
            version, condition = found[min(take, len(found) - 1)]
            defined += _find_new_divisions(f, version, condition, own)
            here = Proofs() if take else proofs  # the first version has all raised accesses
            start, tokens = _narrow_tokens(f, version, condition, own, here)
            marked_before[f], marked_after[g] = insert_tokens(start, tokens[0]), insert_tokens(version, tokens[1])
            copies = {
                op: partial(state_hypotheses, holds=condition.get(home), own=own)
                for op, home in _homes(version).items()
                if op in tokens[1] and op.name in COPIES
            }
            sources = {b: a for a, b in zip(*map(_accesses, (start, version)), strict=True) if b in copies}
            for access in sources.values():
                here.drop(access)
            for copy in require_order(version, copies, own, symbol_name(g) in callees):
                here.note(sources[copy])
        verdict = check(old.replace_functions(marked_before), new.replace_functions(marked_after), defined=defined)
        if not verdict.equal:
            raise RaiseRefused(str(verdict))


def _add_promises(old: Op, new: Op) -> Op:
    """Add the promises of the new function to the old one: attributes, and added parameters, which the old function ignores.

    Raises:
        RaiseRefused: the parameters differ apart from added ones.
    """
    marks = {mark: new.attributes[mark] for mark in (NO_OVERFLOW, POSITIVE, READABLE, NO_ALIAS) if mark in new.attributes}
    old = replace(old, attributes={**old.attributes, **marks}) if marks else old
    (mine, *rest), theirs = old.regions[0].blocks, new.regions[0].blocks[0].arguments
    count = len(mine.arguments)
    added = theirs[count:]
    if not added:
        return old
    hints = [parameter_attributes(f) for f in (old, new)]
    hints[0] = hints[0] or ["{}"] * count
    same = [v.type for v in theirs[:count]] == [v.type for v in mine.arguments] and hints[1][:count] == hints[0]
    if not same or any(v.type != "i32" for v in added) or not all(hint.startswith(f"{{{SHAPE}") for hint in hints[1][count:]):
        raise RaiseRefused("the function has other parameters")
    attributes = {**old.attributes, **{k: new.attributes[k] for k in ("function_type", "arg_attrs")}}
    block = replace(mine, arguments=(*mine.arguments, *(Value(v.type, v.name) for v in added)))
    return replace(old, attributes=attributes, regions=(Region((block, *rest)),))


def _narrow_tokens(
    old: Op, new: Op, holds: Conditions, own: int, proofs: Proofs
) -> tuple[Op, tuple[dict[Op, Token], dict[Op, Token]]]:
    """Return the old function, and the tokens (opaque operations) that replace equivalent accesses in both functions.

    Masks are added to those loads of the old function that the new one raises, if the masks provably change no stored value.
    """
    pairs = zip(*map(_accesses, (old, new)), strict=False)
    listed = {v for op in new.walk() if op.name == INDEX_LIST_OP for v in op.results}
    wanted: set[tuple[int, str]] = set()
    later: set[tuple[int, str]] = set()
    for a, b in pairs:
        if _declares_difference(a, b) and not (BUFFER in b.attributes or b.name in SINGLE):
            (later if b.operands[0] in listed else wanted).add((a.line, a.name))
    while True:
        start = narrow_loads(old, wanted)
        try:
            return start, _tokens(start, new, holds, own, proofs)
        except RaiseRefused as refused:
            if refused.access_key is not None and refused.access_key in later:
                later.remove(refused.access_key)
                wanted.add(refused.access_key)
            elif start is old or refused.access_key not in wanted:
                raise
            else:
                wanted.remove(refused.access_key)


def _accesses(function: Op) -> list[Op]:
    return [op for op in function.walk() if op.name in ACCESSES]


def _tokens(old: Op, new: Op, holds: Conditions, own: int, proofs: Proofs) -> tuple[dict[Op, Token], dict[Op, Token]]:
    """Prove each pair of changed accesses equivalent. Return tokens to replace them, whose operands the checker must compare."""
    pairs = [_accesses(f) for f in (old, new)]
    if len(pairs[0]) != len(pairs[1]):
        raise RaiseRefused("there are more accesses, or fewer")
    found: tuple[dict[Op, Token], dict[Op, Token]] = ({}, {})
    home = _homes(new)
    steps: Steps = {}
    tiles: Tiles = {}
    meant = {number: _is_sound_guard(new, condition, own) for number, condition in holds.items()}
    for number, (a, b) in enumerate(zip(*pairs, strict=True)):
        if not _declares_difference(a, b):
            continue
        if (stored_or_combined(a) is None) != (stored_or_combined(b) is None):
            raise RaiseRefused(f"{a.name} at line {a.line} became {b.name} at line {b.line}")
        if ATOMIC in (a.name, b.name) and (a.name, *_atomic(a)) != (b.name, *_atomic(b)):
            raise RaiseRefused(f"{a.name} at line {a.line} became another operation")
        if volatile(a) != volatile(b):
            raise RaiseRefused(
                f"{a.name} at line {a.line} is volatile and {b.name} at line {b.line} is not, or the other way round"
            )
        turn = _find_transposition(new, b)
        try:
            passed, choice = prove_access(old, new, a, b, turn, holds.get(home[b]), meant.get(home[b], False), own, steps, tiles)
        except RaiseRefused as refused:
            refused.access_key = a.line, a.name
            raise
        proofs.note(a)
        found[0][a] = number, (*passed[0], value) if (value := stored_or_combined(a)) else passed[0]
        if b.name in ("tts.load", "tts.store"):
            found[1][_source(new, b)] = -1, ()  # the checker does not know that this operation is pure
        last = choice or turn or b
        found[1][last] = number, (*passed[1], value) if (value := _stored_in_list(new, a, b)) else passed[1]
        found[1].update({op: (-1, ()) for op in (b, turn) if op is not None and op is not last})
    for side, function in enumerate((old, new)):
        for loop, ends in enumerate(op.regions[0].blocks[0].ops[-1:] for op in function.walk() if op.name == "scf.for"):
            if values := tuple(pair[side] for key, pair in steps.items() if key[0] == loop):
                found[side][ends[0]] = len(pairs[0]) + loop, values
    return found


def _is_sound_guard(new: Op, condition: Value, own: int) -> bool:
    """Return whether a guard is proved not to overflow, without facts about the guarded access."""
    program = LaneEvaluator(new, SharedSymbols(grid_of(new)), own)
    with suppress(UnknownValue):
        sure = assume_guard(program, condition).sure
        facts = [*program.shared.found.known, *positive(program, own), *state_assumptions(program)]
        return bool(not sure or refute(facts, z3.And(*sure), FIRST)[0] == z3.unsat)
    return False


def _declares_difference(a: Op, b: Op) -> bool:
    """Return whether access `b` of the new function is of another kind than access `a` of the old function."""
    marked = BUFFER in b.attributes and BUFFER not in a.attributes
    return marked or a.name != b.name or is_block_pointer(a.operands[0].type) != is_block_pointer(b.operands[0].type)


def _find_new_divisions(old: Op, new: Op, condition: Conditions, own: int) -> Iterator[Op]:
    """Yield the divisions that only the new function has, each with a divisor proved to be positive."""
    homes, there = _homes(new), {_names_of(op) for op in old.walk() if op.name in DIVISIONS}
    programs: dict[int, tuple[LaneEvaluator, list[Any]]] = {}
    for op in new.walk():
        if op.name not in DIVISIONS or _names_of(op) in there:
            continue
        tensor, home = tensor_type(op.results[0].type), homes[op]
        with suppress(UnknownValue):
            if home not in programs:
                program = LaneEvaluator(new, SharedSymbols(grid_of(new)), own)
                programs[home] = program, state_hypotheses(program, holds=condition.get(home), own=own)
            program, given = programs[home]
            divisor = program.at(op.operands[1], tuple(z3.Int(f"i{d}") for d in range(len(tensor.shape))) if tensor else ())
            claim = z3.And(divisor > 0, divisor < 1 << 63, *program.shared.found.exact)  # it may be 0 modulo 2^64
            if refute([*given, *program.shared.found.known], claim, FIRST)[0] == z3.unsat:
                yield op


def _names_of(op: Op) -> tuple[str, ...]:
    return op.name, *(v.name for v in (*op.results, *op.operands))


def _atomic(op: Op) -> list[str | None]:
    return [op.attributes.get(name) for name in ("atomic_rmw_op", "sem", "scope")]


def _homes(function: Op) -> dict[Op, int]:
    return {op: i for i, block in enumerate(function.regions[0].blocks) for top in block.ops for op in top.walk()}


def _source(function: Op, access: Op) -> Op:
    return next(op for op in function.walk() if access.operands[0] in op.results)


def _stored_in_list(function: Op, old: Op, new: Op) -> Value | None:
    """Return the value that a new access stores. If a splat to one element replaces a scalar, return the operand of the splat."""
    value, before = stored_or_combined(new), stored_or_combined(old)
    if value is None or before is None or tensor_type(before.type) or not tensor_type(value.type):
        return value
    source = next((op for op in function.walk() if value in op.results), None)
    if source is None or source.name != "tt.splat":
        raise RaiseRefused(f"{old.name} at line {old.line} became one of other values")
    return source.operands[0]


def _find_transposition(function: Op, new: Op) -> Op | None:
    """Return the transpose or `tt.unsplat` that is the only user of a load whose result has a reserved name, or None.

    The name is not trusted: the proof covers the transpose or `tt.unsplat`.
    """
    kinds = {"tt.descriptor_load": ("%transposed_tile", "tt.trans"), "tts.gather": ("%listed", "tt.unsplat")}
    name, back = kinds.get(new.name, ("", ""))
    if not back or not new.results[0].name.startswith(name):
        return None
    users = [op for op in function.walk() if new.results[0] in op.operands]
    return users[0] if len(users) == 1 and users[0].name == back else None
