"""The docstrings of what the package offers say what a caller needs."""

from __future__ import annotations

import inspect
import re

import pytest

import egraph_opt


@pytest.mark.parametrize("name", egraph_opt.__all__)
def test_all_that_is_offered_is_described(name: str) -> None:
    described = inspect.getdoc(getattr(egraph_opt, name)) or ""
    assert described.splitlines()[0].endswith(".")


@pytest.mark.parametrize(
    "name", ["check", "compare", "evaluate", "explain", "optimize", "pareto", "prove", "read", "rule", "write"]
)
def test_functions_describe_arguments_results_and_errors(name: str) -> None:
    function = getattr(egraph_opt, name)
    described = inspect.getdoc(function) or ""
    arguments = re.search(r"^Args:\n(.*?)\n\n", described, re.S | re.M)
    assert arguments and re.search(r"^Returns:$", described, re.M) and re.search(r"^Raises:$", described, re.M)
    assert re.findall(r"^    (\w+): ", arguments[1], re.M) == list(inspect.signature(function).parameters)


@pytest.mark.parametrize("name", ["Limits", "Result"])
def test_records_describe_their_fields(name: str) -> None:
    offered = getattr(egraph_opt, name)
    attributes = (inspect.getdoc(offered) or "").partition("Attributes:\n")[2]
    assert re.findall(r"^    (\w+): ", attributes, re.M) == list(offered.__dataclass_fields__)
