"""A descriptor is made where it pays: where it is used often enough, by trip counts that are known or assumed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from tests.pointer.kernels import TILES
from tests.support.kernels import ROOT


def tiles(trips: int, bound: str, assumed: float | None = 64.0) -> Result:
    text = TILES.replace("TRIPS", str(trips)).replace("BOUND", bound)
    return raise_text(text, "tiles", "descriptor", "loop", any_cost=assumed is None, assume_trips=assumed or 64.0)


@pytest.mark.parametrize("columns", [512, 4096, 8192])
def test_known_trips_decide(columns: int) -> None:
    """The columns at which descriptors lost on an H200, broke even, and won: the load is raised from 4096 on.

    The store of as large a tile goes with it, whose addresses would be held meanwhile.
    """
    result = tiles(columns // 64, "trips")
    assert [r.raised for r in result.reports] == [columns >= 4096] * 2
    assert ("descriptor_load" in result.ir) == (columns >= 4096)
    if columns == 512:
        assert result.reports[1].reason == "its descriptor would be made for 1 use; it pays from 64 on"
        assert result.reports[0].reason == "its descriptor would be made for 8 uses; it pays from 64 on"


def test_assumed_trips_decide_where_none_are_known() -> None:
    assert [tiles(0, "n", assumed).reports[0].raised for assumed in (8.0, 64.0, None)] == [False, True, True]
    assert tiles(512 // 64, "trips", 1e6).reports[0].raised is False
    assert all(r.raised for r in tiles(1, "trips", None).reports)


def test_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "tiles.mlir"
    file.write_text(TILES.replace("TRIPS", "0").replace("BOUND", "n"))
    found = []
    for options in (["--assume-trips", "8"], [], ["--any-cost"]):
        done = CliRunner().invoke(
            main, [str(file), "--rules", "pointer", "--target", "descriptor", "--version", "loop", *options]
        )
        found.append(re.search(r"(\d) of 2 accesses raised", done.stderr)[1])  # type: ignore[index]
    assert found == ["0", "1", "2"]


def test_what_is_made_anew_in_each_iteration_is_used_once() -> None:
    """Each iteration has a base of its own: as many descriptors as uses."""
    text = TILES.replace("TRIPS", "1024").replace("BOUND", "trips")
    block = "tensor<64x64x!tt.ptr<f16>>"
    far = f"""%far = arith.muli %i, %n : i32
      %by = tt.splat %far : i32 -> tensor<64x64xi32>
      %there = tt.addptr %p, %by : {block}, tensor<64x64xi32>
      %x = tt.load %there"""
    text = text.replace("%x = tt.load %p", far)
    result = raise_text(text, "tiles", "descriptor", "loop")
    assert not result.reports[0].raised
    assert not result.rejected


def test_a_loop_of_nothing_but_matrix_products_keeps_its_pointers() -> None:
    """On an H200 descriptors lost there at each length; with as much arithmetic on floats as it loads the loop has no time to copy."""
    text = (ROOT / "tests/cases/pointer" / "matmul.mlir").read_text()
    result = raise_text(text, "matmul", "descriptor", "loop", assume_trips=1e6)
    assert [r.raised for r in result.reports] == [False, False, False]
    assert "computes less than it loads" in result.reports[0].reason
    more = "%busy = arith.mulf %64, %64 : tensor<128x128xf32>"
    busy = text.replace("scf.yield %65, %68, %64", f"{more}\n      scf.yield %65, %68, %busy")
    found = raise_text(busy, "matmul", "descriptor", "loop", assume_trips=1e6)
    assert [r.raised for r in found.reports] == [True, True, False] and not found.rejected
