"""Modules that a page named, and that have another name now, are found under both for one release."""

from __future__ import annotations

from importlib import import_module

import pytest

FORMER = {
    "cost.mix": "cost.model_spec",
    "cost.price": "cost.checked_model",
    "prover.worlds": "prover.obligation",
}


@pytest.mark.parametrize("name", FORMER)
def test_a_former_name_has_what_the_module_has(name: str) -> None:
    former, module = import_module(f"egraph_opt.{name}"), import_module(f"egraph_opt.{FORMER[name]}")
    public = {each for each in vars(module) if not each.startswith("_") and each != "annotations"}
    assert public and all(vars(former)[each] is vars(module)[each] for each in public)
