"""No false success: an option, a number or a book of rules that a command or a function has no use for is wrong usage, by name."""

from __future__ import annotations

import re
from typing import Any

import pytest

from egraph_opt import InputError
from egraph_opt.command import many_files
from egraph_opt.command.programs.opt import opt
from egraph_opt.core.family import families
from egraph_opt.core.options import declared_options
from egraph_opt.families.pointer import raise_text
from tests.command.outcomes import FILES, refused, run

MISUSED = {
    "layout": "--assume-dim 5|--target tts|--version loop|--any-cost|--assume-trips 3|--num-warps 4|--num-stages 4|--add-shape-params"
    "|--assume-no-overflow|--assume-positive|--assume-readable|--explain-accesses|--descriptor-types 3.8|--assume-no-alias",
    "pointer --target tts": "--extract tree|--cost converts|--cost nonsense|--candidates 2|--move-loads|--move-stores|--read-copies"
    "|--loads-first|--min-gain 0.1|--reassociate|--synthesise"
    "|--seed-with triton|--assume-dim 4|--assume-no-alias|--any-cost|--assume-trips 4|--num-stages 2|--num-warps 4|--descriptor-types 3.8",
    "pointer --target descriptor": "--num-warps 4|--num-stages 2|--any-cost --assume-trips 4",
    "region": "--extract tree|--candidates 2|--move-loads|--move-anchors|--move-stores|--read-copies|--loads-first|--reassociate"
    "|--seed-with triton|--assume-no-alias|--synthesise|--assume-trips 3|--any-cost|--num-stages 3|--target tts|--explain-accesses",
    "vector-layout": "--move-loads|--read-copies|--loads-first|--reassociate|--seed-with triton"
    "|--assume-no-alias|--synthesise|--assume-trips 3|--assume-dim 3|--any-cost|--target tts",
}
OPTIONS = [(f"{{layout}} --rules {rules} {option}", option) for rules, row in MISUSED.items() for option in row.split("|")]
OPTIONS += [
    (f"explain {{layout}} {option}", option.removeprefix("--json "))
    for option in (
        "--no-check",
        "--seed-with triton",
        "--json --loads-first",
        "--assume-dim 3",
        "--min-gain 1",
        "--assume-no-alias",
    )
]
OPTIONS += [(f"pareto {{layout}} cycles converts {option}", option) for option in ("--assume-dim 3", "--assume-no-alias")]
OPTIONS += [(f"{{layout}} --rules {rules} --cost cycles", "--cost cycles") for rules in ("region", "vector-layout")]
OPTIONS.append(("{layout} --rules pointer --target descriptor --version loop --num-warps 3", "--num-warps"))
OPTIONS += [
    (f"compare {{layout}} --against {rest}", rest.split(" ", 1)[1])
    for rest in ("none --target tts", "none --version loop", "none --assume-dim 3", "iree --candidates 3")
]


@pytest.mark.parametrize(("command", "option"), OPTIONS, ids=[row[0] for row in OPTIONS])
def test_an_option_that_would_do_nothing_is_refused_by_name(command: str, option: str) -> None:
    refused(run(command), 2, re.escape(option.split()[0]).replace(r"\-\-no\-check", r"\-\-check"))


def test_every_option_of_the_commands_is_of_a_family_or_of_the_run() -> None:
    of_the_run = {
        "files",
        *many_files.MANY_FILE_OPTIONS,
        "output",
        "rules",
        "isolate",
        "kill_after",
        "memory",
        "emit",
        "timing",
        "strict",
        "remarks",
        "dump",
        "reproducer",
    }
    options = {str(parameter.name) for parameter in opt.params}
    assert options - of_the_run == {name for family in families().values() for name in declared_options(family.options)}


NUMBERS = [
    f"{option} {value}"
    for option, values in {
        "--time-limit": "nan inf -1 1e400 abc",
        "--min-gain": "nan inf 2 -0.1",
        "--kill-after": "nan inf -1 1e300",
        "--memory": "nan inf -1 1e30",
        "--candidates": "0 65 1.5",
        "--max-nodes": "0 -1 nan",
    }.items()
    for value in values.split()
]
COSTS = (
    "cycles:alu=abc cycles:alu=nan cycles:alu=inf cycles:alu=-1 cycles:nothing=1 cycles:target=z cycles=-1 cycles=0 cycles=1,converts=-1"
    " cycles=nan cycles=inf cycles=1e-400 '' cycles, cycles:alu cycles:alu=1:alu=2 converts:change_factor=-1 converts:change_price=-5"
    " cycles:change_price=nan cycles:target=sm80:target=gfx942 cycles=0.5=0.5 latency"
).split()


@pytest.mark.parametrize("option", [*NUMBERS, *(f"--cost {cost}" for cost in COSTS)])
def test_numbers_out_of_range_are_wrong_usage(option: str) -> None:
    refused(run(f"{{layout}} {option}"), 2, "Error:")


@pytest.mark.parametrize("rules", ["none", "", ",", "layout,", "layout,layout", "layout,pointer", "region,layout", "tile"])
def test_rule_books_that_do_not_go_together(rules: str) -> None:
    refused(run(f"{{layout}} --rules '{rules}'"), 2, "ruleset")


@pytest.mark.parametrize(
    "named",
    [{"extract": "magic"}, {"time_limit": float("nan")}, {"time_limit": -1.0}, {"candidates": 0}, {"min_gain": float("nan")}],
)
def test_the_plug_in_refuses_what_it_would_not_do(named: dict[str, Any]) -> None:
    pytest.importorskip("triton")
    from egraph_opt import triton as plugin

    with pytest.raises(ValueError, match=next(iter(named))):
        plugin.enable(**named)


def test_raise_text_refuses_what_it_would_not_do() -> None:
    text = FILES["pointer"].read_text()
    for given, target, version, error in (
        ("kernel.ttir", "tts", "", InputError),
        (FILES["ttgir"].read_text(), "tts", "", InputError),
        (text, "ttx", "", ValueError),
        (text, "tts", "twice", ValueError),
    ):
        with pytest.raises(error):
            raise_text(given, "kernel.ttir", target, version)  # type: ignore[arg-type]
