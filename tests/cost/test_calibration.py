"""Cost constants against the measurements they were fitted to, and against the half that they were not."""

import pytest

from benchmarks.calibrate import fit
from egraph_opt.cost import Cycles
from egraph_opt.cost.model_spec import cost_model
from egraph_opt.cost.op_resources import work
from egraph_opt.cost.target import RESOURCES, UNITS, named_by, names, target

ROWS = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
COLUMNS = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [W, 1], instrShape = [16, 8]}>"


@pytest.fixture(scope="module")
def found() -> list[fit.Point]:
    return fit.points()


def test_errors_are_those_of_the_target(found: list[fit.Point]) -> None:
    cycles = dict(target("sm90").cycles)
    now = fit.calibration(found, cycles)
    assert target("sm90").errors == {kind: pytest.approx(r.median_error, abs=6e-4) for kind, r in now.items()}
    assert now["convert"].median_error <= 0.10 and now["convert"].rank_correlation >= 0.97
    assert now["all"].median_error <= 0.10


def test_constants_are_those_of_the_fit(found: list[fit.Point]) -> None:
    cycles = target("sm90").cycles
    for unit, value in fit.fit_all(found).items():
        assert cycles[unit] == pytest.approx(value, rel=1e-3, abs=1e-6), unit


def test_a_correlation_of_ranks_knows_ties() -> None:
    assert fit.rank_correlation([0.0, 1.0, 2.0], [1.0, 2.0, 30.0]) == pytest.approx(1.0)
    assert fit.rank_correlation([0.0, 1.0, 2.0], [3.0, 2.0, 1.0]) == pytest.approx(-1.0)
    assert fit.rank_correlation([0.0, 0.0, 1.0], [0.0, 1.0, 2.0]) == pytest.approx(0.866, abs=1e-3)


def test_an_unseen_half_is_neither_empty_nor_all(found: list[fit.Point]) -> None:
    assert 0.4 < sum(point.fitted for point in found) / len(found) < 0.6


@pytest.mark.parametrize("name", names())
def test_every_target_has_every_constant(name: str) -> None:
    known = target(name)
    assert known.cycles.keys() >= UNITS.keys() == {unit for units in RESOURCES.values() for unit in units}
    assert all(value >= 0 for value in known.cycles.values()) and known.title
    assert bool(known.measured) is bool(known.errors) is (name == "sm90")
    assert Cycles(target=name).error == known.errors.get("all")


def test_targets_of_modules() -> None:
    assert [named_by(f'"{t}"') for t in ("cuda:80", "cuda:86", "cuda:90", "cuda:100", "cuda:120", "hip:gfx942", "")] == [
        "sm80", "sm80", "sm90", "sm100", "sm100", "gfx942", "sm90",
    ]  # fmt: skip
    assert named_by(f'"cuda:{"9" * 5000}"') == "sm90", "Python reads no number of thousands of digits"
    with pytest.raises(ValueError, match="sm90"):
        target("../sm90")


def test_the_target_that_is_asked_for_wins() -> None:
    there = [f"tensor<64x64xf32, {layout}>" for layout in (ROWS, COLUMNS)]
    default, old = cost_model("cycles"), cost_model("cycles:target=sm80")
    assert isinstance(default, Cycles) and isinstance(old, Cycles)
    assert default.on("sm80").cost("arith.addf", there[:1], there[:1]) == old.cost("arith.addf", there[:1], there[:1])
    assert old.on("sm90") is old


def test_conversions_pay_for_passes_over_the_banks_and_for_barriers() -> None:
    there, back = (f"tensor<64x64xf32, {layout}>" for layout in (ROWS, COLUMNS))
    units = work("ttg.convert_layout", (there,), (back,))
    assert units["wavefront"] >= 2 * 64 * 64 * 4 / 128  # every element is written once and read once, 128 bytes at a time
    assert units["barrier"] >= 1


def test_matrix_products_pay_for_warps_that_do_the_same() -> None:
    def dot(warps: int) -> float:
        layout = MMA.replace("W", str(warps))
        sides = tuple(f"tensor<64x64xf16, #ttg.dot_op<{{opIdx = {i}, parent = {layout}, kWidth = 2}}>>" for i in (0, 1))
        result = f"tensor<64x64xf32, {layout}>"
        return work("tt.dot", (*sides, result), (result,))["dot"]

    assert dot(4) == 64 * 64 * 64 / (16 * 8 * 16)
    assert dot(8) == 2 * dot(4)  # 64 rows are for four warps, 16 each


def test_stores_pay_for_parts_of_sectors() -> None:
    from egraph_opt.cost.axis_info import AddressPattern

    thread = "#ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>"
    access = AddressPattern((1, 64), (1, 4))
    rows, threads = (
        work("tt.store", (f"tensor<128x64x!tt.ptr<f32>, {layout}>", f"tensor<128x64xf32, {layout}>"), (), access)
        for layout in (ROWS, thread)
    )
    assert rows["store_sector"] == 128 * 64 * 4 / 32 and "store_part" not in rows
    assert threads["store_part"] == 128 * 64 * 4 / 16
