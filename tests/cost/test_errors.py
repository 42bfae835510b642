"""A cost model that gives no cost: one error that names the model, the operation with its line, and what it gave, wherever it is asked."""

from __future__ import annotations

import math
import pickle
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt import CostModelError, evaluate, optimize, read
from egraph_opt.command.cli import main
from egraph_opt.core.family import choose_options
from egraph_opt.cost import MODELS, Converts
from egraph_opt.cost.model_spec import MixedModel
from egraph_opt.families.region.choice.pricing.cost import Dispatches
from egraph_opt.families.vector.cost import cost_model as vector_model
from tests.support.kernels import ROOT

CASE = ROOT / "tests/cases/layout/fan_out.mlir"
REGION = ROOT / "benchmarks/corpus/regions/insert0_fill_mm.mlir"
VECTOR = ROOT / "benchmarks/corpus/vectors/first_wins.mlir"


@dataclass(frozen=True)
class Odd(Converts):
    """Gives `value` for one operation, or raises it."""

    name: str = "odd"
    value: Any = None
    of: str = "arith.mulf"

    def cost(self, name: str, operands: Any, results: Any, access: Any = None) -> Any:
        if name != self.of:
            return super().cost(name, operands, results, access)
        if isinstance(self.value, BaseException):
            raise self.value
        return self.value


WRONG = [
    (None, "returned None"), (math.nan, "returned nan"), (math.inf, "returned inf"), (-math.inf, "returned -inf"), (-1, "returned -1"),
    (-0.5, "returned -0.5"), ("3", "returned '3'"), (1j, "returned 1j"), ([1.0], r"returned \[1.0\]"), (np.float32("nan"), "returned nan"),
    (np.array([1.0, 2.0]), "returned array"), (KeyError("f8"), "raised KeyError: 'f8'"), (ZeroDivisionError(), "raised ZeroDivisionError"),
    (SystemExit(3), "raised SystemExit: 3"),
]  # fmt: skip
IDS = [said for _, said in WRONG]
LINES = [n for n, line in enumerate(CASE.read_text().splitlines(), 1) if "= arith.mulf" in line]


@pytest.mark.parametrize(("value", "said"), WRONG, ids=IDS)
def test_what_is_no_cost_is_named(value: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    how = ", " if isinstance(value, BaseException) else ".* "
    place = re.escape(str(Path(__file__).relative_to(ROOT)))
    needed = "$" if isinstance(value, BaseException) else ": a cost is a finite number"
    at = "|".join(map(str, LINES))
    message = rf"^{place}:\d+: error: the cost model 'odd' {said}{how}for arith.mulf \(line ({at}) of the program\){needed}"
    monkeypatch.chdir(ROOT)
    with pytest.raises(CostModelError, match=message) as caught:
        optimize(CASE, cost=Odd(value=value))
    error = caught.value
    assert (error.model, error.operation) == ("odd", "arith.mulf") and error.line in LINES
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    with pytest.raises(CostModelError, match=message):  # and as a part of a mix
        optimize(CASE, cost=MixedModel(((0.5, MODELS["cycles"]), (0.5, Odd(value=value))), "both"))
    with pytest.raises(CostModelError, match=message):
        evaluate(read(CASE.read_text()).functions()[0], Odd(value=value))


@pytest.mark.parametrize("value", [0, 3, True, 2.5, np.float32(2.5), np.int64(3), Fraction(5, 2)], ids=repr)
def test_any_real_number_is_a_cost(value: Any) -> None:
    assert optimize(CASE, cost=Odd(value=value)).functions[0].converts_after == 1


class Priceless(Odd):
    """Gives no cost for conversions that the input does not have: those are asked for when the problem is posed."""

    def cost(self, name: str, operands: Any, results: Any, access: Any = None) -> Any:
        written = operands and operands[0].startswith("tensor<64x64xf32") and results and operands[0] == results[0]
        return math.nan if name == "ttg.convert_layout" and not written and self.value else 1.0


class Whole(Converts):
    def whole(self, function: Any) -> float:
        return math.nan


class Spilling(Converts):
    def spills(self, pressure: int, threads: int) -> float:
        return -1.0


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Priceless(value=1), "returned nan for ttg.convert_layout"),
        (Whole(), 'returned nan for function "k"'),
        (Spilling(), "returned -1.0 for spilled registers"),
        (Converts(change_price=-1.0), "returned -1.0 for its property change_price"),
        (Converts(change_factor=math.nan), "returned nan for its property change_factor"),
        (Converts(change_price=None), "returned None for its property change_price"),  # type: ignore[arg-type]
        (Converts, "a class, not an object"),
        (None, "the cost model None lacks cost, name, unit, change_factor, "),
        (
            7,
            "the cost model 7 lacks cost, name, unit, .*, spills: derive from Converts, or define them",
        ),
        (object(), "the cost model <object .*> lacks cost, name"),
    ],
)
def test_everything_that_a_model_is_asked_must_be_a_cost(model: Any, said: str) -> None:
    with pytest.raises(CostModelError, match=said):
        optimize(CASE, cost=model)


INCOMPLETE = """
class NoCost:
    name, unit = "none", "units"

class Nearly(NoCost):
    change_factor, change_price, prices_accesses, spills = 1.0, 0.0, False, lambda self, pressure, threads: 0.0

class Raises(Nearly):
    def cost(self, *about):
        return 0.0

    @property
    def unit(self):
        return self.unt
"""


@pytest.mark.parametrize(
    ("rules", "model", "said"),
    [
        (
            "layout",
            "NoCost",
            "2: error: NoCost lacks cost, change_factor, change_price, prices_accesses, spills: derive from Converts",
        ),
        ("layout", "Nearly", "5: error: Nearly lacks cost: derive from Converts, or define it"),
        ("layout", "Raises", "14: error: .* raised AttributeError: 'Raises' object has no attribute 'unt'"),
        ("algebra", "Nearly", "5: error: Nearly lacks cost: define it"),
        ("region", "Nearly", "5: error: Nearly lacks bound, price: define them"),
    ],
)
def test_a_model_lacks_all_that_it_lacks_at_once(rules: str, model: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "m3.py").write_text(INCOMPLETE)
    with pytest.raises(CostModelError, match=said):
        choose_options(rules, {"cost": f"{tmp_path}/m3.py:{model}"})


WRITTEN = """\
from egraph_opt.cost import Converts

class Raises(Converts):
    def cost(self, *about):
        return helper()

def helper():
    return 1 / 0

class Text(Converts):
    def cost(self, *about):
        return "3"

class Few(Converts):
    def cost(self, name):
        return 1.0

class Bare:
    name = "bare"

class Needs(Converts):
    def __init__(self, byte):
        self.byte = byte
"""


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("Raises", 8, "raised ZeroDivisionError: division by zero"),
        ("Text", 11, "returned '3' for arith.mulf"),
        ("Few", 15, r"Few.cost\(\) takes 2 positional arguments"),
        ("Bare", 18, "Bare lacks cost, unit, change_factor"),
        ("Needs", 21, r"Needs\(\) fails: TypeError"),
    ],
)
def test_an_error_says_the_line_of_the_users_file(
    name: str, line: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(WRITTEN)
    done = CliRunner().invoke(main, [str(CASE), "--cost", f"mine.py:{name}"])
    assert done.exit_code == 1 and done.stdout == "" and done.stderr.count("error:") == 1
    assert re.match(rf"mine.py:{line}: error: .*{said}", done.stderr), done.stderr


class Broken(Dispatches):
    def price(self, schedule: Any) -> float:
        return math.nan


class Boundless(Dispatches):
    def bound(self, commands: Any) -> float:
        raise ValueError("of ours")


@pytest.mark.parametrize(
    ("model", "said"), [(Broken(), "returned nan for a schedule"), (Boundless(), "raised ValueError: of ours")]
)
def test_costs_of_schedules_too(model: Any, said: str) -> None:
    pytest.importorskip("iree.compiler")
    with pytest.raises(CostModelError, match=f"the cost model '{type(model).__name__}' {said}"):
        optimize(REGION, rules="region", cost=model)


def test_costs_of_vectors_too() -> None:
    pytest.importorskip("iree.compiler")

    class Bad(type(vector_model("converts"))):  # type: ignore[misc]
        def cost(self, *_: Any) -> Any:
            return None

    with pytest.raises(CostModelError, match="the cost model 'bad' returned None"):
        optimize(VECTOR, rules="vector-layout", cost=Bad("bad", "nothing", ""))


@pytest.mark.parametrize("command", ["", "explain", "pareto", "compare"])
def test_on_the_command_line_it_is_one_message(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setitem(MODELS, "odd", Odd(value=math.nan))
    models = {"pareto": ["odd", "converts"], "compare": ["--cost", "odd", "--against", "none"]}.get(command, ["--cost", "odd"])
    done = CliRunner().invoke(main, [command] * bool(command) + [str(CASE), *models])
    assert done.exit_code == 1 and done.stdout == "", done.output
    assert done.stderr.count("error:") == 1 and "the cost model 'odd' returned nan for arith.mulf (line " in done.stderr


def test_inside_triton_its_own_kernel_is_kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("triton")
    import egraph_opt.triton as plugin
    from tests.support.jit_kernels import binary, compile_for

    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("EGRAPH_OPT", raising=False)
    plain = compile_for("cuda:90", "row_sums")
    with (
        pytest.warns(RuntimeWarning, match=".*the cost model 'odd' returned nan"),
        plugin.enabled(cost=Odd(value=math.nan, of="tt.reduce")),
    ):
        same = compile_for("cuda:90", "row_sums")
    assert binary(same) == binary(plain)
    (kernel,) = plugin.report().kernels
    assert kernel.outcome == "failed" and "'odd' returned nan for tt.reduce (line " in kernel.reason
    assert "1 failed" in str(plugin.report())
    with pytest.raises(CostModelError, match="the cost model 7 lacks cost, name"):
        plugin.enable(cost=7)  # type: ignore[arg-type]
