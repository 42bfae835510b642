"""Which programs the plug-in searches, and what it makes of a failure."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("triton")

import egraph_opt
from egraph_opt.core import task
from egraph_opt.core.engine import Limits
from egraph_opt.families.layout import optimize, validate
from egraph_opt.ir.module import Module
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.process import json_child
from egraph_opt.text import read, write
from egraph_opt.triton.choice import kernel_search as improving
from egraph_opt.triton.choice.gain_hints import has_conversions, loads_wait
from egraph_opt.triton.choice.kernel_search import improve, with_loads_first
from egraph_opt.triton.choice.parser_process import Acceptor
from egraph_opt.triton.compile.code_judge import worth
from egraph_opt.triton.state.settings import Settings
from tests.support.jit_kernels import compile_for
from tests.support.kernels import ROOT, kernels


@pytest.mark.parametrize("kernel", ["fla.fused_recurrent_fwd_kernel", "ao.blockwise_fp8_gemm_kernel"])
def test_a_program_whose_conversions_cost_nothing_may_still_be_in_the_wrong_layout(kernel: str) -> None:
    text = (ROOT / "benchmarks/corpus/kernels" / kernel / "final.ttgir").read_text()
    found = improve(text, text, Settings(), Acceptor())
    assert found.text is not None and found.cost[1] < 0.98 * found.cost[0]


def test_what_a_limit_stopped_goes_on_and_says_so() -> None:
    text = (ROOT / "benchmarks/corpus/kernels" / "fla.fused_recurrent_fwd_kernel" / "final.ttgir").read_text()
    found = improve(text, text, Settings(options=replace(Settings().options, work_limit=0)), Acceptor())
    assert (found.failed, found.reason) == (False, "stopped by work") and found.text is not None
    nothing = replace(Settings().options, limits=Limits(iterations=1))
    kept = improve(text, text, Settings(options=nothing, loads_first=False), Acceptor())
    assert (kept.failed, kept.reason, kept.text) == (
        False,
        "no equal program was found that costs less; stopped by iterations",
        None,
    )


def test_a_search_reads_and_writes_no_program_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "benchmarks/corpus/kernels" / "gems.mm_kernel_general" / "final.ttgir").read_text()
    texts, modules = list[str](), list[Module]()
    for module in (improving, validate, optimize, task):
        if hasattr(module, "read"):
            monkeypatch.setattr(module, "read", lambda text: (texts.append(text), read(text))[1])
        if hasattr(module, "write"):
            monkeypatch.setattr(module, "write", lambda module, form="source": (modules.append(module), write(module, form))[1])
    improving.read_once.cache_clear()
    found = improve(text, text, Settings().search_settings(), Acceptor(), compiled=True)
    assert found.text is not None and texts == [text, found.text]
    assert len(modules) == len(set(modules)) == 2


@pytest.mark.parametrize("target", ["cuda:80", "cuda:90", "hip:gfx942"])
def test_both_programs_are_priced_for_their_own_processor(target: str) -> None:
    """Otherwise one of them may look cheaper for the table that its price is from."""
    text = (ROOT / "benchmarks/corpus/kernels" / "fla.l2norm_fwd_kernel" / "final.ttgir").read_text().replace("cuda:90", target)
    found = improve(text, text, Settings(min_gain=0.99), Acceptor())
    assert found.cost[0] == egraph_opt.optimize(text, extract="dag").cost_before


def test_a_program_without_conversions_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.triton.choice.kernel_search.optimize_module", None)
    text = (ROOT / "benchmarks/corpus/kernels" / "fla.l2norm_bwd_kernel" / "final.ttgir").read_text()
    assert improve(text, text, Settings(), Acceptor()).reason == "it converts no layout"


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A program without conversions whose second load waits for a sum."""
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    return str(compile_for("cuda:90", "scaled").asm["ttgir"])


def test_a_program_without_conversions_may_have_its_loads_first(waiting: str) -> None:
    found = improve(waiting, waiting, Settings().search_settings(), Acceptor())
    assert found.text is not None and found.cost[0] == found.cost[1] and not found.failed
    assert found.text == with_loads_first(waiting)
    assert improve(waiting, waiting, Settings(loads_first=False).search_settings(), Acceptor()).text is None


@pytest.mark.parametrize(
    "kernel", ["liger._layer_norm_forward_kernel", "liger._rms_norm_forward_kernel", "fla.l2norm_bwd_kernel"]
)
def test_loads_that_wait_for_nothing_stay(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "benchmarks/corpus/kernels" / kernel / "final.ttgir").read_text()
    assert improve(text, text, Settings().search_settings(), Acceptor()).text is None
    if loads_wait(text):
        assert with_loads_first(text) is None
    else:
        monkeypatch.setattr("egraph_opt.triton.choice.kernel_search.read_once", None)
        assert (
            improve(text, text, Settings().search_settings(), Acceptor()).reason
            == "it converts no layout, and no load can be issued earlier"
        )


def test_what_a_program_waits_for_is_found_in_its_text() -> None:
    """Whatever the text says, no load may be moved where it says that none waits."""
    for path in kernels("final"):
        text = path.read_text()
        assert has_conversions(text) or loads_wait(text) or with_loads_first(text) is None, path


def test_what_is_not_proved_equal_does_not_go_on(waiting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = waiting.replace("arith.mulf", "arith.addf", 1)
    monkeypatch.setattr("egraph_opt.triton.choice.kernel_search.with_loads_first", lambda _: wrong)
    found = improve(waiting, waiting, Settings().search_settings(), Acceptor())
    assert found.text is None and found.failed and "refused" in found.reason


def test_what_machine_code_judges_has_its_loads_in_any_layout_and_first() -> None:
    """One program is compiled beside Triton's own, so it must be the best in all respects that the searches know of."""
    text = (ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_fwd_kernel_o/final.ttgir").read_text()
    found = {
        first: improve(text, text, Settings(loads_first=first).search_settings(), Acceptor(), True) for first in (True, False)
    }
    order = {first: [op.name for f in read(each.text or text).functions() for op in f.walk()] for first, each in found.items()}
    assert found[True].cost == pytest.approx(found[False].cost)
    assert sorted(order[True]) == sorted(order[False]) and order[True] != order[False]


def test_what_a_program_must_save_depends_on_what_speaks_against_it() -> None:
    """Another order must save least, then other layouts that are better in all that is counted, then those that are not."""
    processor = processor_of("cuda:90")
    assert processor is not None
    theirs, clearer, mixed = (
        ResourceUse(registers, 0, 0, 4, path, 1.0) for registers, path in ((64, 1000.0), (64, 900.0), (128, 900.0))
    )
    saves = [
        worth(costs, theirs, ours, processor)
        for costs, ours in (((1.0, 1.0), mixed), ((1.0, 0.9), clearer), ((1.0, 0.9), mixed), ((1.0, 1.1), clearer))
    ]
    assert 0 < saves[0] < saves[1] < saves[2] == saves[3]


def test_after_an_interrupt_answers_are_those_to_the_questions() -> None:
    """Accepted texts are cached, so each text here is a different one."""
    good = (ROOT / "benchmarks/corpus/kernels" / "fla.l2norm_bwd_kernel" / "final.ttgir").read_text()
    acceptor = Acceptor()
    assert acceptor.refusal(good) == ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_child.select, "select", interrupted)
        assert acceptor.refusal(good) == ""
        with pytest.raises(KeyboardInterrupt):
            acceptor.refusal(good + "\n")
    assert "nothing" in acceptor.refusal("nothing like a program") and acceptor.refusal(good + "\n\n") == ""
    acceptor.close()


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_the_parsers_child_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    acceptor = Acceptor()
    assert acceptor.refusal("nothing like a program")
    assert list(tmp_path.iterdir())
    acceptor.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("least", "why"),
    [
        (0.0, "no equal program was found that costs less"),
        (0.999, r"our best program saves \d+\.\d\d% of the .* must save 99"),
    ],
)
def test_a_kept_kernel_has_its_reason(least: float, why: str) -> None:
    name = "gems.bmm_kernel" if not least else "fla.fused_recurrent_fwd_kernel"
    text = (ROOT / "benchmarks/corpus/kernels" / name / "final.ttgir").read_text()
    found = improve(text, text, Settings(min_gain=least, loads_first=False), Acceptor())
    assert found.text is None and not found.failed and re.match(why, found.reason), found.reason
