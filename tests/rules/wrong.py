"""Common checks of wrong rules of all families."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from egraph_opt.core.rule import Rule
from egraph_opt.prover import Unsound, prove


def check_refuted(wrong: Rule) -> None:
    """A wrong rule says what is wrong with it, and the prover answers with values that tell its sides apart."""
    assert wrong.doc.startswith("Wrong: ")
    with pytest.raises(Unsound) as refuted:
        prove(wrong)
    text = str(refuted.value)
    assert wrong.name in text
    assert "before:" in text and "after:" in text


def module_of(text: str, path: Path) -> ModuleType:
    """A module of that text, at that path."""
    path.write_text(text)
    spec = spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
