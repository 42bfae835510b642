"""Rewriting of nested regions: what changes, what stays the same object, and that programs still print and mean what they should."""

from dataclasses import replace

import numpy as np
import pytest

from egraph_opt.checker import check
from egraph_opt.interpret import interpret
from egraph_opt.ir.control_flow import choose_version, rebuild_loop, rebuild_terminator
from egraph_opt.ir.create import binary, constant
from egraph_opt.ir.def_use import defining_ops, inner_values
from egraph_opt.ir.module import Module, Op, Value
from egraph_opt.ir.rewriting.dead_code import erase_dead, is_erasable
from egraph_opt.ir.rewriting.rewrite import (
    clone,
    expand_ops,
    map_blocks,
    map_ops,
    replace_body,
    replace_ops,
    replace_uses,
    replace_values,
    substitute,
)
from egraph_opt.text import read, write
from tests.support.kernels import program_text

NESTED = program_text("ir/rewrite.nested")


def program(text: str = NESTED) -> tuple[Module, Op]:
    module = read(text)
    return module, module.functions()[0]


def names(op: Op) -> list[str]:
    return [inner.name for inner in op.walk()]


def output(module: Module, function: Op, new: Op) -> str:
    text = write(module.replace_functions({function: new}))
    assert write(read(text)) == text
    return text


def test_what_nobody_changes_is_the_same_object() -> None:
    _, function = program()
    assert map_ops(function, lambda op: op) is function
    assert map_blocks(function, lambda block: block) is function
    assert expand_ops(function, lambda op: [op]) is function
    assert substitute(function, {}, {}) is function
    assert replace_uses(function, {Value("i32", "%x"): Value("i32", "%y")}) is function
    block = function.regions[0].blocks[0]
    assert replace_ops(block, list(block.ops)) is block and replace_ops(block, block.ops[1:]) is not block


def test_a_change_rebuilds_what_is_around_it_and_nothing_else() -> None:
    _, function = program()

    def subtract(op: Op) -> Op:
        inner = map_ops(op, subtract)
        return replace(inner, name="arith.subi") if inner.name == "arith.addi" and inner.operands[1].name == "%i" else inner

    new = map_ops(function, subtract)
    old_ops, new_ops = list(function.walk()), list(new.walk())
    changed = [b.name for a, b in zip(old_ops, new_ops, strict=True) if a is not b]
    assert changed == ["tt.func", "scf.for", "scf.if", "arith.subi"]


def test_the_order_of_a_rewriting_is_its_function_s() -> None:
    _, function = program()
    inwards: list[str] = []
    outwards: list[str] = []

    def before(op: Op) -> Op:
        inwards.append(op.name)
        return map_ops(op, before)

    def after(op: Op) -> Op:
        new = map_ops(op, after)
        outwards.append(op.name)
        return new

    map_ops(function, before)
    map_ops(function, after)
    assert inwards == names(function)[1:]
    assert outwards.index("scf.yield") < outwards.index("scf.if") < outwards.index("scf.for")


def test_an_operation_becomes_none_or_several() -> None:
    module, function = program()

    def twice(op: Op) -> list[Op]:
        new = expand_ops(op, twice)
        if op.name == "tt.store":
            return []
        return [replace(new, results=(Value("i32", "%again"),)), new] if op.name == "arith.addi" else [new]

    found = names(read(output(module, function, expand_ops(function, twice))).functions()[0])
    assert found.count("arith.addi") == 4 and "tt.store" not in found


@pytest.mark.parametrize("place", ["arith.addi", "tt.store"])
def test_operations_come_before_or_instead_of_others_at_any_depth(place: str) -> None:
    _, function = program()
    wanted = next(op for op in function.walk() if op.name == place)
    extra = constant(7, "i32")
    before = names(substitute(function, {wanted: [extra]}, {}))
    instead = names(substitute(function, {}, {wanted: [extra, extra]}))
    at = names(function).index(place)
    assert before[at : at + 2] == ["arith.constant", place] and len(before) == len(names(function)) + 1
    assert instead[at : at + 2] == ["arith.constant"] * 2 and instead.count(place) == names(function).count(place) - 1


def test_uses_are_replaced_in_regions_and_definitions_are_not() -> None:
    _, function = program()
    value = next(op for op in function.walk() if op.name == "scf.for").regions[0].blocks[0].arguments[1]
    other = Value("i32", "%other")
    used, renamed = replace_uses(function, {value: other}), replace_values(function, {value: other})
    for new in (used, renamed):
        assert not any(value in op.operands for op in new.walk()) and any(other in op.operands for op in new.walk())
    assert value in inner_values(used) and other not in inner_values(used)
    assert other in inner_values(renamed) and value not in inner_values(renamed)


def test_a_clone_has_its_own_values_and_the_same_text() -> None:
    module, function = program()
    told: dict[Value, Value] = {}
    (new,) = clone([function], told)
    assert inner_values(new).isdisjoint(inner_values(function)) and told.keys() == inner_values(function)
    assert all(v in inner_values(new) for op in new.walk() for v in op.operands)
    assert output(module, function, new) == output(module, function, function)


def test_an_operation_gets_one_region() -> None:
    _, function = program()
    (block,) = function.regions[0].blocks
    assert replace_body(function, block).regions[0].blocks == (block,)


def test_what_nothing_uses_is_erased_and_the_rest_is_proved_equal() -> None:
    module, function = program()
    new = erase_dead(function)
    text = output(module, function, new)
    assert "%unused" not in text and "%idle" not in text and "muli" not in text
    assert len(next(op for op in new.walk() if op.name == "scf.for").results) == 1
    assert check(module, read(text)).equal
    assert erase_dead(new) is new


def test_only_what_has_no_effect_is_erasable() -> None:
    _, function = program()
    ops = {op.name: op for op in function.walk()}
    assert is_erasable(ops["arith.addi"]) and is_erasable(ops["scf.if"])
    assert not any(is_erasable(ops[name]) for name in ("tt.store", "scf.for", "tt.return"))


def test_a_loop_is_rebuilt_with_more_that_it_carries() -> None:
    module, function = program()
    loop = next(op for op in function.walk() if op.name == "scf.for")
    (body,) = loop.regions[0].blocks
    argument, result = Value("i32", "%more"), Value("i32", "%most")
    end = rebuild_terminator(body.ops[-1], (*body.ops[-1].operands, argument))
    changed = replace(body, arguments=(*body.arguments, argument), ops=(*body.ops[:-1], end))
    new = rebuild_loop(loop, (*loop.operands, loop.operands[1]), (*loop.results, result), changed)
    text = output(module, function, substitute(function, {}, {loop: [new]}))
    assert "-> (i32, i32, i32)" in text and check(module, read(text)).equal


@pytest.mark.parametrize("which", [0, 1])
def test_the_version_that_runs_is_the_condition_s(which: int) -> None:
    text = NESTED.replace("tt.store %p, %sum#0", "%twice = arith.addi %n, %n : i32\n    tt.store %p, %twice")
    module, function = program(text)
    twice = defining_ops(function.walk())[next(v for v in inner_values(function) if v.name == "%twice")]
    condition = function.regions[0].blocks[0].arguments[2]
    product = binary("arith.muli", *twice.operands)
    told: dict[Value, Value] = {}
    versions = (([product], product.results), (clone([twice], told), [told[twice.results[0]]]))
    choice = choose_version(condition, twice.results, versions, "egraph_opt.test")
    written = output(module, function, substitute(function, {}, {twice: [choice]}))
    assert "egraph_opt.test" in written
    place = np.zeros(1, np.int32)
    interpret(read(written).functions()[0], [place, 5, which])
    assert place[0] == (25 if which else 10)
