"""`egraph-opt explain`: what changed and why, in words; unknown, fixed and unchanged are told apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from egraph_opt.reports import text_report
from egraph_opt.reports.report_data import PriceCounts
from tests.command.outcomes import FILES, refused, run
from tests.reports.pages import MIDDLE


def test_what_changed_is_said_with_rules_and_prices() -> None:
    said = run(f"explain {MIDDLE} --alternatives 4")
    assert said.exit_code == 0 and all("remark: " in line for line in said.stderr.splitlines())
    lines = said.stdout.splitlines()
    assert lines[0] == "@chunk_gla_fwd_kernel_o: 6963.44 -> 5729.92 cycles (optimal), 6 -> 5 conversions"
    at = lines.index("%123: tensor<64x32xf32> (line 125)")
    assert lines[at + 1 : at + 3] == [
        "  now held in #blocked1, before in dot_op<0, #mma, 2>",
        "  by convert_pointwise, convert_each_operand",
    ]
    assert lines[at + 3 : at + 7] == [
        "  dot_op<0, #mma, 2> (input)",
        "    computed, cycles       535 by math.exp2",
        "    or converted, cycles   864 from #blocked1",
        "    whole program, cycles  +1,201",
    ]
    assert " ".join(said.stdout.split()).count("stays between tt.load (coalescing)") == 4
    assert any(line.startswith("86 values stayed as they were, though") for line in lines)
    assert any(line.startswith("2 values had no other layout to choose: %cst_6") for line in lines)


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ("%126", "also held in #blocked1, beside dot_op<0, #mma, 2>"),
        ("%55", "unchanged: held in slice<0, #blocked1> and slice<1, #blocked>, which no choice made cheaper"),
        ("%cst_6", "unchanged: held in #blocked1; there was no other layout to choose"),
        ("%5", "%5: it has no layout, so there is nothing to choose for it"),
    ],
)
def test_one_value(value: str, what: str) -> None:
    said = run(f"explain {MIDDLE} {value} --alternatives 0 --wide")
    assert said.exit_code == 0 and what in said.stdout, said.stdout


def test_the_alternatives_of_one_value_are_priced() -> None:
    said = run(f"explain {MIDDLE} %126 --alternatives 2").stdout
    step = "convert_pointwise: convert_layout(pointwise(arith.truncf, zip(%125, nil())), #blocked1) = "
    assert "+477" in said and step not in said and "    convert_pointwise: " in said and "(--terms shows each step)" in said
    assert "chosen: computed" in said
    assert step in run(f"explain {MIDDLE} %126 --alternatives 0 --terms --wide").stdout
    refused(run(f"explain {MIDDLE} --terms"), 2, "no use without a VALUE")


def test_what_has_no_price_says_so_and_how_to_have_one() -> None:
    said = run("explain {layout} --alternatives 1 --all --wide").stdout
    assert "not priced" in said and "chosen: converted" in said
    assert "1 alternative of 6 was priced for the whole program; --alternatives N prices more" in said
    assert "None of the 6 alternatives was priced" in run("explain {layout} --alternatives 0 --all --wide").stdout
    assert "6 alternatives could be priced for the whole program" in run("explain {layout} --alternatives 99 --wide").stdout


def test_a_tensor_that_no_search_looked_at(tmp_path: Path) -> None:
    text = """#l = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32>) {
    %x = "nobody.knows"() : () -> tensor<128xf32, #l>
    "nobody.uses"(%x) : (tensor<128xf32, #l>) -> ()
    tt.return
  }
}
"""
    (tmp_path / "k.ttgir").write_text(text)
    said = run(f"explain {tmp_path / 'k.ttgir'} %x")
    assert said.exit_code == 0 and ("not searched" in said.stdout or "no other layout" in said.stdout), said.output


def test_records_are_for_machines() -> None:
    data = json.loads(run(f"explain {FILES['layout']} --json").stdout)
    assert data["schema_version"] == 1 and data["choices"] and data["functions"][0]["name"] == "k"


def test_accesses_of_pointers_are_told() -> None:
    said = run("explain {pointer} --rules pointer --target tts").stdout
    assert [line.split(": ")[2] for line in said.splitlines()[1:]] == ["tt.load", "tt.store"] and "raised" in said


def test_a_value_that_there_is_not() -> None:
    refused(run("explain {layout} %99"), 1, "error: there is no value %99")


@pytest.mark.parametrize(
    ("found", "known", "said"),
    [
        (0, 1, "The only alternative was not priced for"),
        (0, 3, "None of the 3 alternatives was priced for"),
        (1, 3, "1 alternative of 3 was priced for"),
        (2, 3, "2 alternatives of 3 were priced for"),
        (1, 1, "1 alternative could be priced for"),
    ],
)
def test_counts_of_alternatives_have_their_number(found: int, known: int, said: str) -> None:
    assert text_report._describe_prices(PriceCounts(found, known)).startswith(said)
