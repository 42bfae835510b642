"""The page on what is proved names what is there: files, folders, functions, commands, numbers."""

from __future__ import annotations

import ast
import re

from click.testing import CliRunner

from egraph_opt.command.cli import main
from tests.support.kernels import ROOT

PAGE = ROOT / "docs/proofs.md"
TEXT = PAGE.read_text()


def test_files_and_folders_that_it_names_exist() -> None:
    named = set(re.findall(r"`((?:egraph_opt|benchmarks|tests|rules|extract|docs)/?[\w/.]*)`", TEXT))
    assert len(named) > 25
    for name in named:
        assert (ROOT / name).exists(), name


def test_functions_that_it_names_stand_in_the_file_named_with_them() -> None:
    named = re.findall(r"`(\w+)` in `([\w/]+\.py)`", TEXT)
    assert len(named) >= 6
    for function, path in named:
        tree = ast.parse((ROOT / path).read_text())
        assert any(isinstance(node, ast.FunctionDef) and node.name == function for node in ast.walk(tree)), (function, path)


def test_facts_that_it_names_are_all_that_rules_may_use() -> None:
    from egraph_opt.families.layout.vocabulary.term import words

    row = next(line for line in TEXT.splitlines() if line.startswith("| facts over F2"))
    named = set(re.findall(r"`(\w+)`", row.split("|")[1]))
    assert named == {word.name for word in words.facts if not word.guide} - {"held_in"}, (
        "held_in is read off the terms themselves"
    )


def test_it_says_something_of_every_family_and_stays_short() -> None:
    for family in ("layouts", "pointers", "regions", "vectors"):
        assert re.search(rf"^\| \*\*{family}\*\* \|", TEXT, re.M)
    assert len(TEXT.splitlines()) < 130


def test_commands_and_links_work() -> None:
    for command in set(re.findall(r"`egraph-opt (\w+)`", TEXT)):
        assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (PAGE.parent / link).exists(), link
    assert "(docs/proofs.md)" in (ROOT / "README.md").read_text()
