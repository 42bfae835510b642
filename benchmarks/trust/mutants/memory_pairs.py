"""Mistakes that need a place made for them: each function makes of a real kernel a program with that place, and wrong ones of it.

A buffer that is written between two reads; an unknown operation whose region takes tensors from outside; properties beside discardable
attributes of the same name; a resource that stands outside of all operations.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from benchmarks.trust.mutants.dependence import Program, Site
from benchmarks.trust.mutants.memory_mutators import VIEWS
from benchmarks.trust.mutants.mutators import Edit, _convert
from egraph_opt.ir.module import Block, Module, Op, Operand, Region, RegionSlot, TypeOf, Value
from egraph_opt.ir.types import tensor_type
from egraph_opt.text import write


@dataclass(frozen=True)
class Pair:
    """A program and a wrong one: what was done, at which line of the kernel."""

    kind: str
    line: int
    before: str
    after: str


Apply = Callable[[Module, Edit], Module]


def pairs(module: Module, program: Program, chance: random.Random, each: int, apply: Apply) -> Iterator[Pair]:
    """At most `each` places of every kind, with all wrong programs of each."""
    for make in (between_reads, through_a_view, freed_before, written_again, captured):
        places = [site for site in chance.sample(program.sites, len(program.sites)) if make(program, site, chance)]
        for site in places[:each]:
            if (made := make(program, site, chance)) is not None:
                right, wrong = made
                before = write(apply(module, right))
                for kind, edit in wrong.items():
                    yield Pair(kind, site.op.line, before, write(apply(module, edit)))
    yield from properties(module, chance, each)
    yield from resources(module)


def between_reads(p: Program, site: Site, chance: random.Random) -> tuple[Edit, dict[str, Edit]] | None:
    """A read, a store of twice what was read, and the read again."""
    return _between_reads(site, (), site.op.operands[0]) if _reads(site.op) else None


def through_a_view(p: Program, site: Site, chance: random.Random) -> tuple[Edit, dict[str, Edit]] | None:
    """The same where the reads see the buffer by a view whose type is not mutable."""
    buffer = site.op.operands[0] if _reads(site.op) else None
    view = next((op for op in site.ops[: site.index] if op.name in VIEWS and buffer in op.results), None)
    if view is None or buffer is None:
        return None
    sight = Value(buffer.type.replace(", mutable", ""), "%sight")
    right, wrong = _between_reads(site, (replace(view, results=(sight,)),), sight)
    return right, {f"{kind}_through_an_immutable_view": edit for kind, edit in wrong.items()}


def freed_before(p: Program, site: Site, chance: random.Random) -> tuple[Edit, dict[str, Edit]] | None:
    """A buffer that is written once, when it is made, and given back after its only read: or before it."""
    load, made = site.op, {v for op in site.ops[: site.index] if op.name == "ttg.local_alloc" for v in op.results}
    if load.name != "ttg.local_load" or (buffer := load.operands[0]) not in made or "mutable" in buffer.type:
        return None
    if sum(buffer in op.operands for op in p.module.op.walk()) != 1:
        return None
    free = Op("ttg.local_dealloc", (buffer,), pieces=("ttg.local_dealloc ", Operand(0), " : ", TypeOf("operand", 0)))
    return {load: (load, free)}, {"read_after_free": {load: (free, load)}}


def written_again(p: Program, site: Site, chance: random.Random) -> tuple[Edit, dict[str, Edit]] | None:
    """A buffer that its type calls written once, and a view of it, through which it is written again: the read before and after that."""
    load, type = site.op, site.op.results[0].type if site.op.results else ""
    if (
        load.name != "ttg.local_load"
        or "mutable" in load.operands[0].type
        or not (t := tensor_type(type))
        or "f" not in t.element
    ):
        return None
    first, twice = Value(type, "%once"), Value(type, "%twice")
    sight = Value(load.operands[0].type[:-1] + ", mutable>", "%sight")
    add = Op(
        "arith.addf", (first, first), (twice,), pieces=("arith.addf ", Operand(0), ", ", Operand(1), " : ", TypeOf("result", 0))
    )
    words = ("ttg.memdesc_reinterpret ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
    view = Op("ttg.memdesc_reinterpret", load.operands[:1], (sight,), pieces=words)
    words = ("ttg.local_store ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0), " -> ", TypeOf("operand", 1))
    store = Op("ttg.local_store", (twice, sight), pieces=words)
    once = replace(load, results=(first,))
    return {load: (once, add, view, store, load)}, {
        "read_before_it_is_written_again": {load: (once, add, view, _convert(first, load.results[0]), store)}
    }


def _reads(op: Op) -> bool:
    tensor = tensor_type(op.results[0].type) if op.name == "ttg.local_load" else None
    return bool(tensor and "mutable" in op.operands[0].type and re.fullmatch(r"b?f(16|32)", tensor.element))


def _between_reads(site: Site, view: tuple[Op, ...], source: Value) -> tuple[Edit, dict[str, Edit]]:
    load, type = site.op, site.op.results[0].type
    first, twice = Value(type, "%once"), Value(type, "%twice")
    add = Op(
        "arith.addf", (first, first), (twice,), pieces=("arith.addf ", Operand(0), ", ", Operand(1), " : ", TypeOf("result", 0))
    )
    words = ("ttg.local_store ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0), " -> ", TypeOf("operand", 1))
    store = Op("ttg.local_store", (twice, load.operands[0]), pieces=words)
    again = replace(load, operands=(source, *load.operands[1:]))
    once = replace(again, results=(first,))
    return {load: (*view, once, add, store, again)}, {
        "reads_merged": {load: (*view, once, add, store, _convert(first, load.results[0]))},
        "store_after_both_reads": {load: (*view, once, add, again, store)},
        "store_lost": {load: (*view, once, add, again)},
    }


def captured(p: Program, site: Site, chance: random.Random) -> tuple[Edit, dict[str, Edit]] | None:
    """A store within an unknown operation: what it takes from outside is given to it in another layout."""
    op = site.op
    tensors = [tensor_type(v.type) for v in op.operands]
    if op.name not in ("tt.store", "ttg.local_store") or (first := tensors[0]) is None:
        return None
    others = [e for e in p.encodings.get(len(first.shape), []) if e != first.encoding]
    if not others:
        return None
    encoding = chance.choice(others)
    moved = [
        Value(str(t._replace(encoding=encoding)), f"%captured{i}") if t else v
        for i, (v, t) in enumerate(zip(op.operands, tensors, strict=True))
    ]
    converts = [_convert(v, new) for v, new in zip(op.operands, moved, strict=True) if new is not v]

    def unknown(inner: Op) -> Op:
        return Op(
            "unknown.region",
            regions=(Region((Block(ops=(inner,)),)),),
            pieces=('"unknown.region"() (', RegionSlot(0), ") : () -> ()"),
        )

    return {op: (unknown(replace(op)),)}, {
        "captured_in_another_layout": {op: (*converts, unknown(replace(op, operands=tuple(moved))))}
    }


_MEANT = frozenset(
    "axis start end isVolatile reverse predicate order atomic_rmw_op sem scope num pendings inputPrecision".split()
)
_LINE = re.compile(r"^(\s*(?:%[\w:]+ = )?\"([\w.]+)\"\([^)]*\)(?: <\{)?) ?\{([^{}]*)\}( : .*)$")
_ITEM = re.compile(r"(\w+) = (-?\d+|true|false)(?= : i\d+|,|$)")


def properties(module: Module, chance: random.Random, each: int) -> Iterator[Pair]:
    """Beside a property a discardable attribute of its name with another value; the two exchanged, both the other, the property gone."""
    text = write(module, "generic")
    lines = text.split("\n")
    places = []
    for number, line in enumerate(lines):
        if found := _LINE.match(line):
            for item in _ITEM.finditer(found[3]):
                if item[1] in _MEANT:
                    places.append((number, found, item))
    for number, found, item in chance.sample(places, min(each, len(places))):
        head, _, body, tail = found.groups()
        other = {"true": "false", "false": "true"}.get(item[2]) or str(int(item[2]) + 1)
        rest = body[item.end() :].split(",")[0]
        changed = body[: item.start(2)] + other + body[item.end(2) :]

        def written(inside: str, beside: str) -> str:
            new = f"{head} <{{{inside}}}> {{{beside}}}{tail}"  # noqa: B023 -- called below, in this step
            return "\n".join([*lines[:number], new, *lines[number + 1 :]])  # noqa: B023

        right = written(body, f"{item[1]} = {other}{rest}")
        yield Pair("property_and_attribute_exchanged", number + 1, right, written(changed, f"{item[1]} = {item[2]}{rest}"))
        yield Pair("property_changed_beside_attribute", number + 1, right, written(changed, f"{item[1]} = {other}{rest}"))


def resources(module: Module) -> Iterator[Pair]:
    """A blob outside of all operations that one of them names: another blob, and another name."""
    text = write(module, "generic")
    at = text.rfind('"tt.return"')
    indent = "    "
    use = f'"unknown.use"() {{blob = dense_resource<KEY> : tensor<2xi32>}} : () -> ()\n{indent}'

    def written(key: str, one: str, two: str) -> str:
        builtin = f'one: "0x04000000{one}", two: "0x04000000{two}"'
        blobs = f"{{-#\n  dialect_resources: {{ builtin: {{ {builtin} }} }}\n#-}}\n"
        return text[:at] + use.replace("KEY", key) + text[at:] + blobs

    right = written("one", "0100000002000000", "0300000004000000")
    yield Pair("resource_with_another_blob", 0, right, written("one", "0100000005000000", "0300000004000000"))
    yield Pair("resource_of_another_name", 0, right, written("two", "0100000002000000", "0300000004000000"))
