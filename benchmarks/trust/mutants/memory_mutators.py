"""Mistakes with memory: order of accesses, waits, views, other buffers, barriers, flags of accesses; each function puts in one kind.

They are as those of `mutators`, but for programs as Triton ends with them: copies that run beside the threads, rings of buffers, tensor
memory, specialised warps. That the meaning changes follows from the way a mutant is made: what is read is another buffer, another
state of it, or is not waited for; two accesses change places only where they are of one view.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from benchmarks.trust.mutants.dependence import Program, Site
from benchmarks.trust.mutants.mutators import Edit, Mutator, _convert, _instead, _reword, _set, _substitute, drop_mask
from egraph_opt.ir.module import Op, Operand, TypeOf, Value
from egraph_opt.ir.types import tensor_type

VIEWS = tuple(f"ttg.memdesc_{name}" for name in ("index", "subslice", "trans", "reshape", "reinterpret"))
TOKEN = "!ttg.async.token"
WAITS = ("ttg.async_wait", "ttng.wait_barrier", "ttng.async_tma_store_wait", "ttng.warp_group_dot_wait")
FLAGS = (
    (
        r"\b(relaxed|acquire|release|acq_rel), (gpu|cta|sys)\b",
        lambda m: f"{'relaxed' if m[1] != 'relaxed' else 'acq_rel'}, {m[2]}",
    ),
    (r"\b(relaxed|acquire|release|acq_rel), (gpu|cta|sys)\b", lambda m: f"{m[1]}, {'sys' if m[2] != 'sys' else 'cta'}"),
)
NUMBERS = (
    r"(\bnum = )(\d+)", r"(\bpendings = )(\d+)", r"(\belem_type = )(\d+)", r"(\bswizzle_mode = )(\d+)", r"(\bfill_mode = )(\d+)",
    r"(^, )(\d+)(?=,? ?)",
)  # fmt: skip


def _memory(value: Value) -> bool:
    return value.type.startswith("!ttg.memdesc<")


def acts(op: Op) -> bool:
    """Return whether an operation accesses on-chip memory, waits, or starts an operation that does."""
    asynchronous = op.name.startswith(("ttng.", "ttg.async_")) and not op.name.endswith(
        ("_alloc", "reinterpret_tensor_descriptor")
    )
    return asynchronous or op.name in ("ttg.local_store", "ttg.local_dealloc", "gpu.barrier")


def _poison(value: Value) -> Op:
    return Op("ub.poison", (), (value,), pieces=("ub.poison : ", TypeOf("result", 0)))


def _without(op: Op) -> tuple[Op, ...] | None:
    """Return what is left where an operation is not done: tokens of nothing; none where it gives values."""
    return tuple(map(_poison, op.results)) if all(v.type == TOKEN for v in op.results) else None


def drop_act(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A copy, wait, commit, barrier or store that is not done. A fence or barrier is one for others: it counts as done for them."""
    left = _without(site.op) if acts(site.op) and not site.op.regions else None
    return None if left is None else {site.op: left}


def wait_for_less(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """One more group of copies, products or stores may still run; another count of arrivals, bytes or elements."""
    if not (acts(site.op) or site.op.name == "ttng.tensormap_create"):
        return None
    changed = [new for q in NUMBERS if (new := _reword(site.op, q, lambda m: f"{m[1]}{int(m[2]) + 1}"))]
    return _instead(site.op, chance.choice(changed)) if changed else None


def _moved_up(site: Site, before: int, gone: Iterable[Value] = ()) -> Edit | None:
    """The operation with what it needs of those between, before the one at a number; none where they cannot go there."""
    moved, needed = [site.op], set(site.op.operands) - set(gone)
    for op in reversed(site.ops[before : site.index]):
        if not needed.isdisjoint(op.results):
            if op is site.ops[before] or op.regions or acts(op) or op.name in ("ttg.local_load", "tt.load", "ttng.tmem_load"):
                return None
            moved.insert(0, op)
            needed.update(op.operands)
    first = site.ops[before]
    return {**dict.fromkeys(moved, ()), first: (*moved, first)}


def _last(site: Site, *names: str) -> int:
    return next((i for i in range(site.index - 1, -1, -1) if site.ops[i].name in names), -1)


def read_unwaited(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A read of a buffer before the wait for what fills it."""
    tokens = [v for v in site.op.operands if v.type == TOKEN]
    at = _last(site, "ttg.async_wait")
    # Shared memory that is written once, when it is made, waits for nothing.
    if (
        site.op.name != "ttg.local_load"
        or "mutable" not in site.op.operands[0].type
        or at < 0
        or (tokens and tokens[0] not in site.ops[at].results)
    ):
        return None
    if not tokens:
        return _moved_up(site, at)
    poison = Value(TOKEN, "%unwaited")
    edit = _moved_up(site, at, tokens)
    if edit is None:
        return None
    new = replace(site.op, operands=tuple(poison if v is tokens[0] else v for v in site.op.operands))
    wait = site.ops[at]
    edit[wait] = (_poison(poison), *(new if op is site.op else op for op in edit[wait]))
    return edit


def act_before_wait(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A copy, product, store or arrival before the wait that it follows: what it writes may still be read, or what it reads be written."""
    at = _last(site, *WAITS)
    if at < 0 or not acts(site.op) or site.op.name in (*WAITS, "gpu.barrier") or site.ops[at].results:
        return None
    return _moved_up(site, at)


def exchange_acts(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Two accesses to one view, of which one writes, the other way round; a commit before the copy that it closes."""
    if not (acts(site.op) or site.op.name in ("ttg.local_load", "ttng.tmem_load")) or site.op.regions:
        return None
    mine = {p.expression[v] for v in site.op.operands if _memory(v)}
    for at in range(site.index - 1, -1, -1):
        other = site.ops[at]
        closes = site.op.name == "ttg.async_commit_group" and other.results and other.results[0] in site.op.operands
        if closes or (acts(other) and not other.regions and mine & {p.expression[v] for v in other.operands if _memory(v)}):
            if not closes:
                return _moved_up(site, at)
            poison = Value(TOKEN, "%uncopied")
            early = replace(site.op, operands=(poison,))
            return {site.op: (), other: (_poison(poison), early, other)} if site.op.operands == other.results else None
    return None


def other_index(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A view of another buffer of a ring."""
    return _substitute(p, site, chance, range(1, 2)) if site.op.name == "ttg.memdesc_index" else None


def other_part(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A view of another part, or turned another way."""
    if site.op.name not in VIEWS:
        return None
    new = _reword(site.op, r"\[(\d+)(, \d+)*\]", lambda m: m[0].replace(m[1], str(int(m[1]) + 16), 1))
    new = new or _reword(site.op, r"order = array<i32: 1, 0>", lambda m: "order = array<i32: 0, 1>")
    return _instead(site.op, new)


def other_buffer(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Another buffer, barrier or part of tensor memory of the same type."""
    places = [i for i, v in enumerate(site.op.operands) if _memory(v)]
    return _substitute(p, site, chance, range((i := chance.choice(places)), i + 1)) if places and not site.op.regions else None


def other_operand(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Another phase, predicate, coordinate, descriptor or mask of an access."""
    places = [i for i, v in enumerate(site.op.operands) if not _memory(v) and v.type != TOKEN]
    if not places or not acts(site.op) or site.op.regions:
        return None
    return _substitute(p, site, chance, range((i := chance.choice(places)), i + 1))


def other_capture(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Return what specialised warps are given, two of one type exchanged."""
    op = site.op
    count = range(len(op.operands)) if op.name == "ttg.warp_specialize" else range(0)
    pairs = [(i, j) for i in count for j in count if i < j and p.differ(op.operands[i], op.operands[j])]
    if not pairs:
        return None
    i, j = chance.choice(pairs)
    return _instead(op, _set(_set(op, i, op.operands[j]), j, op.operands[i]))


def other_flag(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Another order or scope of an atomic access; a load that must be done where it stands, and no longer is, or is now."""
    op, loads = site.op, site.op.name == "tt.load"
    changed = [new for q, value in FLAGS if op.name.startswith("tt.atomic") and (new := _reword(op, q, value))]
    if loads and "isVolatile = true" in "".join(q for q in op.pieces if isinstance(q, str)):
        changed = [new for new in [_reword(op, r"isVolatile = true", lambda m: "isVolatile = false")] if new]
    elif loads and (at := next((i for i, q in enumerate(op.pieces) if isinstance(q, str) and q.endswith(" : ")), 0)):
        for flag in (" {isVolatile = true} : ", " cacheModifier = cv : "):
            text = str(op.pieces[at])
            if "{" not in text and "Modifier" not in text and "evict" not in text:
                changed.append(replace(op, pieces=(*op.pieces[:at], text[:-3] + flag, *op.pieces[at + 1 :])))
    return _instead(op, chance.choice(changed)) if changed else None


def other_bound(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A loop that does one step more, or begins with the second. One that does nothing is left out."""
    op = site.op
    if op.name != "scf.for" or not (op.results or any(acts(o) or o.name == "tt.store" for o in op.walk())):
        return None
    which = chance.choice((0, 1))
    bound, step = op.operands[which], op.operands[2]
    new = Value(bound.type, "%shifted")
    pieces = ("arith.addi ", Operand(0), ", ", Operand(1), " : ", TypeOf("result", 0))
    return {op: (Op("arith.addi", (bound, step), (new,), pieces=pieces), _set(op, which, new))}


def drop_other(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A copy or load without what masked lanes get; its mask stays."""
    op = site.op
    if op.name not in ("tt.load", "ttg.async_copy_global_to_local"):
        return None
    at = next((i for i, q in enumerate(op.pieces) if isinstance(q, str) and q.strip() == "other"), 0)
    if at:
        new = replace(op, operands=op.operands[:-1], pieces=(*op.pieces[:at], *op.pieces[at + 2 :]))
    elif op.name == "tt.load" and len(op.operands) == 3:
        pieces = [i for i, q in enumerate(op.pieces) if isinstance(q, Operand) and q.index == 2]
        gone = {j for i in pieces for j in (i - 1, i)}
        new = replace(op, operands=op.operands[:2], pieces=tuple(q for i, q in enumerate(op.pieces) if i not in gone))
    else:
        return None
    return _instead(op, new)


def drop_any_mask(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """An access of all lanes where some are masked."""
    op = site.op
    if op.name != "ttg.async_copy_global_to_local":
        return drop_mask(p, site, chance)
    at = next((i for i, q in enumerate(op.pieces) if isinstance(q, str) and q.strip() == "mask"), 0)
    after = [i for i, q in enumerate(op.pieces) if isinstance(q, Operand)][-1]
    return _instead(op, replace(op, operands=op.operands[:2], pieces=(*op.pieces[:at], *op.pieces[after + 1 :]))) if at else None


def reorder_reshape(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A reshape that may put elements in any order, where it may not; or one that may, of an operand in another layout."""
    op = site.op
    if op.name != "tt.reshape":
        return None
    if "allow_reorder" not in "".join(q for q in op.pieces if isinstance(q, str)):
        at = next(i for i, q in enumerate(op.pieces) if isinstance(q, Operand))
        return _instead(op, replace(op, pieces=(*op.pieces[: at + 1], " allow_reorder", *op.pieces[at + 1 :])))
    tensor = tensor_type(op.operands[0].type)
    others = [e for e in p.encodings.get(len(tensor.shape), []) if e != tensor.encoding] if tensor else []
    if not others or tensor is None:
        return None
    moved = Value(str(tensor._replace(encoding=chance.choice(others))), "%moved")
    return {op: (_convert(op.operands[0], moved), _set(op, 0, moved))}


def exchange_carried(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Return what a loop hands to its next step, two values of one type exchanged; in specialised warps too."""
    op = site.op
    count = range(len(op.operands)) if op.name == "scf.yield" and site.around[-1].name == "scf.for" else range(0)
    body = site.around[-1].regions[0].blocks[0] if count else None
    pairs = [(i, j) for i in count for j in count if i < j and p.differ(op.operands[i], op.operands[j])]
    used = {v for o in site.ops for inner in o.walk() for v in inner.operands if acts(inner) or inner.name in VIEWS}
    pairs = [(i, j) for i, j in pairs if body and body.arguments[i + 1] in used]
    if not pairs:
        return None
    i, j = chance.choice(pairs)
    return _instead(op, _set(_set(op, i, op.operands[j]), j, op.operands[i]))


MEMORY: tuple[Mutator, ...] = (
    drop_act, wait_for_less, read_unwaited, act_before_wait, exchange_acts, other_index, other_part, other_buffer, other_operand,
    other_capture, other_flag, other_bound, drop_other, drop_any_mask, reorder_reshape, exchange_carried,
)  # fmt: skip
