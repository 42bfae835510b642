"""`egraph-opt words`: every word of every family, with a sentence."""

from __future__ import annotations

import pytest

from egraph_opt.rules import vocabularies
from tests.command.outcomes import refused, run


@pytest.mark.parametrize("family", sorted(vocabularies()))
def test_every_word_is_listed_with_a_sentence(family: str) -> None:
    said = run(f"words {family}")
    lines = said.stdout.splitlines()[1:]
    words = vocabularies()[family].words
    assert said.exit_code == 0 and len(lines) == len(words) > 5
    for line, word in zip(lines, words.values(), strict=True):
        assert line.startswith(f"{word} ") and word.doc.endswith(".") and word.doc.split("\n")[0] in line


def test_all_families_and_none_of_a_name() -> None:
    said = run("words").stdout
    assert [line.partition(":")[0] for line in said.splitlines() if ": word" in line] == [*vocabularies()]
    refused(run("words layuot"), 2, r"no family of rules 'layuot' \(did you mean layout\?\)")
