"""Programs that the checker calls equal do the same when they run: random programs with loops and memory, and random changes to
them."""

import random
from collections import Counter

import pytest

from benchmarks.trust.mutants.dependence import Program
from benchmarks.trust.mutants.programs import apply
from egraph_opt.checker import check
from egraph_opt.ir.module import Block, Module, Op, Region, Value
from egraph_opt.text import read, write

HEAD = "module {\ntt.func @f(%p: !tt.ptr<i32>, %x: i32, %y: i32) {\n" + "".join(
    f"%c{i} = arith.constant {i} : i32\n" for i in range(3)
)  # fmt: skip


class Writer:
    """A random program over a few numbers, so that many of its values happen to be equal."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.lines, self.count = chance, [HEAD], 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def block(self, scope: list[str], depth: int, size: int) -> list[str]:
        """Operations; the values in sight at their end."""
        scope = list(scope)
        for _ in range(size):
            pick, name = self.chance.choice, self.fresh()
            kind = pick(["add", "add", "less", "load", "store", "for", "if", "while"][: 8 if depth else 5])
            if kind == "add":
                self.lines.append(f"{name} = arith.{pick(['addi', 'subi'])} {pick(scope)}, {pick(scope)} : i32")
                scope.append(name)
            elif kind == "less":
                self.lines.append(f"{name}b = arith.cmpi slt, {pick(scope)}, {pick(scope)} : i32")
                self.lines.append(f"{name} = arith.select {name}b, {pick(scope)}, {pick(scope)} : i32")
                scope.append(name)
            elif kind in ("load", "store"):
                self.lines.append(f"{name}p = tt.addptr %p, %c{self.chance.randrange(2)} : !tt.ptr<i32>, i32")
                if kind == "store":
                    self.lines.append(f"tt.store {name}p, {pick(scope)} : !tt.ptr<i32>")
                else:
                    self.lines.append(f"{name} = tt.load {name}p : !tt.ptr<i32>")
                    scope.append(name)
            else:
                scope += self.structured(kind, name, scope, depth)
        return scope

    def structured(self, kind: str, name: str, scope: list[str], depth: int) -> list[str]:
        """A loop or conditional, and its results."""
        pick, count = self.chance.choice, self.chance.randint(1, 3)
        types = ", ".join(["i32"] * count)
        carried = [f"{name}a{i}" for i in range(count)]
        inits = ", ".join(f"{a} = {pick(scope)}" for a in carried)

        def inner(more: list[str]) -> None:
            end = self.block(scope + more, depth - 1, self.chance.randint(0, 3))
            self.lines.append(f"scf.yield {', '.join(pick(end[-4:]) for _ in range(count))} : {types}")

        if kind == "for":
            bounds = f"%c0 to {pick(['%c1', '%c2', '%x'])} step %c1"
            self.lines.append(f"{name}:{count} = scf.for {name}i = {bounds} iter_args({inits}) -> ({types}) : i32 {{")
            inner([f"{name}i", *carried])
        elif kind == "if":
            self.lines.append(f"{name}b = arith.cmpi slt, {pick(scope)}, {pick(scope)} : i32")
            self.lines.append(f"{name}:{count} = scf.if {name}b -> ({types}) {{")
            inner([])
            self.lines.append("} else {")
            inner([])
        else:
            self.lines.append(f"{name}:{count} = scf.while ({inits}) : ({types}) -> ({types}) {{")
            self.lines.append(f"{name}b = arith.cmpi slt, {pick(carried)}, {pick(['%c1', '%c2'])} : i32")
            self.lines.append(f"scf.condition({name}b) {', '.join(pick(carried) for _ in carried)} : {types}\n}} do {{")
            bodies = [f"{name}d{i}" for i in range(count)]
            self.lines.append(f"^bb0({', '.join(f'{b}: i32' for b in bodies)}):")
            inner(bodies)
        self.lines.append("}")
        return [f"{name}#{i}" for i in range(count)]

    def program(self) -> str:
        scope = self.block(["%x", "%y", "%c0", "%c1"], 2, 5)
        for i in range(2):
            self.lines += [f"%o{i} = tt.addptr %p, %c{i} : !tt.ptr<i32>, i32", f"tt.store %o{i}, {scope[-1 - i]} : !tt.ptr<i32>"]
        return "\n".join([*self.lines, "tt.return\n}\n}"])


class TooLong(Exception):
    """A loop does not end soon."""


class Machine:
    """Runs a function over integers: the loads' memory and the stores in order."""

    def __init__(self, inputs: list[int]) -> None:
        self.inputs, self.memory, self.stores, self.steps = inputs, {0: 5, 1: -3}, list[tuple[int, int]](), 0

    def run(self, module: Module) -> list[tuple[int, int]]:
        (function,) = module.functions()
        self.block(function.regions[0].blocks[0], [0, *self.inputs], {})
        return self.stores

    def block(self, block: Block, given: list[int], values: dict[Value, int]) -> list[int]:
        values.update(zip(block.arguments, given, strict=True))
        for op in block.ops:
            self.steps += 1
            if self.steps > 2000:
                raise TooLong
            if op.name in ("scf.yield", "scf.condition", "tt.return"):
                return [values[v] for v in op.operands]
            results = self.op(op, [values[v] for v in op.operands], values)
            values.update(zip(op.results, results, strict=True))
        return []

    def op(self, op: Op, x: list[int], values: dict[Value, int]) -> list[int]:
        match op.name:
            case "arith.constant":
                return [int(op.attributes["value"].split(" ")[0])]
            case "arith.addi" | "tt.addptr":
                return [x[0] + x[1]]
            case "arith.subi":
                return [x[0] - x[1]]
            case "arith.cmpi":
                return [int(x[0] < x[1])]
            case "arith.select":
                return [x[1] if x[0] else x[2]]
            case "tt.load":
                return [self.memory.get(x[0], 0)]
            case "tt.store":
                self.memory[x[0]] = x[1]
                self.stores.append((x[0], x[1]))
                return []
        return self.control(op, x, values)

    def control(self, op: Op, x: list[int], values: dict[Value, int]) -> list[int]:
        regions: list[Region] = list(op.regions)
        match op.name:
            case "scf.if":
                return self.block(regions[0 if x[0] else 1].blocks[0], [], values)
            case "scf.for":
                carried = x[3:]
                for i in range(x[0], x[1], max(1, x[2])):
                    carried = self.block(regions[0].blocks[0], [i, *carried], values)
                return carried
            case "scf.while":
                carried = x
                while True:
                    goes, *carried = self.block(regions[0].blocks[0], carried, values)
                    if not goes:
                        return carried
                    carried = self.block(regions[1].blocks[0], carried, values)
        raise AssertionError(op.name)


def changed(module: Module, chance: random.Random) -> Module:
    """The module with one or two operands exchanged for other values in sight, whether or not that makes a difference."""
    program = Program(module)
    edit: dict[Op, tuple[Op, ...]] = {}
    for site in chance.sample(program.sites, len(program.sites)):
        places = [(i, v) for i, v in enumerate(site.op.operands) if v.type == "i32" and site.op.name != "tt.addptr"]
        if places:
            i, old = chance.choice(places)
            new = chance.choice([v for v in site.visible if v.type == old.type])
            operands = (*site.op.operands[:i], new, *site.op.operands[i + 1 :])
            edit[site.op] = (
                Op(site.op.name, operands, site.op.results, site.op.attributes, site.op.regions, (), site.op.pieces),
            )
            if len(edit) == chance.randint(1, 2):
                break
    return read(write(apply(module, edit)))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_what_is_called_equal_does_the_same(seed: int) -> None:
    chance = random.Random(seed)
    verdicts = Counter[tuple[bool, bool]]()
    for _ in range(60):
        before = read(Writer(chance).program())
        for _ in range(5):
            after = changed(before, chance)
            verdict = check(before, after)
            same = True
            for inputs in ([0, 1], [1, -2], [2, 3], [3, 3], [-1, 0]):
                try:
                    same = same and Machine(inputs).run(before) == Machine(inputs).run(after)
                except TooLong:
                    continue
            assert same or not verdict.equal, f"{write(before)}\n{write(after)}"
            verdicts[verdict.equal, same] += 1
    assert verdicts[True, True] >= 30, "values that only look different are found equal"
    assert verdicts[False, False] >= 30, "and most changes make a difference"
