"""`egraph-opt prove`: the table in the documentation, and a cache that only gives back what was proved of this very rule."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.vocabulary.term import Function, Layout, Value, convert_layout, held_in, leaf
from egraph_opt.prover import proof_cache
from egraph_opt.prover import rule_proofs as proofs
from egraph_opt.rules import book, every_rule

RULES = {rule.name: rule for rule in book("layout")}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "egraph-opt" / "proofs"


def test_the_table_has_every_rule_that_is_named_with_its_conditions_and_proof() -> None:
    done = CliRunner().invoke(main, ["prove", "--table", "--fresh", "drop_conversion", "convert_scan", "drop_wrapped"])
    assert done.exit_code == 0, done.output
    assert "\n## layout: 2 rules\n" in done.output and "\n## pointer: 1 rules\n" in done.output
    assert re.search(
        r"^\| drop_conversion \| `convert_layout\(x, layout\) = x` \| `held_in\(x, layout\)` \| \d", done.output, re.M
    )
    assert "`any_order(f)`<br>`scans(layout)`<br>`offered_all(xs, layout)` (guide)" in done.output


@pytest.mark.slow
def test_every_rule_is_in_the_records_with_all_that_is_known() -> None:
    done = CliRunner().invoke(main, ["prove", "--json", "--fresh"])
    records = json.loads(done.stdout)["rules"]
    assert [r["rule"] for r in records] == list(every_rule())
    assert all(r["strength"] and r["back_end"] and r["statement"] and r["milliseconds"] > 0 and not r["failure"] for r in records)


def test_a_proof_is_kept_and_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    first = proofs.record(RULES["convert_reduce"], "layout")
    assert not first.cached
    monkeypatch.setattr("egraph_opt.prover.rule_proofs.prove", lambda rule: pytest.fail("proved again"))
    assert proofs.record(RULES["convert_reduce"], "layout") == replace(first, cached=True)


def test_fresh_trusts_no_file(folder: Path) -> None:
    """A damaged file is not read by other runs either; one that was forged with its checksum is."""
    proved = RULES["drop_conversion"]
    proofs.record(proved, "layout")
    (file,) = folder.iterdir()
    forged = {**proof_cache.load(file), "strength": "no values"}
    file.write_text(file.read_text().replace("all values", "no values"))
    assert "all values" in proofs.record(proved, "layout").strength
    proof_cache.save(file, forged)
    assert "no values" in proofs.record(proved, "layout").strength
    assert "all values" in proofs.record(proved, "layout", fresh=True).strength


def test_the_file_of_another_rule_is_no_proof(folder: Path) -> None:
    proofs.record(RULES["drop_conversion"], "layout")
    (file,) = folder.iterdir()
    other = proof_cache.path_of("proofs", RULES["convert_reduce"])
    other.write_bytes(file.read_bytes())
    again = proofs.record(RULES["convert_reduce"], "layout")
    assert again.rule == "convert_reduce" and not again.cached


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"rule": 1, "conditions": [2]}'])
def test_a_damaged_file_is_no_proof(damage: str, folder: Path) -> None:
    proved = RULES["drop_conversion"]
    proofs.record(proved, "layout")
    (kept,) = folder.iterdir()
    kept.write_text(damage)
    again = proofs.record(proved, "layout")
    assert not again.cached and not again.failure


def test_another_rule_of_the_same_name_is_not_taken_for_proved() -> None:
    proved = RULES["drop_conversion"]
    assert not proofs.record(proved, "layout").failure
    wrong = replace(proved, conditions=())
    for _ in range(2):  # nor is a failure kept
        found = proofs.record(wrong, "layout")
        assert found.failure.startswith("Unsound") and not found.cached


def test_other_meanings_need_other_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    proved = RULES["drop_conversion"]
    proofs.record(proved, "layout")
    for name, new in (("source", lambda prover: "other"), ("version", lambda package: "0")):
        with monkeypatch.context() as changed:
            changed.setattr(proof_cache, name, new)
            assert not proofs.record(proved, "layout").cached


def test_a_needless_condition_is_a_failure() -> None:
    @rule
    def hesitant(x: Value, inner: Layout, outer: Layout) -> Equation:
        """Rule like cancel_conversion, with a condition that adds nothing."""
        return convert_layout(convert_layout(x, inner), outer), convert_layout(x, outer), held_in(convert_layout(x, inner), inner)

    failure = proofs.record(hesitant, "layout").failure
    assert failure.startswith("Needless: ") and "rule hesitant holds without held_in(" in failure


def test_a_rule_about_nothing_is_a_failure() -> None:
    @rule
    def empty(f: Function, layout: Layout) -> Equation:
        """Of no program: scalars are not converted."""
        return convert_layout(leaf(f), layout), leaf(f)

    assert "no program meets the conditions" in proofs.record(empty, "layout").failure
