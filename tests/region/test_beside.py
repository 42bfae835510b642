"""Two programs that IREE compiles in one run: what it makes of each is what it makes of it alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from egraph_opt import optimize
from egraph_opt.core.task import Clock
from egraph_opt.families.region.iree_schedule import read_schedule, schedule_of
from egraph_opt.families.region.optimize import RegionTask
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Module
from egraph_opt.iree import paired_compile
from egraph_opt.iree.compiler import DEFAULT, compile_to_stream
from egraph_opt.iree.executable_classes import representatives
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_memo import remember_results
from egraph_opt.iree.tool_process import available
from egraph_opt.text import write
from tests.support.kernels import CORPUS
from tests.support.region_inner import INNER

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

CASES = Path(__file__).parents[1] / "cases" / "region"
BLOCKS = CORPUS / "blocks"
INITIAL = 3
"""Executables of the block `densenet` that initialise globals. They count for the new program alone."""


def optimised(text: str, cost: str = "latency") -> tuple[Module, Module]:
    """Return a program, and what becomes of it."""
    task = RegionTask(read_any(text, ""), RegionOptions(cost=cost, check=False, work_limit=100_000), Clock(), text)
    return task.module, task.search_module()[0]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Texts that one run makes known, by program, also for programs of few globals."""
    found: dict[str, str] = {}

    class Noting:
        def __call__(self, text: str, *more: object) -> str:
            return compile_to_stream(text, *more)

        def note(self, result: str, text: str, *more: object) -> None:
            found[text] = result

    monkeypatch.setattr(paired_compile, "compile_to_stream", Noting())
    monkeypatch.setattr(paired_compile, "LEAST_GLOBALS", 0)
    yield found


@pytest.mark.parametrize(
    "path", [BLOCKS / "fire.mlir", BLOCKS / "densenet.mlir", BLOCKS / "token_shift.mlir", CASES / "several.mlir"]
)
def test_schedules_are_those_of_two_runs(path: Path, known: dict[str, str]) -> None:
    """A function may have the same dispatches as the other, and a caller, which is there twice as well."""
    module, new = optimised(path.read_text())
    assert new is not module
    paired_compile.stream_both(new, module, DEFAULT)
    for one in (new, module):
        text = write(one)
        assert read_schedule(known[text]) == schedule_of(text)
    assert read_schedule(known[write(new)]) != read_schedule(known[write(module)])


def test_each_has_the_executables_that_it_calls(known: dict[str, str]) -> None:
    module, new = optimised((BLOCKS / "densenet.mlir").read_text())
    paired_compile.stream_both(new, module, DEFAULT)
    ours, theirs = known[write(new)], known[write(module)]
    for text in (ours, theirs):
        made = set(re.findall(r'"stream\.executable"\(\) <\{[^\n]*?sym_name = "([^"]+)"', text))
        functions = "".join(re.findall(r'^  "util\.func".*?^  \}\)', text, re.MULTILINE | re.DOTALL))
        assert made >= set(re.findall(r"@([\w$.-]+)::@", functions if text is theirs else text))
    apart = {text: representatives(compile_to_stream(write(one))) for text, one in ((ours, new), (theirs, module))}
    for text, alone in apart.items():
        found = representatives(text)
        assert found is not None and alone is not None and found.executables == alone.executables - INITIAL * (text is theirs)
    both, alone = representatives(ours, theirs), representatives(compile_to_stream(write(new)), compile_to_stream(write(module)))
    assert both is not None and alone is not None and 0 < both.kinds <= alone.kinds + INITIAL


def parameters(count: int) -> str:
    """A program with parameters, in which a concatenation is copied less."""
    names = [f"w{n}" for n in range(count)]
    return "".join(f'util.global private @{n} = #flow.parameter.named<"model"::"{n}"> : tensor<64xf32>\n' for n in names) + INNER


@pytest.mark.parametrize(("count", "runs"), [(paired_compile.LEAST_GLOBALS, 1), (paired_compile.LEAST_GLOBALS - 1, 0)])
def test_programs_of_many_parameters_take_one_run(count: int, runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    @remember_results(4)
    def compiled(text: str, *more: object) -> str:
        asked.append(text)
        return compile_to_stream(text, *more)

    monkeypatch.setattr(paired_compile, "compile_to_stream", compiled)
    module, new = optimised(parameters(count), "bytes")
    assert new is not module
    paired_compile.stream_both(new, module, DEFAULT)
    assert len(asked) == runs
    if runs:
        assert all(read_schedule(compiled(write(one), DEFAULT)) == schedule_of(write(one)) for one in (new, module))
        assert len(asked) == runs, "both are known"


def test_nothing_is_known_of_two_where_one_is_wrong(known: dict[str, str]) -> None:
    module, new = optimised((BLOCKS / "fire.mlir").read_text())
    (function,) = [op for op in new.op.regions[0].blocks[0].ops if op not in module.op.regions[0].blocks[0].ops]
    wrong = new.replace_functions({function: read_any(write(new).replace("arith.maximumf", "arith.maxsi"), "").op})
    paired_compile.stream_both(wrong, module, DEFAULT)
    assert not known


def test_a_taken_name_is_left_alone(known: dict[str, str]) -> None:
    module, new = optimised((CASES / "several.mlir").read_text())
    (changed, *_) = [x for x, y in zip(*(m.op.regions[0].blocks[0].ops for m in (module, new)), strict=True) if x is not y]
    name = changed.attributes["sym_name"].strip('"')
    text = write(module).rstrip()
    other = (
        f'  "util.global"() <{{sym_name = "{name}{paired_compile.SUFFIX}", sym_visibility = "private", type = i32}}> : () -> ()\n'
    )
    end = text.rindex("})")
    again, result = optimised(text[:end] + other + text[end:] + "\n")
    assert result is not again
    paired_compile.stream_both(result, again, DEFAULT)
    assert not known


@pytest.mark.parametrize("name", ["net/block", "f-1"])
def test_names_in_quotes(name: str, known: dict[str, str]) -> None:
    """Their programs are compiled one by one, and are optimised as others are."""
    quoted = INNER.replace("@f(", f'@"{name}"(')
    module, new = optimised(quoted, "bytes")
    paired_compile.stream_both(new, module, DEFAULT)
    assert new is not module and not known
    result, plain = (optimize(text, rules="region", cost="bytes") for text in (quoted, INNER))
    assert result.cost_after == plain.cost_after < plain.cost_before
