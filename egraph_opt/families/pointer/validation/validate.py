"""Translation validation of raised accesses: one SMT obligation for each, and the rest by `egraph_opt.check`.

Each changed access and what stands in its place become one and the same token; that all else is equal is then the business of the
checker, which knows nothing of addresses. A token stands for equal memory accesses because, for every lane, whatever the unknowns:
both are active or neither is, an active one has the same address, and an inactive one gives the same value. Of a program in two
versions the raised one may assume the guard; the other must be equal as it is. Lanes that no store keeps may be left out of a load before:
which, is tried as the raising tries it, and proved by `demand`. Hardware copies leave the order of a program: `order` proves that nothing
follows from that. Nothing else here is shared with the raising itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import z3

from egraph_opt.check import check
from egraph_opt.check.effects import DIVISIONS, Effect, effect
from egraph_opt.families.pointer.prepare.narrow import narrowed
from egraph_opt.families.pointer.prepare.residual import residual
from egraph_opt.families.pointer.symbolic.definition import pointers, window
from egraph_opt.families.pointer.symbolic.lanes import turned
from egraph_opt.families.pointer.symbolic.program import Program
from egraph_opt.families.pointer.symbolic.unknowns import Shared, Unknown
from egraph_opt.families.pointer.validation.order import require_order
from egraph_opt.families.pointer.validation.padding import is_zero, padded, spread
from egraph_opt.families.pointer.validation.refused import Refused, Undecided
from egraph_opt.families.pointer.validation.solve import FIRST, STEPS, fitting, refute
from egraph_opt.families.pointer.validation.sums import bounds
from egraph_opt.families.pointer.validation.tokens import Token, marked
from egraph_opt.families.pointer.validation.ways import Conditions, versions
from egraph_opt.ir.attributes import parameter_attributes
from egraph_opt.ir.module import Module, Op, Region, Value
from egraph_opt.ir.types import block_of, is_block_pointer, tensor_type

ACCESSES = frozenset("tt.load tt.store tt.descriptor_load tt.descriptor_store tts.load tts.store".split())
COPIES = frozenset(("tt.descriptor_load", "tt.descriptor_store"))
"""Those that are raised to hardware copies."""
NO_OVERFLOW = "egraph_opt.no_overflow"
"""The attribute of a function by which callers promise that arithmetic of 32 bits or less does not overflow (see `symbolic.program`)."""
POSITIVE = "egraph_opt.positive_parameters"
"""The attribute by which they promise that its integer parameters are 1 or more."""
READABLE = "egraph_opt.readable"
"""The attribute by which they promise that lanes of loads may be read that meet the comparisons in their masks (see `promise`)."""
SHAPE = "egraph_opt.parent_shape"
"""The attribute of added parameters, by which callers promise that accesses stay inside (see `definition.Form`)."""


Steps = dict[tuple[int, tuple[str, str]], tuple[Value, Value]]
"""What loops add that varies, in the old function and in the new one: by the loop's number, and name and type."""


def validate(old: Module, new: Module) -> None:
    """Prove that raised functions do what they did.

    Raises:
        Refused: that is not proved.
    """
    before, after = old.functions(), new.functions()
    if len(before) != len(after):
        raise Refused("the modules have other functions")
    owns = [len(f.regions[0].blocks[0].arguments) for f in before]
    given = tuple(_given(f, g) for f, g in zip(before, after, strict=True))
    old, before = old.replace_functions(dict(zip(before, given, strict=True))), given
    ways = [versions(g) for g in after]
    callees = {op.attributes.get("callee", "").removeprefix("@").strip('"') for op in new.op.walk()}
    for take in range(max(map(len, ways), default=0)):
        marked_before: dict[Op, Op] = {}
        marked_after: dict[Op, Op] = {}
        defined: list[Op] = []
        for f, g, found, own in zip(before, after, ways, owns, strict=True):
            version, condition = found[min(take, len(found) - 1)]
            start, tokens = _narrow_tokens(f, version, condition, own)
            marked_before[f], marked_after[g] = marked(start, tokens[0]), marked(version, tokens[1])
            copies = {
                op: partial(_known, holds=condition.get(home), own=own)
                for op, home in _homes(version).items()
                if op in tokens[1] and op.name in COPIES
            }
            require_order(version, copies, own, g.attributes.get("sym_name", "").strip('"') in callees)
            defined += _defined(start, version, condition, own)
        verdict = check(old.replace_functions(marked_before), new.replace_functions(marked_after), defined=defined)
        if not verdict.equal:
            raise Refused(str(verdict))


def _given(old: Op, new: Op) -> Op:
    """The old function with what callers promise by the new one: its marks, and the parameters that were added, which it does not use.

    Raises:
        Refused: the parameters are others.
    """
    marks = {mark: new.attributes[mark] for mark in (NO_OVERFLOW, POSITIVE, READABLE) if mark in new.attributes}
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
        raise Refused("the function has other parameters")
    attributes = {**old.attributes, **{k: new.attributes[k] for k in ("function_type", "arg_attrs")}}
    block = replace(mine, arguments=(*mine.arguments, *(Value(v.type, v.name) for v in added)))
    return replace(old, attributes=attributes, regions=(Region((block, *rest)),))


def _narrow_tokens(old: Op, new: Op, holds: Conditions, own: int) -> tuple[Op, tuple[dict[Op, Token], dict[Op, Token]]]:
    """The tokens of two functions, and the old one: with masks on raised loads that are proved to change nothing which is stored."""
    pairs = zip(*([op for op in f.walk() if op.name in ACCESSES] for f in (old, new)), strict=False)
    wanted = {
        (a.line, a.name)
        for a, b in pairs
        if a.name != b.name or is_block_pointer(a.operands[0].type) != is_block_pointer(b.operands[0].type)
    }
    while True:
        start = narrowed(old, wanted)
        try:
            return start, _tokens(start, new, holds, own)
        except Refused as refused:
            if start is old or refused.place not in wanted:
                raise
            wanted.remove(refused.place)


def _tokens(old: Op, new: Op, holds: Conditions, own: int) -> tuple[dict[Op, Token], dict[Op, Token]]:
    """Which accesses are equal, by number, with the values that the checker is to compare of each."""
    pairs = [[op for op in f.walk() if op.name in ACCESSES] for f in (old, new)]
    if len(pairs[0]) != len(pairs[1]):
        raise Refused("there are more accesses, or fewer")
    found: tuple[dict[Op, Token], dict[Op, Token]] = ({}, {})
    home = _homes(new)
    steps: Steps = {}
    for number, (a, b) in enumerate(zip(*pairs, strict=True)):
        if a.name == b.name and is_block_pointer(a.operands[0].type) == is_block_pointer(b.operands[0].type):
            continue
        store = a.name == "tt.store"
        if a.name not in ("tt.load", "tt.store") or store != b.name.endswith("store"):
            raise Refused(f"{a.name} at line {a.line} became {b.name} at line {b.line}")
        if _volatile(a) != _volatile(b):
            raise Refused(f"{a.name} at line {a.line} is volatile and {b.name} at line {b.line} is not, or the other way round")
        turn = _turned(new, b)
        try:
            passed, choice = _prove(old, new, a, b, turn, holds.get(home[b]), own, steps)
        except Refused as refused:
            refused.place = a.line, a.name
            raise
        found[0][a] = number, (*passed[0], *a.operands[1:2]) if store else passed[0]
        if b.name.startswith("tts."):
            found[1][_source(new, b)] = -1, ()  # not an operation that the checker knows to be pure
        last = choice or turn or b
        found[1][last] = number, (*passed[1], _stored(b)) if store else passed[1]
        found[1].update({op: (-1, ()) for op in (b, turn) if op is not None and op is not last})
    for side, function in enumerate((old, new)):
        for loop, ends in enumerate(op.regions[0].blocks[0].ops[-1:] for op in function.walk() if op.name == "scf.for"):
            if values := tuple(pair[side] for key, pair in steps.items() if key[0] == loop):
                found[side][ends[0]] = len(pairs[0]) + loop, values
    return found


def _defined(old: Op, new: Op, condition: Conditions, own: int) -> Iterator[Op]:
    """The divisions that only the new function has, each of which is proved to divide by a number above zero."""
    homes, there = _homes(new), {op for op in old.walk() if op.name in DIVISIONS}
    for op in new.walk():
        if op.name not in DIVISIONS or op in there or tensor_type(op.results[0].type):
            continue
        program = Program(new, Shared(), own)
        with suppress(Unknown):
            known = _known(program, holds=condition.get(homes[op]), own=own)
            divisor = program.at(op.operands[1])
            facts = [*known, *program.shared.known]
            if (
                refute(facts, z3.And(divisor > 0, divisor < 1 << 63, *program.exact), FIRST)[0] == z3.unsat
            ):  # modulo 2^64 it may be 0
                yield op


def _homes(function: Op) -> dict[Op, int]:
    """The block of a function that each operation is in."""
    return {op: i for i, block in enumerate(function.regions[0].blocks) for top in block.ops for op in top.walk()}


def _known(program: Program, holds: Value | None, own: int) -> list[Any]:
    """What is known when a raised access runs, its guard proved to mean what it says."""
    return [*_assumed(program, holds)[0], *_positive(program, own), *_said(program)]


def _positive(program: Program, own: int) -> Iterator[Any]:
    """What callers promise of the parameters that a function had."""
    if POSITIVE in program.function.attributes:
        for value in program.function.regions[0].blocks[0].arguments[:own]:
            if value.type.startswith("i") and value.type not in ("i1", "index"):
                yield program.at(value) >= 1


def _volatile(op: Op) -> bool:
    """Whether a load is one of what others write meanwhile, which no other form of access is."""
    return op.name == "tt.load" and effect(op) is Effect.WRITE


def _stored(op: Op) -> Value:
    return op.operands[1]


def _source(function: Op, access: Op) -> Op:
    return next(op for op in function.walk() if access.operands[0] in op.results)


def _select(function: Op, load: Op) -> Op | None:
    """The select that alone uses a load, and gives masked lanes their value."""
    users = [op for op in function.walk() if load.results[0] in op.operands]
    if len(users) == 1 and users[0].name == "arith.select" and users[0].operands[1] is load.results[0]:
        return users[0]
    return None


def _filter(function: Op, load: Op) -> Op | None:
    """The select that alone uses a load whose name says that a part of its mask is left to that."""
    return _select(function, load) if load.results[0].name.startswith("%loaded") else None


def _readable(old: Op, shared: Shared, own: int, load: Op, index: tuple[Any, ...]) -> Any:
    """Whether a lane of a load may be read: it meets the comparisons in the load's mask."""
    defined = {v: op for op in old.walk() for v in op.results}
    program = Program(old, shared, own, granted=residual(load.operands[1], defined))
    return program.at(load.operands[1], index)


def _turned(function: Op, new: Op) -> Op | None:
    """The transposition that alone uses a tile whose name says that it is to be turned back; that it is one is to be proved."""
    if new.name != "tt.descriptor_load" or not new.results[0].name.startswith("%transposed_tile"):
        return None
    users = [op for op in function.walk() if new.results[0] in op.operands]
    return users[0] if len(users) == 1 and users[0].name == "tt.trans" else None


def _prove(
    old: Op, new: Op, a: Op, b: Op, turn: Op | None, condition: Value | None, own: int, steps: Steps
) -> tuple[tuple[tuple[Value, ...], tuple[Value, ...]], Op | None]:
    """Prove one access; the values that the checker must find equal for the proof to hold, and the select that belongs to it.

    What it must find equal in each iteration of a loop goes to `steps`.
    """
    shared = Shared()
    one, two = Program(old, shared, own, promise=a if NO_OVERFLOW in old.attributes else None), Program(new, shared, own)
    shared.known += _positive(one, own)
    type = a.operands[0].type
    shape = block_of(type) if is_block_pointer(type) else tensor_type(type)
    if shape is None:
        raise Refused(f"{a.name} at line {a.line} is no access to a tensor")
    index = tuple(z3.Int(f"i{d}") if size > 1 else z3.IntVal(0) for d, size in enumerate(shape.shape))
    for i, size in zip(index, shape.shape, strict=True):
        shared.known += [i >= 0, i < size]
        shared.lanes.append((i, size))
    promised = (
        READABLE in old.attributes and a.name == "tt.load" and not is_block_pointer(a.operands[0].type) and not _volatile(a)
    )
    choice = _filter(new, turn or b) if promised and len(a.operands) > 2 else None
    readable = promised and (choice is not None or len(a.operands) == 2)
    try:
        before = (window if is_block_pointer(a.operands[0].type) else pointers)(
            one, a, index
        )  # first, for what is promised of its operations
        most = _readable(old, shared, own, a, index) if readable else before.active
        guard, sure = _assumed(two, condition)
        after = window(two, b, index if turn is None else turned(index, turn))
    except Unknown as unknown:
        raise Refused(f"{a.name} at line {a.line}: the checker does not know {unknown}") from None
    shared.known += after.promised
    shared.known += _said(Program(old, shared))
    passed: tuple[tuple[Value, ...], tuple[Value, ...]] = ((), ())
    if choice is not None:
        passed = (a.operands[1], a.operands[2]), (choice.operands[0], choice.operands[2])  # by the mask that the load had
    elif before.other is not None and after.other is not None:
        passed = spread(one, before.other, two, after.other)
    elif before.zero or before.nan:
        if not (after.zero and before.zero) and not padded(two, after.other, before.nan):
            raise Refused(f"{a.name} at line {a.line}: lanes out of bounds get another value")
    elif before.other is not None and not (after.zero and is_zero(one, before.other)):
        choice = _select(new, turn or b)
        if choice is None:
            raise Refused(f"{a.name} at line {a.line}: masked lanes get another value")
        passed = (a.operands[1], a.operands[2]), (choice.operands[0], choice.operands[2])  # by the mask that the load had
    claims = [
        *(
            (z3.Implies(before.active, after.active), z3.Implies(after.active, most))
            if readable
            else (before.active == after.active,)
        ),
        z3.Implies(before.active, before.address == after.address),
        *one.exact,
        *two.exact,
        *after.legal,
    ]
    every = z3.And(*sure, z3.Implies(z3.And(*guard), z3.And(*claims)))
    answer, why = refute(shared.known, every, FIRST)
    if answer != z3.unsat and (more := [*bounds(one, two)]):
        shared.known += more
        answer, why = refute(shared.known, every, FIRST)
    if answer == z3.unknown:  # one by one, and knowing more
        facts = fitting(shared, [*shared.known, *guard])
        for claim, given in (*((claim, shared.known) for claim in sure), *((claim, facts) for claim in claims)):
            answer, why = refute(given, claim, STEPS)
            if answer != z3.unsat:
                break
    if answer == z3.sat:
        raise Refused(f"{a.name} at line {a.line} differs for some values")
    if answer != z3.unsat:
        raise Undecided(f"{a.name} at line {a.line}: {why}")
    steps.update({key: (value, two.steps[key]) for key, value in one.steps.items() if key in two.steps})
    same = [key for key in one.used if key in two.used]
    return ((*passed[0], *(one.used[key] for key in same)), (*passed[1], *(two.used[key] for key in same))), choice


def _said(program: Program) -> Iterator[Any]:
    """What a program says of its numbers whenever it runs: where that is not so, LLVM may make of it what it likes."""
    for op in program.function.regions[0].blocks[0].ops:
        if op.name == "llvm.intr.assume":
            with suppress(Unknown):
                yield program.at(op.operands[0])
        elif effect(op) not in (Effect.PURE, Effect.READ):
            return


def _assumed(program: Program, condition: Value | None) -> tuple[list[Any], list[Any]]:
    """The conjuncts of a guard, and what must hold for them to mean what they say: each may rest on those before it, and on no more."""
    conjuncts: list[Any] = []
    sure: list[Any] = []
    todo = [] if condition is None else [condition]
    while todo:
        value = todo.pop()
        op, _ = program.defined.get(value, (None, 0))
        if op is not None and op.name == "arith.andi":
            todo += reversed(op.operands)
            continue
        program.guarding = True
        term = program.at(value)
        program.guarding = False
        sure.append(z3.Implies(z3.And(*conjuncts), z3.And(*program.exact)))
        program.exact.clear()
        conjuncts.append(term)
    return conjuncts, sure
