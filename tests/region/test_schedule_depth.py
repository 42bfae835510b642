"""Bounds on commands and waves at once, and orders of commands in which there are few waves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.extract import Work
from egraph_opt.families.region.choice import choice_search, extract
from egraph_opt.families.region.choice.bounds import lower_bound as module
from egraph_opt.families.region.choice.bounds import schedule_depth
from egraph_opt.families.region.choice.bounds.requirements import Alternative, Requirement, satisfiable
from egraph_opt.families.region.choice.bounds.schedule_depth import WaveBounds
from egraph_opt.families.region.choice.classes.saturate import saturate
from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.choice.scheduling.schedule import by_depth, by_height, schedule
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS
from tests.support.region_bounds import MODELS, bound_and_cost, corpus, encoded, too_high

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

PARTS = "split_work_concat1"
"""A product in two parts, which wait for fewer commands, or one product, which is cheaper."""


def both(name: str, model: str) -> tuple[float, float]:
    (p,) = encoded(corpus(name), "input")
    found = bound_and_cost(p, saturate(p, Limits()), cost_model(model))
    assert found is not None, "all choices are tried"
    return found


@pytest.mark.parametrize("way", ["at_once", "along"])
def test_commands_and_waves_are_cheapest_at_once(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cheapest commands need more waves than the choice of the fewest."""
    (other,) = {"at_once", "along"} - {way}
    monkeypatch.setattr(f"tests.support.region_bounds.{other}", lambda *_: (0.0, []))
    bound, cheapest = both(PARTS, "latency")
    assert bound == pytest.approx(cheapest)
    monkeypatch.setattr(f"tests.support.region_bounds.{way}", lambda *_: (0.0, []))
    assert both(PARTS, "latency")[0] < 0.99 * cheapest


def test_the_steps_of_a_path_are_in_few_waves_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is in some choice of fewer waves."""
    (p,) = [p for p in encoded((CORPUS / "blocks" / "yolo.mlir").read_text(), "input") if len(p.terms) > 1]
    graph, model = saturate(p, Limits()), cost_model("dispatches")
    assert extract.extract(p, graph, model, Work(3e5)).optimal
    monkeypatch.setattr(extract, "along", lambda *_: (0.0, []))
    assert not extract.extract(p, graph, model, Work(3e5)).optimal


def test_wrong_all_that_a_step_needs_is_on_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two needs that are met in one wave, that counts once."""

    def along(
        waves: WaveBounds, price: float, taken: Mapping[Requirement, Alternative]
    ) -> tuple[dict[Requirement, list[Alternative]], Requirement]:
        paid = [replace(s, cost=s.cost + price * s.waves) for steps in waves.alternatives.values() for s in steps]
        rest = iter(paid)
        return {requirement: [next(rest) for _ in steps] for requirement, steps in waves.alternatives.items()}, waves.roots[0]

    monkeypatch.setattr(WaveBounds, "along", along)
    assert "latency" in too_high(corpus(PARTS))


def test_few_numbers_of_waves_leave_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = both(PARTS, "latency")
    for most in (0, 1):
        monkeypatch.setattr(module, "MAX_WAVES", most)
        assert both(PARTS, "latency")[0] <= whole[0]
        assert too_high(corpus(PARTS), [cost_model(model) for model in MODELS]) == []


def test_wrong_a_wave_less_than_a_step_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def within(waves: WaveBounds, most: int) -> dict[Requirement, list[Alternative]]:
        after = waves.after()
        return satisfiable(
            {
                requirement: [s for s in alternatives if waves.ends(s) + after[requirement] < most]
                for requirement, alternatives in waves.alternatives.items()
            }
        )

    monkeypatch.setattr(WaveBounds, "within", within)
    assert "latency" in too_high(corpus(PARTS))


def test_wrong_what_one_user_waits_for_all_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows a step is the least of all that may use it, not what follows one of them."""

    def after(waves: WaveBounds) -> dict[Requirement, float]:
        return {requirement: max(0.0, waves.fewest - done) for requirement, done in waves.done.items()}

    def within(waves: WaveBounds, most: int) -> dict[Requirement, list[Alternative]]:
        return satisfiable(
            {
                n: [s for s in alternatives if waves.ends(s) + after(waves)[n] <= waves.fewest]
                for n, alternatives in waves.alternatives.items()
            }
        )

    monkeypatch.setattr(WaveBounds, "within", within)
    assert "latency" in too_high(corpus(PARTS))


def of_block(name: str, model: str) -> Result:
    text = (CORPUS / "blocks" / f"{name}.mlir").read_text()
    return optimize_text(text, name, RegionOptions(model, check=False, work_limit=1_000_000, min_gain=0.0))


def test_commands_as_late_as_others_allow_need_fewer_waves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fill is made just before its command. Where many wait for as many others, those with fills go first."""
    monkeypatch.setattr(extract, "ORDERS", (by_depth, by_depth))
    monkeypatch.setattr(choice_search, "ORDERS", (by_depth,))
    found = {}
    for name in ("yolo", "inception", "towers"):
        p = encoded((CORPUS / "blocks" / f"{name}.mlir").read_text(), "input")[0]
        best = extract.extract(p, saturate(p, Limits(), second=True), cost_model("latency"), Work(1e6)).selected
        ordered = [SelectedNodes(p, best.choice, best.roots, sequence=order(best)) for order in (by_depth, by_height)]
        found[name] = [len(schedule(each).waves()) for each in ordered]
    assert found["yolo"] == [17, 14]
    assert all(late <= early for early, late in found.values())


def test_iree_needs_as_many_waves() -> None:
    result = of_block("inception", "latency")
    assert result.cost_after == pytest.approx(4.929e-5, rel=1e-3)
    assert len(schedule_of(result.ir).waves()) == 6


def test_the_waves_of_yolo_need_not_wait_for_one_another() -> None:
    """Parts of the image are cut out at once, each in a dispatch that is written first."""
    result = of_block("yolo", "latency")
    assert result.cost_after == pytest.approx(8.487e-5, rel=1e-3)
    assert len(schedule_of(result.ir).waves()) == 9


def test_commands_on_fills_need_a_wave_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest chain of `inception` has five commands, and three others write into fills, of which two are wanted at one time."""
    assert of_block("inception", "latency").optimal
    monkeypatch.setattr(WaveBounds, "exceeds_waves", lambda *_: False)
    assert not of_block("inception", "latency").optimal


def test_what_is_computed_anyway_follows_nothing_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule_depth, "COMMANDLESS_KINDS", ())
    assert not of_block("inception", "latency").optimal


def test_wrong_all_choices_in_one_order_are_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held at once depends on the order, and so does the cost: what is proved of one order is no bound."""
    every = of_block("token_shift", "time")
    monkeypatch.setattr(extract, "ORDERS", (by_depth, by_depth))
    monkeypatch.setattr(choice_search, "ORDERS", (by_depth,))
    one = of_block("token_shift", "time")
    assert every.optimal and one.optimal
    assert one.lower_bound > every.cost_after
