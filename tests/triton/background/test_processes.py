"""Children that work in the background: they may die, be missing or be left behind by a fork, and end with the process."""

from __future__ import annotations

import os
import warnings
from concurrent.futures import BrokenExecutor
from typing import Any

import pytest

pytest.importorskip("triton")


import egraph_opt.triton as plugin
from egraph_opt.triton.background import background_job, replacement
from egraph_opt.triton.compile.child_pools import Pool, aside
from egraph_opt.triton.state import search_progress
from tests.support import jit_kernels, noted_launches
from tests.support.jit_kernels import binary, compile_for
from tests.support.noted_launches import NAME, improve, launch, made, of, slow
from tests.support.python import run_code
from tests.support.slow import sampled

own_cache, one_child, launched = jit_kernels.own_cache, noted_launches.one_child, noted_launches.launched


def die(*_: object) -> None:
    os.abort()


def test_where_a_child_dies_the_kernel_stays_tritons(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    aside.submit(os.getpid).result()  # children that never worked would not be asked again
    monkeypatch.setattr(replacement, "improve", die)
    plain = binary(compile_for("cuda:90", NAME))
    plugin.enable(background=2)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for _ in range(3):
            launch()
    assert [binary(each) for each in launched] == [plain] * 3
    (record,) = plugin.report().kernels
    assert record.outcome == "failed" and "terminated" in record.reason and len(seen) == 1, record


def killed_once(recipe: Any, plain: background_job.Plain) -> background_job.KernelResult:
    if not os.path.exists(flag := os.path.join(recipe.environment["TRITON_CACHE_DIR"], "killed")):
        open(flag, "w").close()
        os.kill(os.getpid(), 9)
    return improve(recipe, plain)


@pytest.mark.slow
def test_a_child_that_is_killed_changes_nothing(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    """A child may be killed for its memory. Another one then does its work again."""
    expected = of(made(min_gain=1e-9))
    aside.submit(os.getpid).result()
    monkeypatch.setattr(replacement, "improve", killed_once)
    plugin.enable(background=2)
    launch()
    launch()
    assert binary(launched[1]) == expected[-1] and not plugin.report().failed


def test_where_no_child_can_be_asked_the_kernel_stays_tritons(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    expected = binary(compile_for("cuda:90", NAME))

    def broken(*_: object) -> None:
        raise BrokenExecutor("no child process")

    plugin.enable()
    with monkeypatch.context() as patch:
        patch.setattr(Pool, "submit", broken)
        with pytest.warns(RuntimeWarning, match="no child process"):
            launch()
    assert binary(launched[0]) == expected and plugin.report().failed == 1


def test_a_fork_goes_on_with_tritons_program(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    """Nobody would answer it, and it does not wait."""
    monkeypatch.setattr(replacement, "improve", slow)
    plugin.enable()
    launch()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a process with threads
        if not (child := os.fork()):
            launch()
            os.write(writer, b"same" if binary(launched[0]) == binary(launched[1]) else b"other")
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 100) == b"same"


@pytest.mark.parametrize("on", sampled([True, False], 2))
def test_a_launch_that_waits_says_so_and_children_say_nothing(
    on: bool, monkeypatch: pytest.MonkeyPatch, launched: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replacement, "improve", slow)
    monkeypatch.setattr(search_progress, "_shown", False)
    monkeypatch.setattr(search_progress, "_is_terminal", lambda: True)
    plugin.enable(progress=on, background=2)
    launch()
    assert not capsys.readouterr().err
    launch()
    assert capsys.readouterr().err.startswith(f"egraph_opt: searching for a better {NAME} ...\r") == on
    assert aside.submit(says_progress).result() is False


def says_progress() -> bool:
    return search_progress.on


SCRIPT = """
import os
import egraph_opt.triton as plugin
from egraph_opt.triton.compile import child_pools
child_pools.ENOUGH, child_pools.NICED = 10**6, 1
from tests.support.noted_launches import CompiledKernel, driver, launch, target_of
CompiledKernel.run = property(lambda kernel: lambda *_: None)
CompiledKernel._init_handles = CompiledKernel.launch_metadata = lambda *_: None
with driver(target_of("cuda:90")):
    plugin.enable()
    print(type(launch()).__name__)
    END
"""


def test_what_is_there_when_a_process_ends_the_next_one_finds() -> None:
    """And it does not compile."""
    code = SCRIPT.replace("END", "plugin.finish()")
    assert [run_code(code, EGRAPH_OPT="") for _ in range(2)] == ["Later", "Versions"]


def test_a_process_ends_at_once_and_without_a_word() -> None:
    """What is under way ends with it."""
    code = SCRIPT.replace(
        "END", "import os, signal; [os.kill(p, signal.SIGSTOP) for p in child_pools.aside._executor._processes]"
    )
    assert run_code(code, EGRAPH_OPT="") == "Later"
