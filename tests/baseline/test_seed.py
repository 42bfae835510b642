"""Other programs to start from: what they hold is in the e-graph, and the outcome is never costlier than they are."""

from dataclasses import replace
from pathlib import Path

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.checker import check, same_values
from egraph_opt.core.task import Clock
from egraph_opt.cost import bind_target, evaluate
from egraph_opt.families.layout.choice.candidate_layouts import candidates
from egraph_opt.families.layout.encode.function_terms import encode
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module
from egraph_opt.text import read
from tests.support.kernels import kernels

pytestmark = pytest.mark.skipif(not libtriton.available(), reason="needs Triton's own pass")
OPTIONS = replace(Options(), reassociate=True, candidates=1, work_limit=2_000_000)


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Path, Module, Module]]:
    """Kernels before the first run of Triton's pass, and what it makes of them."""
    paths = kernels("rlc1.before")[::12]
    answers = libtriton.ask("greedy", [path.read_text() for path in paths])
    return [(path, read(path.read_text()), read(a.text)) for path, a in zip(paths, answers, strict=True) if a.text]


def cost(module: Module) -> float:
    return sum(evaluate(f, bind_target(OPTIONS.model, module)).cost for f in module.functions())


def test_a_seed_comes_into_the_same_e_graph(pairs: list[tuple[Path, Module, Module]]) -> None:
    """With one candidate a value the engine alone knows little; what it finds with the seed's layouts is no costlier than the seed."""
    helped = 0
    for path, module, seed in pairs:
        _, alone = LayoutTask(module, OPTIONS, Clock()).optimize_functions()
        _, found = LayoutTask(module, OPTIONS, Clock(), beside=[seed]).optimize_functions()
        after = sum(f.cost_after for f in found)
        assert after <= cost(seed) * (1 + 1e-9), path
        helped += after < sum(f.cost_after for f in alone)
    assert helped >= 3


def test_every_layout_of_a_seed_is_a_candidate(pairs: list[tuple[Path, Module, Module]]) -> None:
    for _, module, seed in pairs:
        for function in module.functions():
            encoding = encode(function, module.threads(), reassociate=True)
            held = LayoutTask(module, OPTIONS, Clock(), beside=[seed]).seed_encodings(function)
            found = candidates(encoding, 1, seeded=held)
            assert held
            for value, name in held:
                assert encoding.layout(name) in found.of[encoding.group[value]]


def test_a_program_has_all_values_of_itself(pairs: list[tuple[Path, Module, Module]]) -> None:
    for _, module, _ in pairs:
        for function in module.functions():
            same = same_values(function, function)
            outermost = {result for op in function.regions[0].blocks[0].ops for result in op.results}
            assert {(value, value) for value in outermost} <= set(same)
            assert all(a.type.split(", #")[0] == b.type.split(", #")[0] for a, b in same)


def test_what_the_engine_does_not_reach_is_taken_from_the_seed(pairs: list[tuple[Path, Module, Module]]) -> None:
    none = replace(OPTIONS, limits=replace(OPTIONS.limits, nodes=1))
    taken = 0
    for path, module, seed in pairs:
        _, alone = LayoutTask(module, none, Clock(), beside=[seed]).optimize_functions()
        best, found = next(LayoutTask(module, none, Clock(), seeds=[seed]).module_alternatives())
        after = sum(f.cost_after for f in found)
        assert after <= cost(seed) * (1 + 1e-9) and check(module, best, strict=not OPTIONS.reassociate).equal, path
        taken += after < sum(f.cost_after for f in alone)
    assert taken >= 3
