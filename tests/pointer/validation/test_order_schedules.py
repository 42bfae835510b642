"""Schedules of hardware copies: a program that is not ordered differs under one of them, an ordered one under none."""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt.text import read
from tests.support.pointer_oracle import outcome, outcomes

PROGRAM = """
tt.func public @ordered(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>) {{
  %zero = arith.constant 0 : i32
  %n = arith.constant 64 : i32
  %one = arith.constant 1 : i64
  %five = arith.constant dense<5> : tensor<16xi32>
  %r = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
  %as = tt.splat %a : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %ap = tt.addptr %as, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %bs = tt.splat %b : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %bp = tt.addptr %bs, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %d = tt.make_tensor_descriptor %a, [%n], [%one] : <i32>, <tensor<16xi32>>
{body}
  tt.return
}}
"""
LOAD = "  %x = tt.descriptor_load %d[%zero] : !tt.tensordesc<tensor<16xi32>> -> tensor<16xi32>"
STORE = "  tt.descriptor_store %d[%zero], %five : !tt.tensordesc<tensor<16xi32>>, tensor<16xi32>"
READ = "  %y = tt.load %ap : tensor<16x!tt.ptr<i32>>"
WRITE = "  tt.store %ap, %r : tensor<16x!tt.ptr<i32>>"
AWAY = "  tt.store %bp, {} : tensor<16x!tt.ptr<i32>>"
ADD = "  %z = tt.atomic_rmw add, relaxed, gpu, %ap, %r : (tensor<16x!tt.ptr<i32>>, tensor<16xi32>) -> tensor<16xi32>"
CASES = {
    "read, then written": ([READ, STORE, AWAY.format("%y")], ""),
    "loaded, then written": ([LOAD, WRITE, AWAY.format("%x")], ""),
    "stored, then read": ([STORE, READ, AWAY.format("%y")], "late"),
    "stored, then loaded": ([STORE, LOAD, AWAY.format("%x")], "late"),
    "stored, then written": ([STORE, WRITE], "late"),
    "written, then loaded": ([WRITE, LOAD, AWAY.format("%x")], "late"),
    "written, then stored": ([WRITE, STORE], "early"),
    "added, then loaded": ([ADD, LOAD, AWAY.format("%x")], "late"),
    "added, then stored": ([ADD, STORE], "early"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_schedule_shows(name: str) -> None:
    body, wrong = CASES[name]
    (function,) = read(PROGRAM.format(body="\n".join(body))).functions()
    given = [np.arange(64, dtype=np.int32) * 3, np.zeros(64, np.int32)]
    expected = outcome(function, given, (0, 0, 0))
    in_order, late, early = outcomes(function, given, (0, 0, 0))
    assert expected is not None and in_order == expected
    assert {"late": late != expected, "early": early != expected}.get(wrong, True)
    assert wrong or (late, early) == (expected, expected)


def test_integers_outside_a_descriptor_stay_integers() -> None:
    """2^62 + 1 has no float of 64 bits; the last eight lanes are outside, and get zero."""
    text = PROGRAM.format(body="\n".join((LOAD, AWAY.format("%x")))).replace("i32>", "i64>").replace("xi32,", "xi64,")
    text = text.replace("constant 64 : i32", "constant 8 : i32").replace(
        "tensor<16x!tt.ptr<i64>>, tensor<16xi64>", "tensor<16x!tt.ptr<i64>>, tensor<16xi32>"
    )
    text = text.replace("start = 0 : i32} : tensor<16xi64>", "start = 0 : i32} : tensor<16xi32>")
    (function,) = read(text).functions()
    given = [np.full(64, (1 << 62) + 1), np.zeros(16, np.int64)]
    found = outcome(function, given, (0, 0, 0))
    assert found is not None and list(np.frombuffer(found[1], np.int64)) == [(1 << 62) + 1] * 8 + [0] * 8
