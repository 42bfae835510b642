"""Extensions from installed packages and files: duplicate names are refused, parameters of a file's cost model, and errors in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from egraph_opt import optimize, plugins
from egraph_opt.core import family
from egraph_opt.errors import CostModelError
from egraph_opt.rules import book
from tests.command.outcomes import refused, run
from tests.support.kernels import ROOT

KERNEL = ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir"
MODELS = """
from dataclasses import dataclass
from egraph_opt.cost import Converts


@dataclass(frozen=True)
class Mine(Converts):
    per: float = 1.0

    def cost(self, name, operands, results, access=None):
        return self.per * super().cost(name, operands, results, access)


class Fails(Converts):
    def cost(self, name, operands, results, access=None):
        return 1 / 0
"""


CACHED = (plugins.entries, plugins._entries_of_group, family._found)


def package(folder: Path, name: str, entries: str) -> None:
    """Install a package that offers entry points."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entries)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that are found when first asked for."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for cached in CACHED:
        cached.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    for cached in CACHED:
        cached.cache_clear()


@pytest.fixture
def two_packages(site: Path) -> None:
    for name in ("one-rules", "two-rules"):
        package(site, name, "[egraph_opt.rules]\nshared = json\n")


BROKEN = """
[egraph_opt.rules]
broken = no_such_module
taken = clashing

[egraph_opt.costs]
broken = no_such_module
plain = plain_model:Plain

[egraph_opt.families]
layout = json
other = no_such_module
fieldless = fieldless:FAMILY
"""
PLAIN = """
from egraph_opt.cost import Converts

class Plain(Converts):
    def __init__(self):
        super().__init__("plain", "J")

Plain.__doc__ = None
"""
CLASHING = """
from egraph_opt import rule
from egraph_opt.core.rule import Equation
from egraph_opt.families.layout.vocabulary.term import Layout, Value, convert_layout


@rule
def cancel_conversion(x: Value, inner: Layout, outer: Layout) -> Equation:
    \"\"\"Only the last of two conversions counts.\"\"\"
    return convert_layout(convert_layout(x, inner), outer), convert_layout(x, outer)
"""


def test_a_broken_package_hurts_nobody_else_and_whoever_names_it_is_told_why(site: Path) -> None:
    package(site, "bad-package", BROKEN)
    (site / "plain_model.py").write_text(PLAIN)
    (site / "clashing.py").write_text(CLASHING)
    (site / "fieldless.py").write_text(
        "from egraph_opt.core.family import Family\nFAMILY = Family('fieldless', 'programs', options=dict)\n"
    )
    done = run(f"{KERNEL}")
    assert done.exit_code == 0 and "bad-package" not in done.stderr
    done = run("prove convert_broadcast")
    assert done.exit_code == 0 and "proved for" in done.stdout
    for name, why in (("broken", "cannot be loaded: ModuleNotFoundError"), ("taken", "the name is taken, by the rule at")):
        refused(run(f"prove {name}"), 1, why)
    done = run("costs")
    assert (
        done.exit_code == 0 and "plain" in done.stdout and "'broken' of the package bad-package cannot be loaded" in done.stderr
    )
    assert run(f"{KERNEL} --cost plain").exit_code == 0
    refused(run(f"{KERNEL} --cost broken"), 1, "'broken' of the package bad-package cannot be loaded")
    refused(run(f"{KERNEL} --rules fieldless"), 1, "'fieldless' of the package bad-package lacks 'task', 'recognises'")
    refused(run(f"{KERNEL} --rules other"), 1, "'other' of the package bad-package cannot be loaded")
    assert "'layout' of the package bad-package is no Family" in family._found().unusable["layout"]


def test_a_ruleset_is_proved_by_its_name() -> None:
    done = run("prove algebra")
    assert done.exit_code == 0 and done.stdout.count("proved for") == len(book("algebra")) > 5


def test_two_packages_that_offer_one_name_are_both_named(two_packages: None) -> None:
    with pytest.raises(plugins.OutsideError, match="the packages one-rules and two-rules both offer 'shared'"):
        plugins.load(plugins.RULES, "shared")


def test_a_cost_model_of_a_file_takes_parameters(tmp_path: Path) -> None:
    file = tmp_path / "models.py"
    file.write_text(MODELS)
    assert optimize(KERNEL, cost=f"{file}:Mine:per=3").cost_before == 3 * optimize(KERNEL, cost=f"{file}:Mine").cost_before
    with pytest.raises(ValueError, match="has no parameter 'pre'"):
        optimize(KERNEL, cost=f"{file}:Mine:pre=3")


def test_an_error_in_a_cost_model_has_the_place_in_the_users_file(tmp_path: Path) -> None:
    file = tmp_path / "models.py"
    file.write_text(MODELS)
    with pytest.raises(CostModelError) as error:
        optimize(KERNEL, cost=f"{file}:Fails")
    assert str(error.value).startswith(f"{file}:16: error: ") and "a cost is a finite number" not in str(error.value)


@pytest.mark.parametrize("name", [name for name, each in family.families().items() if each.models])
def test_a_package_offers_cost_models_for_every_family_that_has_costs(name: str, site: Path) -> None:
    module = f"their_{name.replace('-', '_')}"  # one that no other case has imported
    (site / f"{module}.py").write_text(f'class Theirs:\n    name, unit, family = "theirs", "units", {name!r}\n')
    package(site, "their-package", f"[egraph_opt.costs]\ntheirs = {module}:Theirs\n")
    known = family.families()[name]
    assert "theirs" in known.cost_models() and known.options.model_named("theirs").unit == "units"  # type: ignore[attr-defined]
