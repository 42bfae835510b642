"""Numbers that only a loop computes: a guard before the loop computes their ends, which are quotients and remainders too."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import z3

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.lane_facts import ends
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import CASES, accepted, arguments, raised
from tests.support.pointer_oracle import outcome

STRIDES = (0, 1, 16, 33, -1, -16, 1 << 24, 1 << 27, -(1 << 27), (1 << 31) - 1, -(1 << 31))
"""Strides, of which products wrap around at 32 bits or do not."""


@pytest.mark.parametrize(("file", "accesses"), [("persistent", 4), ("persistent_product", 3)])
@pytest.mark.parametrize("target", ["tts", "buffer"])
def test_a_guard_bounds_quotients_and_remainders_of_a_loop(file: str, accesses: int, target: Target) -> None:
    result = raised(file, target, "loop")
    assert [(r.raised, r.how) for r in result.reports] == [(True, "")] * accesses
    assert result.ir.count("egraph_opt.guard}") == (2 if file == "persistent" else 1)


@pytest.mark.parametrize("target", ["tts", "buffer"])
def test_they_do_the_same_when_they_run(target: Target) -> None:
    old, new = read((CASES / "persistent.mlir").read_text()), read(raised("persistent", target, "loop").ir)
    random = np.random.default_rng(2026)
    runs = 0
    for before, after in zip(old.functions(), new.functions(), strict=True):
        for _ in range(60):
            given = arguments(before, random, STRIDES)
            given[2:4] = (int(random.choice(counts)) for counts in ((-1, 0, 1, 7, 40), (-3, -1, 0, 1, 2, 5, 8, 50)))
            if len(given) > 5:
                given[4] = int(random.choice((-1, 0, 1, 3, 8, 20)))
            program = int(random.integers(5)), 0, 0
            if (expected := outcome(before, given, program)) is not None:
                runs += 1
                assert outcome(after, given, program) == expected, given[2:]
    assert runs >= 30


def test_the_host_makes_descriptors_of_a_persistent_product() -> None:
    text = (CASES / "persistent_product.mlir").read_text()
    result = raise_text(text, "product", "host-descriptor", "kernel", any_cost=True, assume_no_alias=True)
    assert [r.raised for r in result.reports] == [True, True, True]
    assert result.ir.count("tt.descriptor_load") == 2 and result.ir.count("tt.descriptor_store") == 1
    assert "scf.if" not in result.ir.partition("@product__launch")[2]


WITHOUT: dict[str, Callable[[str], str]] = {
    "a guard that is dropped": lambda t: re.sub(
        r"( *)scf\.if %\w+ \{", r"\1%yes = arith.constant true\n\1scf.if %yes {", t),
    "a divisor of zero or less": lambda t: re.sub(r"(cmpi sge, %extsi\w*), %c1_i64", r"\1, %cm1_i64", _first(t, "%cm1_i64", "%c1_i64")),
    "a divisor of zero in the guard": lambda t: t.replace("divsi %addi, %maxsi", "divsi %addi, %extsi", 1),
    "a last tile that is left out": lambda t: t.replace(
        "%addi = arith.addi %cm1_i64, %extsi_0", "%cm2_i64 = arith.constant -2 : i64\n  %addi = arith.addi %cm2_i64, %extsi_0", 1),
    "a greatest remainder that is left out": lambda t: t.replace(
        "%addi_1 = arith.addi %cm1_i64, %extsi", "%cm2_i64 = arith.constant -2 : i64\n  %addi_1 = arith.addi %cm2_i64, %extsi", 1),
    "a larger divisor": lambda t: t.replace(
        "%maxsi = arith.maxsi %extsi, %c1_i64", "%c99_i64 = arith.constant 99 : i64\n  %maxsi = arith.maxsi %extsi, %c99_i64", 1),
    "the first quotient as the last one": lambda t: t.replace("muli %extsi_1, %divsi :", "muli %extsi_1, %c1_i64 :", 1),
    "a step that is not taken": lambda t: t.replace("%addi = arith.addi %c4_i64, %muli :", "%addi = arith.addi %c1_i64, %muli :", 1),
    "the largest group as the smallest": lambda t: t.replace("arith.minsi %addi_1, %c8_i64", "arith.maxsi %addi_1, %c8_i64", 1),
    "groups that may be empty": lambda t: re.sub(r"(cmpi sge, %minsi\w*), %c1_i64", r"\1, %c0_i64", t, count=1),
}  # fmt: skip


def _first(text: str, name: str, before: str) -> str:
    """Return a text in which a constant is defined before another one, in the first function."""
    line = next(line for line in text.splitlines() if line.strip().startswith(f"{name} ="))
    return text.replace(f"{line}\n", "", 1).replace(f"  {before} =", f"{line}\n  {before} =", 1)


@pytest.mark.parametrize("name", WITHOUT)
def test_the_checker_refuses(name: str) -> None:
    old, text = accepted("persistent", "tts", "loop")
    wrong = WITHOUT[name](text)
    assert wrong != text
    with pytest.raises(RaiseRefused):
        validate(old, read(wrong))


def test_what_the_checker_says_of_two_quotients_holds_for_all_integers() -> None:
    """Of one that changes with a loop, and one in a guard; and of a remainder, and of products with them."""
    with solver_session():
        shared = SharedSymbols()
        program = LaneEvaluator(read((CASES / "persistent.mlir").read_text()).functions()[0], shared)
        x, by, most, least, factor = numbers = [z3.Int(name) for name in "x by most least factor".split()]
        shared.moving.add(x.get_id())
        quotient = program.quotient(x, by, 32)
        rest = program.remainder("arith.remsi", x, by, 32)
        program.guarding = True
        program.quotient(most, least, 32)
        end = shared.quotients[-1][2]
        shared.factors[0, 0] = quotient, factor
        shared.factors[0, 1] = rest, factor
        facts = [fact for fact in shared.found.known if not _of_width(fact)] + [*ends(shared)]
        assert len(shared.below) == 2 and len(facts) >= 8
        all_of_them = z3.And(*facts)
        for values in itertools.product((-7, -2, -1, 0, 1, 3, 6), (-3, -1, 1, 2, 5), (-7, 0, 2, 7), (-2, 1, 2, 4), (-3, 0, 2)):
            pairs = [*zip(numbers, values, strict=True), (quotient, _divided(*values[:2])), (end, _divided(*values[2:4]))]
            pairs.append((rest, values[0] - values[1] * _divided(*values[:2])))
            assert z3.is_true(z3.simplify(z3.substitute(all_of_them, *((term, z3.IntVal(n)) for term, n in pairs)))), values


def _divided(x: int, by: int) -> int:
    """Return a quotient, rounded towards 0."""
    return abs(x) // abs(by) * (1 if (x < 0) == (by < 0) else -1)


def _of_width(fact: Any) -> bool:
    """Return whether a fact is that an unknown fits in its width."""
    return bool(z3.is_const(fact.arg(0)) and z3.is_int_value(fact.arg(1)) and abs(fact.arg(1).as_long()) >= 1 << 31)
