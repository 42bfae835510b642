"""Cost models by name, with other constants, and mixed."""

import re

import pytest

from egraph_opt import optimize
from egraph_opt.cost import MODELS, error_of, evaluate
from egraph_opt.cost.model_spec import MixedModel, cost_model, parameters
from egraph_opt.text import read
from tests.support.kernels import ROOT

KERNEL = (ROOT / "tests/cases/layout/fan_out.mlir").read_text()


def test_a_name_is_the_model_itself() -> None:
    for name, model in MODELS.items():
        assert cost_model(name) is model


def test_parameters_are_the_constants_of_a_model() -> None:
    slow = cost_model("cycles:round_trip=1000")
    assert parameters(slow) == {**parameters(MODELS["cycles"]), "round_trip": 1000.0}
    function = read(KERNEL).functions()[0]
    added = evaluate(function, slow).cost - evaluate(function, MODELS["cycles"]).cost
    assert added == pytest.approx(3 * (1000 - parameters(MODELS["cycles"])["round_trip"]))


def test_a_mix_costs_what_its_parts_cost() -> None:
    mix = cost_model("cycles=0.7, shared_bytes=0.3")
    assert isinstance(mix, MixedModel)
    function = read(KERNEL).functions()[0]
    parts = [evaluate(function, MODELS[name]).cost for name in ("cycles", "shared_bytes")]
    assert evaluate(function, mix).cost == pytest.approx(0.7 * parts[0] + 0.3 * parts[1])
    assert optimize(KERNEL, cost=mix).cost_after < optimize(KERNEL, cost=mix).cost_before


@pytest.mark.parametrize(
    "wrong",
    [
        "speed",
        "cycles=fast",
        "cycles=0",
        "cycles:size=3",
        "cycles:alu=many",
        "cycles:target=sm1",
        "",
        "cycles,",
        "cycles=inf",
        "cycles=1=2",
    ],
)
def test_what_is_wrong_is_said(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"cost model"):
        cost_model(wrong)


def test_small_gains_can_be_refused() -> None:
    free, asking = optimize(KERNEL), optimize(KERNEL, min_gain=0.99)
    assert free.cost_after < free.cost_before == asking.cost_after
    assert asking.ir == KERNEL and "(asked for) of the " in asking.remarks[0]


LITTLE = ROOT / "benchmarks/corpus/kernels/fla.parallel_attn_bwd_kernel_dkv/rlc3.before.ttgir"
"""A kernel of which less than the error of the model can be gained."""


def test_gains_below_the_error_of_the_model_are_refused() -> None:
    """Which parts of a cost a change touches decides, not how long the rest of the kernel is."""
    kernel = LITTLE.read_text()
    usual = optimize(kernel)
    assert usual.ir == kernel
    assert re.search(r"less than 0\.084 \(the model's error\)", usual.remarks[0])


@pytest.mark.slow
def test_they_would_be_gains_and_a_target_that_was_never_measured_is_not_better_known() -> None:
    every = optimize(LITTLE, min_gain=0.0)
    assert every.cost_after < every.cost_before
    exact = optimize(LITTLE, cost="cycles:target=sm80")
    assert "less than 0.084 (the model's error)" in exact.remarks[0]
    assert optimize(LITTLE, cost="converts").remarks == ()


@pytest.mark.parametrize("name", MODELS)
def test_every_model_says_its_error(name: str) -> None:
    assert 0.0 <= error_of(MODELS[name]) < 0.1
    assert (error_of(MODELS[name]) > 0) == ("cycles" in MODELS[name].unit), "what is counted has none"
    both = f"{name}=0.5,cycles=0.5"
    assert error_of(cost_model(both)) == error_of(MODELS["cycles"])
