"""Mistakes: each function puts one kind at a place in a program, where it can."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

from benchmarks.trust.mutants.dependence import EFFECTS, Program, Site
from egraph_opt.ir.module import Op, Operand, TypeOf, Value
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import linear_layout, slice_encoding

Edit = dict[Op, tuple[Op, ...]]
"""Operations, and what takes their place."""

ORDERED = [
    f"{dialect}.{name}"
    for dialect, names in (
        ("arith", "subf subi divf divsi divui remsi remui shli shrsi shrui ceildivsi"),
        ("tt", "addptr dot join gather atomic_cas"),
    )
    for name in names.split()
]
"""Operations whose operands must not change places."""
OTHERS = {
    "arith.addf": "arith.subf", "arith.subf": "arith.addf", "arith.mulf": "arith.addf", "arith.divf": "arith.mulf",
    "arith.addi": "arith.subi", "arith.subi": "arith.addi", "arith.muli": "arith.addi", "arith.divsi": "arith.remsi",
    "arith.remsi": "arith.remui", "arith.andi": "arith.ori", "arith.ori": "arith.xori", "arith.xori": "arith.andi",
    "arith.minsi": "arith.maxsi", "arith.maxnumf": "arith.minnumf", "arith.extsi": "arith.extui", "arith.extui": "arith.extsi",
    "arith.sitofp": "arith.uitofp", "arith.shrsi": "arith.shrui", "math.exp": "math.exp2", "math.exp2": "math.exp",
    "math.log": "math.log2", "math.sqrt": "math.rsqrt", "tt.get_program_id": "tt.get_num_programs",
}  # fmt: skip
PREDICATES = {
    "slt": "sle",
    "sle": "slt",
    "sgt": "sge",
    "sge": "sgt",
    "eq": "ne",
    "ne": "eq",
    "ult": "ule",
    "ogt": "oge",
    "olt": "ole",
}
ATTRIBUTES = (
    (r"\b(axis|dim|start) = (\d+)", lambda m: f"{m[1]} = {int(m[2]) + 1}"),
    (r"\bend = (\d+)", lambda m: f"end = {int(m[1]) * 2}"),
    (r"\breverse = (true|false)", lambda m: f"reverse = {'false' if m[1] == 'true' else 'true'}"),
    (r"\border = array<i32: 1, 0>", lambda m: "order = array<i32: 0, 1>"),
    (r"\binputPrecision = (\w+)", lambda m: f"inputPrecision = {'ieee' if m[1] != 'ieee' else 'tf32'}"),
    (r'\bsymbol = "(\w+)"', lambda m: f'symbol = "{m[1]}_"'),
    (r"tt\.atomic_rmw (\w+),", lambda m: f"tt.atomic_rmw {'max' if m[1] != 'max' else 'min'},"),
    (r"\b(num|pendings) = (\d+)", lambda m: f"{m[1]} = {int(m[2]) + 1}"),
    (r"\bisAsync = true", lambda m: "isAsync = false"),
    (r"(tt\.get_\w+) x", lambda m: f"{m[1]} y"),
)


def _set(op: Op, index: int, value: Value) -> Op:
    return replace(op, operands=(*op.operands[:index], value, *op.operands[index + 1 :]))


def _reword(op: Op, pattern: str, new: Callable[[re.Match[str]], str]) -> Op | None:
    """The operation with the first match in its words changed."""
    for i, piece in enumerate(op.pieces):
        if isinstance(piece, str) and re.search(pattern, piece):
            return replace(op, pieces=(*op.pieces[:i], re.sub(pattern, new, piece, count=1), *op.pieces[i + 1 :]))
    return None


def _instead(op: Op, new: Op | None) -> Edit | None:
    return None if new is None else {op: (new,)}


def _substitute(p: Program, site: Site, chance: random.Random, indices: range) -> Edit | None:
    choices = [(i, v) for i in indices if i < len(site.op.operands) for v in site.visible if p.differ(site.op.operands[i], v)]
    return _instead(site.op, _set(site.op, *chance.choice(choices))) if choices else None


def swap_operands(p: Program, site: Site, chance: random.Random) -> Edit | None:
    op = site.op
    ordered = op.name in ORDERED or (op.name == "arith.cmpi" and not re.match(r"arith\.cmpi (eq|ne)", str(op.pieces[0])))
    pair = op.operands[-2:] if op.name == "arith.select" or ordered else ()
    if len(pair) < 2 or not p.differ(*pair):
        return None
    return _instead(op, replace(op, operands=(*op.operands[:-2], pair[1], pair[0])))


def change_constant(p: Program, site: Site, chance: random.Random) -> Edit | None:
    def other(found: re.Match[str]) -> str:
        text = found[0]
        if text in ("true", "false"):
            return "false" if text == "true" else "true"
        if text.startswith("0x"):
            return "1.000000e+00"
        return str(int(text) + 1) if "." not in text else "2.500000e+00" if float(text) == 1.5 else "1.500000e+00"

    if site.op.name != "arith.constant":
        return None
    return _instead(site.op, _reword(site.op, r"\b(?:true|false)\b|0x\w+|-?\d+(?:\.\d+(?:e[+-]\d+)?)?", other))


def change_operation(p: Program, site: Site, chance: random.Random) -> Edit | None:
    other = OTHERS.get(site.op.name)
    if other is None:
        return None
    return _instead(site.op, _reword(site.op, re.escape(site.op.name) + r"\b", lambda m: other))


def change_predicate(p: Program, site: Site, chance: random.Random) -> Edit | None:
    if not site.op.name.startswith("arith.cmp"):
        return None
    return _instead(site.op, _reword(site.op, rf"\b({'|'.join(PREDICATES)})\b", lambda m: PREDICATES[m[1]]))


def change_attribute(p: Program, site: Site, chance: random.Random) -> Edit | None:
    changed = [new for pattern, value in ATTRIBUTES if (new := _reword(site.op, pattern, value))]
    return _instead(site.op, chance.choice(changed)) if changed else None


def change_operand(p: Program, site: Site, chance: random.Random) -> Edit | None:
    return None if site.op.regions else _substitute(p, site, chance, range(len(site.op.operands)))


def change_mask(p: Program, site: Site, chance: random.Random) -> Edit | None:
    first = {"tt.load": 1, "tt.store": 2}.get(site.op.name)
    return None if first is None else _substitute(p, site, chance, range(first, len(site.op.operands)))


def drop_mask(p: Program, site: Site, chance: random.Random) -> Edit | None:
    op, first = site.op, {"tt.load": 1, "tt.store": 2}.get(site.op.name, 99)
    if len(op.operands) <= first:
        return None
    slots = [i for i, piece in enumerate(op.pieces) if isinstance(piece, Operand) and piece.index >= first]
    gone = {j for i in slots for j in (i - 1, i)}
    return _instead(
        op, replace(op, operands=op.operands[:first], pieces=tuple(q for i, q in enumerate(op.pieces) if i not in gone))
    )


def change_bound(p: Program, site: Site, chance: random.Random) -> Edit | None:
    return _substitute(p, site, chance, range(3)) if site.op.name == "scf.for" else None


def change_condition(p: Program, site: Site, chance: random.Random) -> Edit | None:
    return _substitute(p, site, chance, range(1)) if site.op.name in ("scf.if", "scf.condition", "cf.cond_br") else None


def _carried(p: Program, op: Op, i: int) -> bool:
    """Return whether the i-th value that a loop carries or conditional returns is used."""
    arguments = [b.arguments[i + 1] for r in op.regions for b in r.blocks if op.name == "scf.for"]
    return any(v in p.live for v in (op.results[i], *arguments))


def change_init(p: Program, site: Site, chance: random.Random) -> Edit | None:
    used = [i for i in range(len(site.op.results)) if site.op.name == "scf.for" and _carried(p, site.op, i)]
    return _substitute(p, site, chance, range((i := chance.choice(used)) + 3, i + 4)) if used else None


def exchange_yields(p: Program, site: Site, chance: random.Random) -> Edit | None:
    op, owner = site.op, site.around[-1]
    if op.name != "scf.yield" or owner.name not in ("scf.for", "scf.if"):
        return None
    count = range(len(op.operands))
    pairs = [(i, j) for i in count for j in count if i < j and p.differ(op.operands[i], op.operands[j]) and _carried(p, owner, i)]
    if not pairs:
        return None
    i, j = chance.choice(pairs)
    return _instead(op, _set(_set(op, i, op.operands[j]), j, op.operands[i]))


def drop_effect(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """An effect that does not happen. An assumption may be dropped."""
    dropped = site.op.name in EFFECTS and not site.op.results and site.op.name != "llvm.intr.assume"
    return {site.op: ()} if dropped else None


def repeat_effect(p: Program, site: Site, chance: random.Random) -> Edit | None:
    again = replace(site.op, results=tuple(Value(v.type, f"{v.name.replace('#', '_')}_again") for v in site.op.results))
    return {site.op: (site.op, again)} if site.op.name in EFFECTS else None


def reorder_effects(p: Program, site: Site, chance: random.Random) -> Edit | None:
    later = [op for op in site.ops[site.index + 1 :] if op.name in EFFECTS]
    if not later or site.op.name not in EFFECTS or site.op.results or later[0].name == site.op.name == "gpu.barrier":
        return None
    return {site.op: (), later[0]: (later[0], site.op)}


def move_load(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """Up over the last effect before it that may change what it reads, with what it needs of what stands between."""
    on_chip = ("ttg.", "ttng.") if site.op.name == "tt.load" else ()
    earlier = [i for i, op in enumerate(site.ops[: site.index]) if op.name in EFFECTS and not op.name.startswith(on_chip)]
    # Shared memory that is written once, when it is made, may be read anywhere.
    reads = site.op.name == "tt.load" or (site.op.name == "ttg.local_load" and "mutable" in site.op.operands[0].type)
    if not reads or not earlier:
        return None
    moved, needed = [site.op], set(site.op.operands)
    for op in reversed(site.ops[earlier[-1] : site.index]):
        if not needed.isdisjoint(op.results):
            if op.name in EFFECTS or op.regions:
                return None
            moved.insert(0, op)
            needed.update(op.operands)
    effect = site.ops[earlier[-1]]
    return {**dict.fromkeys(moved, ()), effect: (*moved, effect)}


def reduce_in_another_layout(p: Program, site: Site, chance: random.Random) -> Edit | None:
    """A sum of floats over elements held elsewhere: other last bits. Only `strict` forbids it."""
    op = site.op
    body = [o.name for r in op.regions for b in r.blocks for o in b.ops]
    if op.name not in ("tt.reduce", "tt.scan") or len(op.operands) != 1 or body[0] not in ("arith.addf", "arith.mulf"):
        return None
    tensor, result = tensor_type(op.operands[0].type), tensor_type(op.results[0].type)
    if tensor is None or tensor.encoding is None:
        return None
    try:
        others = [
            e for e in p.encodings.get(len(tensor.shape), [])
            if linear_layout(e, tensor.shape) != linear_layout(tensor.encoding, tensor.shape)
        ]  # fmt: skip
    except ValueError:
        return None
    if not others:
        return None
    encoding = chance.choice(others)
    axis = re.search(r"axis = (\d+)", "".join(q for q in op.pieces if isinstance(q, str)))
    assert axis
    moved = Value(str(tensor._replace(encoding=encoding)), "%moved")
    edit = [_convert(op.operands[0], moved)]
    if op.name == "tt.scan" or result is not None:
        assert result is not None
        held = encoding if op.name == "tt.scan" else slice_encoding(encoding, int(axis[1]))
        new = Value(str(result._replace(encoding=held)), "%summed")
        edit += [replace(op, operands=(moved,), results=(new,)), _convert(new, op.results[0])]
    else:
        edit.append(replace(op, operands=(moved,)))
    return {op: tuple(edit)}


def _convert(source: Value, target: Value) -> Op:
    pieces = ("ttg.convert_layout ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
    return Op("ttg.convert_layout", (source,), (target,), pieces=pieces)


Mutator = Callable[[Program, Site, random.Random], Edit | None]
MUTATORS: tuple[Mutator, ...] = (
    swap_operands, change_constant, change_operation, change_predicate, change_attribute, change_operand, change_mask, drop_mask,
    change_bound, change_condition, change_init, exchange_yields, drop_effect, repeat_effect, reorder_effects, move_load,
    reduce_in_another_layout,
)  # fmt: skip
ALWAYS = ("scf.yield", "scf.for", "scf.if", "scf.condition", "cf.cond_br")
"""Mutators of these look themselves whether anything depends on what they change."""
