"""Each law of the normal form is proved, its wrong variant is refuted, and proofs name no other law."""

import re
from pathlib import Path

import pytest

import egraph_opt.verifier.parametric as parametric
import egraph_opt.verifier.proof.reals as reals
from egraph_opt.verifier.laws import LAWS, prove_law

THEOREMS = {"online_softmax", "welford"}
"""Consequences of other laws that no rewriting names."""


@pytest.mark.parametrize("name", sorted(LAWS))
def test_law_is_proved_and_its_wrong_variant_refuted(name: str) -> None:
    prove_law(LAWS[name])
    assert LAWS[name].statement


def test_normal_form_names_laws_of_the_book_only() -> None:
    folders = [Path(str(module.__file__)).parent for module in (reals, parametric)]
    text = "\n".join(path.read_text() for folder in folders for path in folder.rglob("*.py"))
    named = set(re.findall(r'laws\.add\("(\w+)"\)', text)) | {"sum_in_any_order", "max_in_any_order", "min_in_any_order"}
    assert named | THEOREMS == set(LAWS)
