"""`--as-plugin`: what commands say of a file is what the plug-in does when it compiles that program."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("triton")

import egraph_opt
import egraph_opt.triton as plugin
from egraph_opt.core.options import OptionError
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.text.syntax.location import strip_locations
from egraph_opt.triton.offline_decision import ask_plugin, settings_of
from tests.command.outcomes import FILES, refused, run
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for
from tests.support.kernels import ROOT

own_cache = jit_kernels.own_cache
PLAIN = settings_of("layout", {})


@pytest.mark.parametrize(("name", "outcome"), [("scaled", "changed"), ("layer_norm", "changed"), ("softmax", "kept")])
def test_a_file_is_ruled_on_as_it_is_compiled(name: str, outcome: str) -> None:
    plain = compile_for("cuda:90", name).asm["ttgir"]
    with plugin.enabled(versions=False):
        ours = compile_for("cuda:90", name).asm["ttgir"]
    (said,) = plugin.report().kernels
    found = ask_plugin(plain, PLAIN)
    assert found.kernel.outcome == said.outcome == outcome
    assert replace(found.kernel, num_stages=said.num_stages, seconds=said.seconds) == replace(said, constants={})
    assert (found.text == plain) == (ours == plain) == (outcome == "kept")
    assert egraph_opt.check(found.text, ours).equal


def test_explain_and_report_begin_with_the_ruling(tmp_path: Path) -> None:
    file = tmp_path / "k.ttgir"
    file.write_text(compile_for("cuda:90", "scaled").asm["ttgir"])
    lines = run(f"explain {file} --as-plugin --wide").stdout.splitlines()
    assert max(map(len, run(f"explain {file} --as-plugin").stdout.splitlines())) <= 80 < max(map(len, lines))
    assert lines[0].startswith("The plug-in changes this kernel: 1 of 2 loads earlier; ") and "cycles of an instance" in lines[0]
    assert "  1 of 2 loads earlier" in lines
    done = run(f"report {file} --as-plugin --alternatives 0 --json -o {tmp_path / 'k.json'}")
    assert done.exit_code == 0, done.output
    data = json.loads((tmp_path / "k.json").read_text())
    input_, result = data["machine"]
    assert data["ruling"]["outcome"] == "changed" and data["change"] == "1 of 2 loads earlier"
    assert f"{input_['cycles']:,} to {result['cycles']:,} cycles" in data["ruling"]["predicted"]
    assert f"{result['time'] - 1:+.1%} time" in data["ruling"]["predicted"]


def test_a_table_of_files_is_the_plug_ins(tmp_path: Path) -> None:
    file = tmp_path / "k.ttgir"
    file.write_text(compile_for("cuda:90", "softmax").asm["ttgir"])
    done = run(f"compare {file} --as-plugin --json {tmp_path / 'r.json'}")
    assert done.exit_code == 0 and [line.split()[0] for line in done.stdout.splitlines()[:3]] == [
        "softmax",
        "configuration",
        "outcome",
    ]
    assert json.loads((tmp_path / "r.json").read_text())["kernels"][0]["outcome"] == "kept"


REFUSED = {
    "explain {layout} --as-plugin --json": "no use with --json",
    "compare {layout} --as-plugin --static": "no use with --against, --cost or --static",
    "report {pointer} --as-plugin --rules pointer": "--as-plugin: the plug-in optimises layouts",
    "explain {pointer} --as-plugin": "says what it is compiled for",
}


@pytest.mark.parametrize(("command", "why"), REFUSED.items())
def test_what_the_plug_in_does_not_see_is_refused(command: str, why: str) -> None:
    refused(run(command), 2, why)


@pytest.mark.parametrize("command", ["explain", "compare", "report"])
def test_a_program_with_an_operation_on_other_types_is_bad_input(command: str, tmp_path: Path) -> None:
    text = (ROOT / "benchmarks/corpus/kernels/fla.mean_pooling_fwd_kernel/rlc3.before.ttgir").read_text()
    number, line = next((n, line) for n, line in enumerate(text.splitlines(), 1) if "arith.addf" in line)
    broken = tmp_path / "broken.ttgir"
    broken.write_text(text.replace("arith.addf", "arith.addi", 1))
    done = run(f"{command} {broken} --as-plugin")
    assert done.exit_code == 1 and "loc(" not in done.stderr and line.replace("addf", "addi") in done.stderr.splitlines()
    assert f"{broken}:{number}:" in done.stderr
    assert re.search("error: (Triton refuses the program: 'arith.addi'|arith.addi: it takes integers)", done.stderr)


def test_where_a_text_names_the_source_the_error_does(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttgir"
    broken.write_text(compile_for("cuda:90", "scaled").asm["ttgir"].replace("arith.mulf", "arith.muli", 1))
    done = run(f"explain {broken} --as-plugin")
    assert done.exit_code == 1 and f"{broken}: error: Triton refuses the program: 'arith.muli'" in done.stderr
    assert "jit_kernels.py:" in done.stderr


def test_several_programs_are_refused() -> None:
    text = FILES["layout"].read_text()
    with pytest.raises(OptionError, match="one program"):
        egraph_opt.report(f"{text}// -----\n{text}", as_plugin=True)


def test_options_are_those_of_enable() -> None:
    found = settings_of("layout", {"candidates": 3, "min_gain": 0.25, "loads_first": True})
    assert (found.min_gain, found.options.candidates, found.options.min_gain) == (0.25, 3, 0.0) and found.loads_first


def test_what_the_command_line_does_not_do_is_pointed_at() -> None:
    said = run("explain {layout} --wide").stdout
    assert (
        said.splitlines()[-1]
        == "Triton's plug-in searches with other settings: --as-plugin shows what it does with this kernel, and why."
    )


def test_loads_that_go_first_are_told(tmp_path: Path) -> None:
    file = tmp_path / "k.ttgir"
    file.write_text(compile_for("cuda:90", "scaled").asm["ttgir"])
    said = run(f"explain {file} --loads-first").stdout
    assert "  1 of 2 loads earlier" in said.splitlines()
    refused(run(f"explain {file} --loads-first --json"), 2, "where choices are explained")


def test_a_program_that_the_plug_in_wrote_is_known_as_one(tmp_path: Path) -> None:
    """With other locations, too; Triton's own program is none."""
    plain = compile_for("cuda:90", "row_sums").asm["ttgir"]
    with plugin.enabled():
        ours = compile_for("cuda:90", "row_sums").asm["ttgir"]
        assert plugin.report().changed == 1 and ours != plain
    settings = settings_of("layout", {})
    for text, said in ((ours, True), (strip_locations(ours), True), (plain, False)):
        assert ("the plug-in wrote this program" in ask_plugin(text, settings).kernel.says) == said


def test_a_row_has_the_number_that_explains_it() -> None:
    more = plugin.Prediction(3840.0, 4329.0, 0.068, 6, 8)
    assert str(more) == "3,840 to 4,329 cycles of an instance, 6 to 8 at once, -6.8% time"
    assert str(replace(more, at_once_after=6)) == "3,840 to 4,329 cycles of an instance, -6.8% time"
    assert str(replace(more, bound_by_memory=True)).endswith("-6.8% time (bound by memory: expect less)")
    assert "memory" not in str(replace(more, bound_by_memory=True, saves=0.0))


def test_memory_binds_where_it_is_busy_as_long_as_instances_work() -> None:
    processor = processor_of("cuda:90")
    assert processor is not None
    use = ResourceUse(32, 0, 0, 4, 3000.0, 100.0)
    at_once = use.occupancy(processor)
    assert at_once == 16 and not use.is_bound_by_memory(processor)
    assert replace(use, memory=3000.0 / at_once).is_bound_by_memory(processor)
    assert not replace(use, path=0.0).is_bound_by_memory(processor)
    made = plugin.Prediction.from_code(use, replace(use, registers=64, memory=400.0), 0.1, processor)
    assert (made.at_once_before, made.at_once_after, made.bound_by_memory) == (16, 8, True)
