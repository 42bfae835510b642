"""`egraph-opt words`: every word of every family, with a sentence."""

from __future__ import annotations

from importlib import import_module

import pytest

from egraph_opt.rules import vocabularies
from tests.command.outcomes import refused, run


@pytest.mark.parametrize("family", sorted(vocabularies()))
def test_every_word_is_listed_with_a_sentence_and_its_module(family: str) -> None:
    said = run(f"words {family}")
    lines, words = said.stdout.splitlines(), vocabularies()[family].words
    assert said.exit_code == 0 and len(words) > 5
    module, found = "", set()
    for line in lines:
        if line.startswith(f"{family}: from "):
            module = line.split()[2]
        elif (name := line.partition("(")[0]) in words and line.split("  ")[0] == str(words[name]):
            assert getattr(import_module(module), name) is words[name]
            text = " ".join(said.stdout.split(f"\n{line}\n")[1].split()) if line == str(words[name]) else line
            assert words[name].doc.endswith(".") and " ".join(words[name].doc.split("\n")[0].split()) in text
            found.add(name)
    assert found == set(words)
    for sort in {sort for word in words.values() for sort in word.sorts}:
        assert [line for line in lines if line.split()[:1] == [sort.__name__] and len(line.split()) > 1]
    assert max(map(len, lines)) <= 80 or max(map(len, (str(word) for word in words.values()))) > 80


def test_words_of_two_stages_are_told_apart() -> None:
    said = run("words pointer").stdout
    addresses, tiles = said.split("vocabulary.tile import ...\n")
    assert tiles.startswith("Vocabulary of tiles") and "run after those of addresses" in " ".join(tiles.split())
    assert "access(" in tiles and "access(" not in addresses


def test_all_families_and_none_of_a_name() -> None:
    said = run("words").stdout
    assert [*dict.fromkeys(line.partition(":")[0] for line in said.splitlines() if " import ..." in line)] == [*vocabularies()]
    refused(run("words layuot"), 2, r"no family of rules 'layuot' \(did you mean layout\?\)")
