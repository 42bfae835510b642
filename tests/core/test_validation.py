"""A result is proved as it is written, and a law that fails proves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.core.acceptance.validation import validate
from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write

BEFORE = read("module {\n  tt.func @f() {\n    tt.return\n  }\n}\n")
AFTER = read("module {\n  tt.func @g() {\n    tt.return\n  }\n}\n")


def test_the_law_sees_what_was_written_and_read_again() -> None:
    seen: list[tuple[Module, Module]] = []

    def prove(before: Module, after: Module) -> Verdict:
        seen.append((before, after))
        return Verdict(Outcome.NOT_PROVED, "another name")

    verdict, text = validate(BEFORE, AFTER, write, read, prove)
    ((before, after),) = seen
    assert before is BEFORE and after is not AFTER and write(after) == text == write(AFTER)
    assert str(verdict) == "not proved: another name"


def test_the_same_text_needs_no_proof() -> None:
    def prove(before: Module, after: Module) -> NoReturn:
        raise AssertionError("asked")

    again = replace(BEFORE, op=replace(BEFORE.op))
    assert again is not BEFORE and validate(BEFORE, again, write, read, prove) == (EQUAL, write(BEFORE))


def fail(*_: object) -> NoReturn:
    raise RecursionError("too deep")


@pytest.mark.parametrize("step", ["write", "read", "prove"])
def test_a_step_that_fails_proves_nothing(step: str) -> None:
    steps = {"write": write, "read": read, "prove": lambda before, after: EQUAL, step: fail}
    verdict, text = validate(BEFORE, AFTER, **steps)  # type: ignore[arg-type]
    assert verdict.outcome is Outcome.NOT_PROVED and "RecursionError" not in str(verdict)
    assert text == (f"// not written: {verdict}" if step == "write" else write(AFTER))


def test_a_program_that_the_law_does_not_know_is_no_failed_proof() -> None:
    def prove(before: Module, after: Module) -> NoReturn:
        raise Unsupported("too large")

    with pytest.raises(Unsupported, match="too large"):
        validate(BEFORE, AFTER, write, read, prove)
