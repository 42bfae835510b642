"""Loops in random orders, run slot by slot: a copy that the checker moves up makes no race, and each product reads what it read."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import pytest

from egraph_opt.ir.module import Module, Op, Value
from egraph_opt.text import read, write
from tests.checker.test_copy_hoisting import AWAIT, COPY_K, COPY_V, COUNT, FIRST, HEAD, LAST, MIDDLE, TAIL, WAIT, hoist_text

BODIES, ITERATIONS = 800, 7
SLOTS, PREDICATES = ("%slot", "%next"), {"5 : i64": int.__ge__}


class Run(NamedTuple):
    """Behaviour of a loop: races, copies that each product reads, and copies for which each barrier wait waits."""

    races: bool
    seen: list[object]


def parts(rng: random.Random) -> list[str]:
    """A body of two products in order, with copies, waits and a third product anywhere."""
    steps = [MIDDLE, AWAIT, LAST, *rng.choices((COPY_K, COPY_V), k=rng.randint(1, 2))]
    if rng.random() < 0.6:
        steps.append(LAST.replace("%rv", "%r3").replace("%o ", "%o3 ").replace("%p,", "%q,"))
    if rng.random() < 0.3:
        steps.append("      %w3 = ttng.warp_group_dot_wait %s {pendings = 0 : i32} : !sum\n")
    copies = steps[3:]
    for step in copies:
        steps.remove(step)
    for step in copies:
        steps.insert(rng.randint(0, len(steps)), step)
    text = [FIRST, WAIT, *steps]
    if rng.random() < 0.4:
        text = [part.replace("isAsync = true", "isAsync = false") if part == LAST else part for part in text]
    if rng.random() < 0.4:
        text = [part.replace("%v[", "%k[") if "%rv" in part else part for part in text]
    old, new = rng.sample(SLOTS, 2)
    return [rename_views(part.replace(old, new) if rng.random() < 0.35 else part, n) for n, part in enumerate(text)]


def rename_views(part: str, number: int) -> str:
    """The part with names of its own for views, so that a part may come twice."""
    for name in ("%tk", "%ck", "%tv", "%cv"):
        part = part.replace(f"{name} ", f"{name}_{number} ").replace(f"{name},", f"{name}_{number},")
    return part


def generate_loop(rng: random.Random) -> str:
    text = HEAD + COUNT + "".join(parts(rng)) + TAIL
    for name in ("%ahead = ", "%now = "):
        if rng.random() < 0.4:
            start = "%c0" if "ahead" in name else "%m1"
            text = text.replace(name + start, name + rng.choice(("%m1", "%c0", "%c1")))
    if rng.random() < 0.4:
        text = text.replace("cmpi sge, %a1, %c2", "cmpi sge, %a1, %c3")
    if rng.random() < 0.6:
        text = text.replace("cmpi sge, %n1, %c2", "cmpi sge, %n1, %c3").replace("cmpi sge, %a1, %c2", "cmpi sge, %a1, %c3")
    return text


def run(module: Module) -> Run:
    (function,) = module.functions()
    numbers: dict[Value, int] = {}
    places: dict[Value, tuple[str, int]] = {}
    ops = list(function.regions[0].blocks[0].ops)
    (loop,) = (op for op in ops if op.name == "scf.for")
    for op in ops:
        if op.name == "arith.constant" and op.results[0].type == "i32":
            numbers[op.results[0]] = int(op.attributes["value"].split(" ")[0])
        if op.name == "ttg.local_alloc":
            places[op.results[0]] = op.results[0].name, -1
    block = loop.regions[0].blocks[0]
    numbers.update((a, numbers[v]) for a, v in zip(block.arguments[1:], loop.operands[3:], strict=True) if v in numbers)
    machine = Machine(numbers, places)
    for _ in range(ITERATIONS):
        for op in block.ops[:-1]:
            machine.execute(op)
        carried = [numbers.get(v) for v in block.ops[-1].operands]
        numbers.update((a, n) for a, n in zip(block.arguments[1:], carried, strict=True) if n is not None)
    return Run(machine.races, machine.seen)


class Machine:
    """Asynchronous accesses in flight, and which copy each slot has."""

    def __init__(self, numbers: dict[Value, int], places: dict[Value, tuple[str, int]]) -> None:
        self.numbers, self.places = numbers, places
        self.reads: list[tuple[str, int]] = []
        self.copies: list[tuple[tuple[str, int], tuple[str, int], int]] = []
        """Copies in flight: barrier, slot, number of the copy."""
        self.content: dict[tuple[str, int], int] = {}
        self.made: Counter[str] = Counter()
        self.races, self.seen = False, list[object]()

    def execute(self, op: Op) -> None:
        given = [self.numbers.get(v, 0) for v in op.operands]
        at = [self.places[v] for v in op.operands if v in self.places]
        match op.name:
            case "arith.addi":
                self.numbers[op.results[0]] = given[0] + given[1]
            case "arith.xori":
                self.numbers[op.results[0]] = given[0] ^ given[1]
            case "arith.cmpi":
                self.numbers[op.results[0]] = int(PREDICATES[op.attributes["predicate"]](given[0], given[1]))
            case "arith.select":
                self.numbers[op.results[0]] = given[1] if given[0] else given[2]
            case "ttg.memdesc_index":
                self.places[op.results[0]] = at[0][0], given[1]
            case "ttng.warp_group_dot":
                self.multiply(op, at[0])
            case "ttng.warp_group_dot_wait":
                self.reads.clear()
            case "ttng.wait_barrier":
                done = [copy for copy in self.copies if copy[0] == at[0]]
                self.copies = [copy for copy in self.copies if copy[0] != at[0]]
                self.content.update((slot, number) for _, slot, number in done)
                self.seen.append(("wait", at[0], [copy[1:] for copy in done]))
            case "ttng.async_tma_copy_global_to_local":
                barrier, slot = at
                self.races |= slot in self.reads or any(slot == other for _, other, _ in self.copies)
                self.made[slot[0]] += 1
                self.copies.append((barrier, slot, self.made[slot[0]]))

    def multiply(self, op: Op, slot: tuple[str, int]) -> None:
        self.races |= any(slot == other for _, other, _ in self.copies)
        self.seen.append(("product", slot, self.content.get(slot)))
        self.reads.append(slot)
        if op.attributes["isAsync"] == "false":
            self.reads.clear()


@pytest.mark.parametrize("seed", range(4))
def test_a_copy_that_moves_up_makes_no_race(seed: int) -> None:
    rng, moved, racing = random.Random(seed), 0, 0
    for _ in range(BODIES // 4):
        before = read(generate_loop(rng))
        after = hoist_text(write(before))
        first, second = run(before), run(after)
        racing += first.races
        if not first.races:
            assert second == first
            moved += order(after) != order(before)
    assert moved >= 10 and racing >= 10


def order(module: Module) -> list[str]:
    return [op.name for function in module.functions() for op in function.walk() if "ttng." in op.name]
