"""Work of program instances, from their program and a launch's arguments."""

from __future__ import annotations

import pytest

from egraph_opt.ir.module import Op
from egraph_opt.machine.launch_cycles import InstanceWork
from egraph_opt.machine.warp_latency import TRIPS
from egraph_opt.text import read
from egraph_opt.triton.autotune.work_estimate import work_of

CONSTANTS = "".join(f"    %c{n} = arith.constant {n} : i32\n" for n in (0, 1, 2, 3, 32, 64)) + "    %true = arith.constant true\n"


def function(body: str) -> Op:
    text = f"""module {{
  tt.func public @kernel(%p: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %n: i32, %q: !tt.ptr<i32>) {{
{CONSTANTS}{body}    tt.return
  }}
}}
"""
    (found,) = read(text).functions()
    return found


def loop(end: str, body: str = "", step: str = "%c1", index: str = "%i") -> str:
    return f"    scf.for {index} = %c0 to {end} step {step} : i32 {{\n{body}    }}\n"


def work(body: str, n: int | None = 100, grid: tuple[int, int, int] = (1, 1, 1)) -> InstanceWork:
    return work_of(function(body), [None, n, None], grid)


@pytest.mark.parametrize(
    ("before", "end", "trips"),
    [
        ("", "%c64", 64),
        ("", "%n", 100),
        ("    %e = arith.ceildivsi %n, %c32 : i32\n", "%e", 4),
        ("    %e = arith.divsi %n, %c32 : i32\n", "%e", 3),
        ("    %e = arith.remsi %n, %c32 : i32\n", "%e", 4),
        ("    %a = arith.subi %c0, %n : i32\n    %b = arith.divsi %a, %c32 : i32\n    %e = arith.muli %b, %b : i32\n", "%e", 9),
        ("    %e = arith.minsi %n, %c3 : i32\n", "%e", 3),
        ("    %a = arith.extsi %n : i32 to i64\n    %e = arith.trunci %a : i64 to i32\n", "%e", 100),
        ("    %a = arith.cmpi sgt, %n, %c64 : i32\n    %e = arith.select %a, %c2, %c3 : i32\n", "%e", 2),
        ("    %a = arith.cmpi slt, %n, %c64 : i32\n    %e = arith.select %a, %c2, %c3 : i32\n", "%e", 3),
        ("    %e = arith.divsi %n, %c0 : i32\n", "%e", TRIPS),
        ("    %e = tt.load %q : !tt.ptr<i32>\n", "%e", TRIPS),
        ("    %e = tt.get_num_programs x : i32\n", "%e", 1),
        ("    %e = arith.subi %c0, %n : i32\n", "%e", 0),
    ],
)
def test_a_loop_runs_as_its_bounds_say(before: str, end: str, trips: float) -> None:
    assert work(before + loop(end)).trips == (trips,)


def test_an_argument_that_is_not_known_is_guessed() -> None:
    assert work(loop("%n"), n=None).trips == (TRIPS,)


def test_a_step_counts() -> None:
    assert work(loop("%n", step="%c3")).trips == (34,)


def test_instances_differ_by_their_places() -> None:
    place = "    %x = tt.get_program_id x : i32\n"
    assert work(place + loop("%x"), grid=(101, 1, 1)).trips == (50,)  # of 10, 50 and 90
    assert work(place + loop("%x"), grid=(1, 101, 1)).trips == (0,)


def test_a_loop_in_a_loop_is_seen_in_the_middle_of_it() -> None:
    assert work(loop("%c64", loop("%i", index="%j"))).trips == (64, 32)


def test_a_branch_that_is_not_taken_has_no_loops_that_run() -> None:
    branch = "    %a = arith.cmpi eq, %n, %c3 : i32\n    scf.if %a {{\n{}    }} else {{\n{}    }}\n".format(
        loop("%c2"), loop("%c3")
    )
    assert work(branch).trips == (0, 3) and work(branch, n=3).trips == (2, 0)
    assert work(branch, n=None).trips == (2, 3)


def test_a_value_comes_out_of_the_branch_that_is_taken() -> None:
    branch = """    %a = arith.cmpi eq, %n, %c3 : i32
    %e = scf.if %a -> (i32) {
      scf.yield %c2 : i32
    } else {
      scf.yield %c64 : i32
    }
"""
    assert work(branch + loop("%e")).trips == (64,)


@pytest.mark.parametrize(("n", "trips"), [(100, 3), (1, 0), (None, 3)])
def test_an_early_return_is_the_end(n: int | None, trips: float) -> None:
    body = f"""    %a = arith.cmpi slt, %n, %c2 : i32
    cf.cond_br %a, ^bb1, ^bb2
  ^bb1:
    tt.return
  ^bb2:
{loop("%c3")}"""
    assert work(body, n).trips == (trips,)


def access(rows: int, columns: int, stride: str) -> str:
    return f"""    %r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : tensor<{rows}xi32>
    %r2 = tt.expand_dims %r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
    %s = tt.splat {stride} : i32 -> tensor<{rows}x1xi32>
    %rs = arith.muli %r2, %s : tensor<{rows}x1xi32>
    %c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32>
    %c2d = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
    %rb = tt.broadcast %rs : tensor<{rows}x1xi32> -> tensor<{rows}x{columns}xi32>
    %cb = tt.broadcast %c2d : tensor<1x{columns}xi32> -> tensor<{rows}x{columns}xi32>
    %at = arith.addi %rb, %cb : tensor<{rows}x{columns}xi32>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<{rows}x{columns}x!tt.ptr<f16>>
    %ptr = tt.addptr %ps, %at : tensor<{rows}x{columns}x!tt.ptr<f16>>, tensor<{rows}x{columns}xi32>
    %v = tt.load %ptr : tensor<{rows}x{columns}x!tt.ptr<f16>>
    tt.store %ptr, %v : tensor<{rows}x{columns}x!tt.ptr<f16>>
"""


@pytest.mark.parametrize(("columns", "moved"), [(64, 16 * 64 * 2), (16, 16 * 16 * 2), (8, 16 * 32), (2, 16 * 32)])
def test_accesses_move_whole_sectors(columns: int, moved: int) -> None:
    assert work(access(16, columns, "%n")).moved == 2 * moved


def test_accesses_and_products_of_a_loop_are_those_of_its_iterations() -> None:
    product = """    %a = arith.constant dense<1.0> : tensor<16x32xf16>
    %b = arith.constant dense<1.0> : tensor<32x64xf16>
    %z = arith.constant dense<0.0> : tensor<16x64xf32>
"""
    dot = "    %d = tt.dot %a, %b, %z : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>\n"
    assert work(product + loop("%c3", dot)).products == 3 * 16 * 32 * 64
    assert work(loop("%c3", access(16, 64, "%n"))).moved == 3 * 2 * 16 * 64 * 2
