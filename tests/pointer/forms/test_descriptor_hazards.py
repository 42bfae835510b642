"""Order of accesses relative to a hardware copy: the asynchronous proxy, which interpreters that run in order cannot show.

Each program is raised as far as its order allows. The result of raising without regard to order is then refused by the checker,
which has its own model of it: those are the wrong variants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest import mock

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.descriptor_hazards import MemoryOrder
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.forms.ordering_programs import (
    COPY,
    DESCRIPTOR,
    POINTERS,
    PROGRAMS,
    branch,
    load,
    loop,
    module,
    moved,
    store,
    text_of,
    unordered,
)

Step = Any
"""An access, with how far the counters around it move it; a loop; or a conditional."""
Event = tuple[int, str, str, int, tuple[object, ...]]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_not_ordered_is_left(name: str) -> None:
    text, (_, answers, reason) = text_of(name), PROGRAMS[name]
    result = raise_text(text, "order", "descriptor", any_cost=True)
    assert not result.rejected
    assert "".join(str(int(report.raised)) for report in result.reports) == answers
    assert any(reason in report.reason for report in result.reports if not report.raised) or "0" not in answers
    wrong = unordered(text)
    if wrong != result.ir:
        with pytest.raises(RaiseRefused, match="a hardware copy is not ordered with"):
            validate(read(text), read(wrong))


def drawn(random: Random, depth: int, counters: tuple[str, ...], made: list[str]) -> tuple[str, list[Step]]:
    """A random piece of a program, and the same as steps: an access, a loop of eight with its body, or two branches."""
    text, steps = "", []
    for _ in range(random.randint(1, 2 if depth else 3)):
        what = random.choice(("access", "access", "loop", "branch") if depth < 2 else ("access",))
        if what == "access":
            start, factors = random.choice((0, 0, 256, 512, 4096)), {c: random.choice((0, 256, 512, 4096)) for c in counters}
            name, by = f"%v{len(made)}", "%q0" if random.random() < 0.1 else "%p0"
            where = f"{name}_{len(counters)}"
            text += f"{name}_0 = tt.addptr {by}, %k{start} : {POINTERS}, tensor<16x32xi32>\n"
            for n, (counter, factor) in enumerate(factors.items()):
                text += moved(f"%c{factor}", counter, f"{name}_{n + 1}", f"{name}_{n}") + "\n"
            kind = random.choice(("load", "store"))
            text += load(name, where) if kind == "load" else store(where)
            steps.append((len(made), kind, by, start, factors))
            made.append(kind)
        elif what == "loop":
            counter = f"%i{len(made)}_{random.randrange(1 << 30)}"
            body, inner = drawn(random, depth + 1, (*counters, counter), made)
            text += loop(body, counter)
            steps.append(("loop", counter, inner))
        else:
            (one, first), (two, second) = (drawn(random, depth + 1, counters, made) for _ in range(2))
            text += branch(one, two)
            steps.append(("branch", first, second))
    return text, steps


def events(steps: list[Step], at: dict[str, int], loops: tuple[object, ...], truths: bool) -> Iterator[Event]:
    """Yield the accesses in order: number, kind, array, first element, and loops."""
    for step in steps:
        if step[0] == "loop":
            for i in range(8):
                yield from events(step[2], {**at, step[1]: i}, (*loops, step[1]), truths)
        elif step[0] == "branch":
            yield from events(step[1] if truths else step[2], at, loops, truths)
        else:
            number, kind, by, start, factors = step
            yield number, kind, by, start + sum(at[c] * f for c, f in factors.items()), loops


def broken(steps: list[Step], copies: set[int]) -> bool:
    """Return whether a run has two unordered accesses to one element, if some accesses are copies."""
    for truths in (True, False):
        done = list(events(steps, {}, (), truths))
        for n, (a, first, array, start, loops) in enumerate(done):
            for b, second, other, also, around in done[n + 1 :]:
                meets = (abs(start - also) < 512 or array != other) and bool({a, b} & copies) and "store" in (first, second)
                if meets and (first == "store" or set(loops) & set(around)):
                    return True
    return False


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 200))])
def test_no_run_breaks_the_order(seed: int) -> None:
    """Random programs, run step by step: what is raised is in order in all of them, and what the checker lets through."""
    made: list[str] = []
    body, steps = drawn(Random(seed), 0, (), made)
    starts = "".join(f"%k{n} = arith.constant dense<{n}> : tensor<16x32xi32>\n" for n in (0, 256, 512, 4096))
    text = module(starts + body)
    lines = {op.line: n for n, op in enumerate(op for op in read(text).op.walk() if op.name in ("tt.load", "tt.store"))}
    result = raise_text(text, "order", "descriptor", any_cost=True)
    assert not result.rejected
    assert not broken(steps, {lines[report.line] for report in result.reports if report.raised})
    wrong = unordered(text)
    if broken(steps, set(range(len(made)))):
        with pytest.raises(RaiseRefused):
            validate(read(text), read(wrong))


def test_threads_are_in_order() -> None:
    """Block pointers and `tts` are loads and stores of threads."""
    for name in ("store twice", "overlapping tiles", "arrays that may be one", "store in a loop", "store, load"):
        for target in ("tts", "block-pointer"):
            result = raise_text(text_of(name), "order", target)  # type: ignore[arg-type]
            assert not result.rejected and all(report.raised for report in result.reports)


def test_what_callers_do_is_not_known() -> None:
    text = module(load("%x", "%p0") + store("%p0", "%x")).replace("public @order", "private @order")
    caller = """  tt.func public @caller(%p: !tt.ptr<f32>, %n: i32) {
    tt.call @order(%p, %p, %n) : (!tt.ptr<f32>, !tt.ptr<f32>, i32) -> ()
    tt.return
  }
"""
    both = text.rstrip().removesuffix("}") + caller + "}\n"
    result = raise_text(both, "order", "descriptor", any_cost=True)
    assert [report.raised for report in result.reports] == [False, False]
    assert all("what callers of its function do" in report.reason for report in result.reports)
    with pytest.raises(RaiseRefused, match="what callers of its function do"):
        validate(read(both), read(unordered(both)))


def test_several_blocks_may_come_again() -> None:
    text = module(f"cf.br ^again\n  ^again:\n    {store('%p0')}    cf.cond_br %truth, ^again, ^end\n  ^end:")
    assert [report.raised for report in raise_text(text, "order", "descriptor", any_cost=True).reports] == [False]
    with pytest.raises(RaiseRefused, match="not ordered with itself"):
        validate(read(text), read(unordered(text)))


def test_under_a_guard() -> None:
    """Tiles whose places the guard makes exact are as near to each other as others: in both versions of a program."""
    text = module("%id = tt.get_program_id x : i32\n" + moved("%c4096", "%id") + store("%pi") + store("%pi", "%one", "%triangle"))
    for version in ("loop", "kernel"):
        result = raise_text(text, "order", "descriptor", version, any_cost=True)  # type: ignore[arg-type]
        assert [report.raised for report in result.reports] == [False, False]
        with mock.patch.object(MemoryOrder, "hazard", return_value=""):
            wrong = raise_text(text, "order", "descriptor", version, any_cost=True, check=False).ir  # type: ignore[arg-type]
        assert "tt.descriptor_store" in wrong
        with pytest.raises(RaiseRefused, match=r"not ordered with tt\.store"):
            validate(read(text), read(wrong))


def test_by_hand() -> None:
    """A program as someone would write it: the tile by a copy, its corner once more by threads."""
    text = module(store("%p0") + store("%p0", "%one", "%triangle"))
    copy = DESCRIPTOR.replace("[%c32, %c32]", "[%c16, %c32]").replace("%c32 =", "%c16 = arith.constant 16 : i32\n    %c32 =")
    new = text.replace(store("%p0"), copy + COPY.replace("%one", "%zero"), 1)
    with pytest.raises(RaiseRefused, match=r"not ordered with tt\.store"):
        validate(read(text), read(new))
    apart = text.replace(store("%p0", "%one", "%triangle"), store("%p16", "%one", "%triangle"))
    validate(read(apart), read(new.replace(store("%p0", "%one", "%triangle"), store("%p16", "%one", "%triangle"))))


def test_what_triton_waits_for() -> None:
    """The PTX of a store by a copy waits until its source is read, and nothing fences or waits for global memory."""
    (answer,) = libtriton.ask("compile", [unordered(module(store("%p0") + store("%p0", "%one", "%triangle")))])
    assert answer.text is not None, answer.error
    copy, wait, plain = (answer.text.index(word) for word in (
        "cp.async.bulk.tensor.2d.global.shared::cta", "cp.async.bulk.wait_group.read", "st.global"))  # fmt: skip
    assert copy < plain and "cp.async.bulk.wait_group \t" not in answer.text
    between = answer.text[copy:plain]
    assert "cp.async.bulk.wait_group.read" in between and "fence.proxy.async.global" not in answer.text and wait < plain


def test_what_triton_waits_for_between_iterations() -> None:
    """In a loop, the PTX of a store by a copy waits for reads of shared memory: the copy of the next iteration may write before it."""
    text = module(loop(moved("%c512") + store("%pi")))
    (answer,) = libtriton.ask("compile", [raise_text(text, "order", "descriptor", any_cost=True).ir])
    assert answer.text is not None, answer.error
    _, *between = answer.text.split("cp.async.bulk.tensor.2d.global.shared::cta")
    assert len(between) == 8  # LLVM unrolls the loop
    for text in between[:-1]:
        assert "cp.async.bulk.wait_group.read" in text and "fence.proxy.async.global" not in text
        assert not re.search(r"cp\.async\.bulk\.wait_group\s", text)
