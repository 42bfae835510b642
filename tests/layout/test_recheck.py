"""Facts about layouts are checked again on each run: one of each kind made wrong is found before an output leaves."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

import egraph_opt
from egraph_opt.families.layout.choice.candidate_layouts import candidates
from egraph_opt.families.layout.choice.saturate import layout_facts
from egraph_opt.families.layout.encode.function_terms import encode
from egraph_opt.families.layout.recheck import WrongFact, check_facts, unlawful
from egraph_opt.families.layout.recheck.element_owner import element_table, owners, period
from egraph_opt.families.layout.recheck.layout_verifier import _signature, _walk
from egraph_opt.families.layout.recheck.triton_verifier import broken_law
from egraph_opt.ir.module import Module
from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.text import read, write
from tests.support.kernels import ROOT

optimizing = import_module("egraph_opt.families.layout.optimize")  # the package has a function of this name
saturating = import_module("egraph_opt.families.layout.choice.saturate")
transport = import_module("egraph_opt.families.layout.encode.layout_inference")
operations = import_module("egraph_opt.families.layout.encode.op_encoding")
reductions = import_module("egraph_opt.families.layout.encode.reduction_layouts")
flexible = import_module("egraph_opt.families.layout.encode.transparent_ops")
A = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
B = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>"
APART = (
    "#ttg.linear<{register = [[0, 1], [0, 2], [0, 32], [16, 0], [32, 0]], lane = [[0, 4], [1, 0], [0, 8], [2, 0], [0, 16]],"
    " warp = [[4, 0], [8, 0]], block = []}>"
)
HEAD = 'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}'


def program(body: str) -> str:
    """A function that loads `%x` in B, converts it to A, does something to it, and stores in B what is made of it."""
    return f"""#A = {A}
#B = {B}
#SA = #ttg.slice<{{dim = 1, parent = #A}}>
#SB = #ttg.slice<{{dim = 1, parent = #B}}>
{HEAD} {{
  tt.func public @k(%p: !tt.ptr<f32>, %q: tensor<64x64x!tt.ptr<f32>, #B>, %r: tensor<64x!tt.ptr<f32>, #SB>) {{
    %l = tt.load %q : tensor<64x64x!tt.ptr<f32>, #B>
    %x = ttg.convert_layout %l : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
{body}
    tt.return
  }}
}}
"""


TRANS = program("""    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf32, #A> -> tensor<64x64xf32, #T>
    %y = ttg.convert_layout %t : tensor<64x64xf32, #T> -> tensor<64x64xf32, #B>
    tt.store %q, %y : tensor<64x64x!tt.ptr<f32>, #B>""").replace(
    "#SA =",
    "#T = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>\n#SA =",
)
REDUCE = program("""    %t = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %m = COMBINE %a, %b : f32
      tt.reduce.return %m : f32
    }) : (tensor<64x64xf32, #A>) -> tensor<64xf32, #SA>
    %y = ttg.convert_layout %t : tensor<64xf32, #SA> -> tensor<64xf32, #SB>
    tt.store %r, %y : tensor<64x!tt.ptr<f32>, #SB>""")
MAXIMUM, SUM = REDUCE.replace("COMBINE", "arith.maxnumf"), REDUCE.replace("COMBINE", "arith.addf")
RESHAPE = program("""    %t = tt.reshape %x allow_reorder : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    tt.store %q, %t : tensor<64x64x!tt.ptr<f32>, #B>""")
SCAN = program("""    %t = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %m = arith.maxnumf %a, %b : f32
      tt.scan.return %m : f32
    }) : (tensor<64x64xf32, #A>) -> tensor<64x64xf32, #A>
    %y = ttg.convert_layout %t : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    tt.store %q, %y : tensor<64x64x!tt.ptr<f32>, #B>""")


def optimized(text: str, **named: Any) -> egraph_opt.core.result.Result:
    return egraph_opt.optimize(text, cost="converts", **named)


@pytest.mark.parametrize("text", [TRANS, MAXIMUM, SCAN])
def test_true_facts_pass_and_save_conversions(text: str) -> None:
    result = optimized(text)
    assert result.ir.count("convert_layout") < text.count("convert_layout") and not result.stopped_by


def turned(layout: LinearLayout) -> LinearLayout:
    """A layout with its lanes in another order."""
    return replace(layout, lane=layout.lane[1:] + layout.lane[:1])


def wrong_move(patch: pytest.MonkeyPatch) -> None:
    moved = transport._move_bits
    patch.setattr(transport, "_move_bits", lambda layout, bits, shape: turned(moved(layout, bits, shape)))
    patch.setattr(flexible, "exact", lambda *_: True)


def wrong_map(patch: pytest.MonkeyPatch) -> None:
    """The index map of a transposition is taken for that of a reshape."""
    found = transport.index_map
    patch.setattr(
        flexible, "index_map", lambda op: replace(m, bits=tuple(range(len(m.bits))), order=()) if (m := found(op)) else m
    )
    patch.setattr(flexible, "exact", lambda *_: True)


def wrong_slice(patch: pytest.MonkeyPatch) -> None:
    layout_facts = saturating.layout_facts

    def crossed(*arguments: Any) -> Any:
        facts = layout_facts(*arguments)
        (axis, a, x), (_, b, y) = facts["sliced"][:2]
        return {**facts, "sliced": [(axis, a, y), (axis, b, x)]}

    patch.setattr(saturating, "layout_facts", crossed)


def wrong_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(operations, "reduces_in_any_order", lambda op: True)


def wrong_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(saturating, "_elements", lambda text: 1)


def wrong_scan(patch: pytest.MonkeyPatch) -> None:
    layout_facts = saturating.layout_facts
    patch.setattr(
        saturating, "layout_facts", lambda e, c: {**layout_facts(e, c), "scans": [(n,) for n in range(1, len(e.layouts))]}
    )


def wrong_terms(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reductions, "combination_order", lambda *_: ((), (), ()))


def wrong_lanes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reductions, "is_lowered", lambda *_: True)


WRONG: list[tuple[str, Callable[[pytest.MonkeyPatch], None], str, dict[str, Any]]] = [
    ("moved", wrong_move, TRANS, {}),
    ("moved", wrong_map, TRANS, {}),
    ("sliced", wrong_slice, MAXIMUM, {}),
    ("any_order", wrong_order, SUM, {}),
    ("reorders", wrong_count, RESHAPE, {"reassociate": True}),
    ("scans", wrong_scan, MAXIMUM, {}),
    ("keeps_order", wrong_terms, SUM, {}),
    ("reduces", wrong_lanes, MAXIMUM.replace(B, APART), {}),
]


@pytest.mark.engine_fails
@pytest.mark.parametrize(("kind", "spoil", "text", "named"), WRONG, ids=[f"{w[0]}-{w[1].__name__}" for w in WRONG])
def test_a_wrong_fact_of_each_kind_is_found(
    kind: str, spoil: Callable[[pytest.MonkeyPatch], None], text: str, named: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "reorders":  # an operand in a layout in which half of the threads hold what others hold, too
        text = text.replace(
            "sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1]",
            "sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1]",
        )
    spoil(monkeypatch)
    result = optimized(text, **named)
    assert result.ir == write(read(text)) and f"the fact {kind}" in result.remarks[0], result.remarks


@pytest.mark.engine_fails
@pytest.mark.parametrize(("spoil", "text"), [(wrong_map, TRANS), (wrong_slice, MAXIMUM)])
def test_what_a_wrong_fact_leads_to_breaks_a_law(
    spoil: Callable[[pytest.MonkeyPatch], None], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were facts not checked, the output would be refused for its layouts: by the laws, and by Triton too."""
    spoil(monkeypatch)
    monkeypatch.setattr(optimizing, "check_facts", lambda *_: None)
    result = optimized(text)
    assert result.ir == write(read(text)) and "Triton would not take its layouts" in result.remarks[0], result.remarks


def test_every_row_may_be_any_but_the_true_ones() -> None:
    """Of all pairs of layouts, exactly those found are true: a row more is wrong."""
    encoding = encode(read(TRANS).functions()[0])
    facts = layout_facts(encoding, candidates(encoding, 8))
    layouts = range(1, len(encoding.layouts))
    true = set(facts["moved"])
    for row in product([0], layouts, layouts):
        if row not in true:
            with pytest.raises(WrongFact, match="moved"):
                check_facts(encoding, {**facts, "moved": [row]}, False)
    check_facts(encoding, facts, False)


def test_real_kernels_obey_the_laws() -> None:
    checked = 0
    for path in sorted((ROOT / "benchmarks/corpus/kernels").glob("*/rlc3.after.ttgir"))[::25]:
        for op, warps in _walk(read(path.read_text())):
            if _signature(op, warps) and not op.name.startswith(("ttng.", "ttg.async")) and op.name != "tt.unsplat":
                assert not broken_law(op), (path, op.line, op.name)
                checked += 1
    assert checked > 200


def test_an_operation_that_no_law_is_known_of_keeps_its_types() -> None:
    before = read(
        f'{HEAD} {{\n  tt.func @k(%x: tensor<64x64xf32, {A}>) {{\n    "a.b"(%x) : (tensor<64x64xf32, {A}>) -> ()\n    tt.return\n  }}\n}}'
    )
    after = read(
        f'{HEAD} {{\n  tt.func @k(%x: tensor<64x64xf32, {B}>) {{\n    "a.b"(%x) : (tensor<64x64xf32, {B}>) -> ()\n    tt.return\n  }}\n}}'
    )
    assert unlawful(before, before) == "" and "a.b (line 3): nothing is known" in unlawful(before, after)


def test_a_return_has_the_types_of_the_signature() -> None:
    """A field of a layout that has its default may be written or not; another layout than the signature's is refused."""
    short = "#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"
    long = short.replace("2, warps", "2, versionMinor = 0, warps")

    def program(of: str, given: str) -> Module:
        head = f"{HEAD} {{\n  tt.func @k(%x: tensor<64x64xf32, {of}>) -> tensor<64x64xf32, {given}> {{\n"
        return read(f"{head}    tt.return %x : tensor<64x64xf32, {of}>\n  }}\n}}")

    assert unlawful(program(short, short), program(long, long)) == ""
    assert "types that its signature says" in unlawful(program(short, short), program(A, short))


def test_what_a_thread_holds_is_counted_as_its_definition_says() -> None:
    """By digits here, by bases in `layout`: the same for any blocked encoding, and its slices."""
    chance = random.Random(1)
    for _ in range(40):
        rank = chance.choice((1, 2, 3))
        sizes, lanes, warps = ([2 ** chance.randrange(3) for _ in range(rank)] for _ in range(3))
        order = chance.sample(range(rank), rank)
        shape = tuple(2 ** chance.randrange(5) for _ in range(rank))
        encoding = f"#ttg.blocked<{{sizePerThread = {sizes}, threadsPerWarp = {lanes}, warpsPerCTA = {warps}, order = {order}}}>"
        for text, extents in [(encoding, shape)] + [
            (f"#ttg.slice<{{dim = {d}, parent = {encoding}}}>", shape[:d] + shape[d + 1 :]) for d in range(rank) if rank > 1
        ]:
            layout, found = linear_layout(text, extents), element_table(text, extents)
            counts = [1 << len(bases) for bases in (layout.block, layout.warp, layout.lane, layout.register)]
            wanted = [layout.element(r, lane, w, b) for b, w, lane, r in product(*map(range, counts))]
            assert np.array_equal(found, np.reshape(wanted, counts)), (text, extents)


def test_nested_layouts_are_counted_as_their_definition_says() -> None:
    """Subgroup s and lane l of it hold the indices with these digits: looked at one by one."""
    layout = (
        "#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 3], outer_tile = [1, 1], "
        "thread_tile = [4, 8], element_tile = [2, 4], subgroup_strides = [1, 0], thread_strides = [8, 1]>"
    )
    numbers = period(layout)
    rows, columns = owners(layout, numbers)
    assert numbers == 32
    for lane in range(32):
        assert [int(i) for i in np.flatnonzero(columns[1][lane])] == [i for i in range(96) if i // 4 % 8 == lane % 8]
        assert [int(i) for i in np.flatnonzero(rows[1][lane])] == [i for i in range(32) if i // 2 % 4 == lane // 8]
        assert [int(i) for i in np.flatnonzero(rows[0][lane])] == [i for i in range(32) if i // 16 == lane % 2]
