"""Limits of a check are counts, not times: its work is near-linear in operations and blocks, or the check gives up."""

import random
import sys
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.checker import Outcome, check
from egraph_opt.checker.flow.cfg import immediate_dominators
from egraph_opt.command.cli import main
from egraph_opt.ir.module import Block, Module, Op, Region, Value
from egraph_opt.text import read

HEAD = "module {{ tt.func @f(%p: !tt.ptr<i32>, %c: i1, %v: i32) {{\n{}}} }}"
STORE = "%a{0} = arith.addi %v, %v : i32\ntt.store %p, %a{0} : !tt.ptr<i32>\n"


def chain(count: int) -> str:
    return "".join(f"{STORE.format(k)}cf.br ^b{k}\n^b{k}:\n" for k in range(count)) + "tt.return\n"


def diamonds(count: int) -> str:
    one = "{1}cf.cond_br %c, ^t{0}, ^e{0}\n^t{0}:\ntt.store %p, %v : !tt.ptr<i32>\ncf.br ^h{0}\n^e{0}:\ncf.br ^h{0}\n^h{0}:\n"
    return "".join(one.format(k, STORE.format(k)) for k in range(count // 3)) + "tt.return\n"


def one_exit(count: int) -> str:
    return "".join(f"{STORE.format(k)}cf.cond_br %c, ^x, ^b{k}\n^b{k}:\n" for k in range(count)) + "cf.br ^x\n^x:\ntt.return\n"


def loops(count: int) -> str:
    one = (
        "cf.br ^l{0}(%v : i32)\n^l{0}(%i{0}: i32):\n%a{0} = arith.addi %i{0}, %v : i32\ntt.store %p, %a{0} : !tt.ptr<i32>\n"
        "cf.cond_br %c, ^l{0}(%a{0} : i32), ^m{0}\n^m{0}:\n"
    )
    return "".join(one.format(k) for k in range(count // 2)) + "tt.return\n"


def nested_loops(count: int) -> str:
    depth = count // 2
    heads = "".join(f"cf.br ^l{k}\n^l{k}:\n{STORE.format(k)}" for k in range(depth))
    return (
        heads
        + "".join(f"cf.br ^e{k}\n^e{k}:\ncf.cond_br %c, ^l{k}, ^n{k}\n^n{k}:\n" for k in reversed(range(depth)))
        + "tt.return\n"
    )


SHAPES = {shape.__name__: shape for shape in (chain, diamonds, one_exit, loops, nested_loops)}
STEPS = 130
"""Steps a block, whatever the number of blocks."""


@pytest.mark.parametrize("count", [200, 2000, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_with_the_number_of_blocks(shape: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["egraph_opt.text.parser"], "MAX_BLOCKS", 10**6)  # the package has a function of this name
    module = read(HEAD.format(SHAPES[shape](count)))
    assert check(module, module, limit=STEPS * count).equal
    assert check(module, module, limit=20 * count).limited, "the work is counted"


def test_work_grows_with_the_number_of_operations() -> None:
    def text(length: int) -> str:
        ops = "".join(f"%v{i + 1} = arith.addi %v{i}, %v0 : i32\n" for i in range(length))
        loops = "".join(f"scf.for %i{i} = %v0 to %v{length} step %v0 : i32 {{\n" for i in range(100))
        store = f"tt.store %p, %v{length} : !tt.ptr<i32>\n"
        return f"module {{ tt.func @f(%p: !tt.ptr<i32>, %v0: i32) {{\n{ops}{loops}{store}{'}' * 100}\ntt.return }} }}"

    for length in (1000, 10_000):
        module = read(text(length))
        assert check(module, module, limit=40 * length + 200_000).equal
        wrong = read(text(length).replace("%v1 = arith.addi", "%v1 = arith.muli"))
        assert "arith.addi (line 2) in the input, arith.muli (line 2) in the output" in check(module, wrong).reason


def test_choices_that_depend_on_each_other_do_not_multiply() -> None:
    """Two sums of parts that are chosen one by one; all parts of the second depend on the first, so on all conditions."""

    def text(count: int, part: str = "muli") -> str:
        ops = "%x0 = arith.addi %v, %v : i32\n"
        for sum, addend in (("x", "%v"), ("y", f"%x{count}")):
            for k in range(count):
                ops += f"%c{sum}{k} = arith.constant {k} : i32\n%i{sum}{k} = arith.cmpi sgt, %v, %c{sum}{k} : i32\n"
                ops += f"%{sum}{k + 1} = scf.if %i{sum}{k} -> (i32) {{\n%m{sum}{k} = arith.{part} {addend}, %c{sum}{k} : i32\n"
                ops += f"%a{sum}{k} = arith.addi %{sum}{k}, %m{sum}{k} : i32\nscf.yield %a{sum}{k} : i32\n"
                ops += f"}} else {{\nscf.yield %{sum}{k} : i32\n}}\n"
            ops += f"%y0 = arith.subi %x{count}, %v : i32\n" if sum == "x" else ""
        return HEAD.format(f"{ops}tt.store %p, %y{count} : !tt.ptr<i32>\ntt.return\n")

    for count in (20, 80):
        module = read(text(count))
        assert check(module, module, limit=100 * count * count).equal
        assert check(module, read(text(count, "xori")), limit=100 * count * count).outcome is Outcome.NOT_PROVED


@pytest.mark.parametrize("form", ["scf.if", "scf.for", "some.region"])
def test_deep_regions_do_not_recurse(form: str) -> None:
    """Deeper than the reader takes them."""

    def module(name: str) -> Module:
        pointer, number, condition = Value("!tt.ptr<i32>", "%p"), Value("i32", "%v"), Value("i1", "%c")
        last = Op(name, (pointer, number), pieces=(f'"{name}"',), line=1)
        for depth in range(300 if form == "scf.for" else 3000):  # loops within loops take a round each
            block = Block((Value("i32", f"%i{depth}"),) if form == "scf.for" else (), (last,))
            regions = (Region((block,)), Region()) if form == "scf.if" else (Region((block,)),)
            operands = {"scf.if": (condition,), "scf.for": (number,) * 3}.get(form, ())
            last = Op(form, operands, regions=regions, pieces=(f'"{form}"',), line=1)
        ops = (last, Op("tt.return", line=1))
        function = Op("tt.func", attributes={"sym_name": '"f"'}, regions=(Region((Block((pointer, number, condition), ops),)),))
        return Module(Op("builtin.module", regions=(Region((Block((), (function,)),)),)))

    assert check(module("tt.store"), module("tt.store")).equal
    assert not check(module("tt.store"), module("some.store")).equal


def carried(count: int) -> str:
    """A loop that hands each value on to the next: which of them differ shows one iteration later each."""
    given = ", ".join(f"%a{i} = %v" for i in range(count))
    types = ", ".join(["i32"] * count)
    nexts = ", ".join(f"%a{i + 1}" for i in range(count - 1))
    loop = f"%r:{count} = scf.for %i = %v to %v step %v iter_args({given}) -> ({types}) : i32 {{\n%n = arith.addi %a{count - 1}, %v : i32\n"
    return HEAD.format(f"{loop}scf.yield {nexts}, %n : {types}\n}}\ntt.store %p, %r#0 : !tt.ptr<i32>\ntt.return\n")


def test_a_check_that_takes_too_long_is_given_up() -> None:
    module = read(carried(300))
    assert check(module, module).equal
    verdict = check(module, module, limit=100_000)
    assert verdict.outcome is Outcome.NOT_PROVED and verdict.limited
    assert str(verdict) == "not proved: @f: given up: the check takes more than 100,000 steps: tt.store (line 6)"
    assert check(module, module, limit=100_000) == verdict, "the same for the same input"


def test_the_limit_is_that_of_all_functions_together() -> None:
    function = "tt.func @f{0}(%p: !tt.ptr<i32>, %v: i32) {{\n" + STORE.format("") + "tt.return\n}}\n"
    module = read("module {\n" + "".join(function.format(k) for k in range(50)) + "}")
    assert check(module, module, limit=10_000).equal
    assert check(module, module, limit=1000).limited


def test_the_command_line_says_that_it_gave_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "loop.mlir"
    file.write_text(carried(100))
    assert CliRunner().invoke(main, ["check", str(file), str(file)]).exit_code == 0
    monkeypatch.setattr("egraph_opt.checker.check", partial(check, limit=1000))
    given_up = CliRunner().invoke(main, ["check", str(file), str(file)])
    assert given_up.exit_code == 4 and "not proved: @f: given up: the check takes more than 1,000 steps" in given_up.stdout


def reached(predecessors: list[list[int]], without: int) -> set[int]:
    """The blocks to which a way leads from the first one that does not lead through some block."""
    there = {0} - {without}
    while more := {b for b, found in enumerate(predecessors) if b != without and there.intersection(found)} - there:
        there |= more
    return there


def test_dominators_are_what_is_on_every_way() -> None:
    """Against removing each block and looking what can still be reached."""
    chance = random.Random(0)
    for _ in range(300):
        count = chance.randint(1, 12)
        targets = [[chance.randrange(count) for _ in range(chance.randint(0, 3))] for _ in range(count)]
        preorder, parents, stack, seen = [], [], [(0, 0)], set()
        while stack:
            block, parent = stack.pop()
            if block not in seen:
                seen.add(block)
                parents.append(parent)
                stack += [(target, len(preorder)) for target in targets[block]]
                preorder.append(block)
        number = {block: i for i, block in enumerate(preorder)}
        before = [[number[b] for b in preorder if block in targets[b]] for block in preorder]
        found, _ = immediate_dominators(before, parents)

        for block in range(1, len(preorder)):
            above, wanted = block, {d for d in range(len(preorder)) if d != block and block not in reached(before, d)}
            chain = set()
            while above:
                above = found[above]
                chain.add(above)
            assert chain == wanted
