"""Imports of the checker, and users of its parts: both are closed lists, including lazy and indirect imports."""

import subprocess
import sys
from pathlib import Path

from tests.support.kernels import ROOT
from tests.support.sources import SOURCES, imports

CHECK = "egraph_opt.checker"
SHARED = {
    "egraph_opt.errors": "what all errors derive from: a class without a body",
    "egraph_opt.ir.module": "programs as data",
    "egraph_opt.ir.def_use": "programs as data: which operation defines a value, and which use it",
    "egraph_opt.ir.rewriting": "the folder of the next: a docstring",
    "egraph_opt.ir.rewriting.rewrite": "programs as data: the same regions with other operations, or other names of values",
    "egraph_opt.text.syntax.lexer": "where brackets and strings end in a text",
    "egraph_opt.linear_layout": "which element of a tensor a thread holds: the tests compare these maps with Triton's own",
}
"""All that the checker and the optimiser have in common, with the reason why that is no belief of the optimiser's."""
OUTSIDE = {"z3": "whether a loop runs once"}
API = {f"{CHECK}.{name}" for name in ("EQUAL", "Excuse", "Outcome", "Unmodelled", "Verdict", "check", "same_values")}
PARTS = {
    "apps/iree_tuning/region_inlining.py": {"operations.op_structure"},
    "families/numerics/optimize.py": {"real_arithmetic"},
    "families/pointer/integers/interval_analysis.py": {"access.effects"},
    "families/pointer/validation/access_proof.py": {"access.effects"},
    "families/pointer/validation/copy_order.py": {"access.pointer_origins", "access.effects"},
    "families/pointer/validation/queries.py": {"access.effects"},
    "families/pointer/validation/validate.py": {"access.effects"},
    "families/region/validation/linalg_fingerprints.py": {"operations.op_structure"},
    "families/region/validation/movement_fingerprints.py": {"operations.op_structure"},
    "families/region/validation/validate.py": {"operations.op_structure"},
    "families/vector/optimize.py": {"operations.op_structure"},
    "verifier/proof/evaluator/scalar_ops.py": {"values.arithmetic"},
    "verifier/proof/evaluator/tile_values.py": {"values.arithmetic", "values.constant", "values.number_parser"},
    "verifier/proof/reals/machine_integers.py": {"values.arithmetic"},
    "witness/__init__.py": {"values.attribute", "values.tensor_type_parser"},
    "witness/execution.py": {"access.effects", "operations.hints"},
}
"""Users of parts of the checker other than its verdicts: other validators, and code for the assumptions of a program."""


def modules(folder: Path) -> dict[str, Path]:
    """The modules of a folder by name."""
    names = {
        path: ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in folder.rglob("*.py")
    }
    return {name: path for path, name in names.items()}


SOURCE = modules(ROOT / "egraph_opt")


def used(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it, ours and others."""
    return {module_of(name) for name in imports(path)}


def module_of(name: str) -> str:
    """The module that an imported name is, or that has it."""
    return name if name in SOURCE or name.partition(".")[0] != "egraph_opt" else name.rpartition(".")[0]


def test_the_checker_imports_what_is_listed_and_no_more() -> None:
    pending = [name for name in SOURCE if name.startswith(CHECK)]
    seen, outside = set(pending), set[str]()
    while pending:
        for name in used(SOURCE[pending.pop()]):
            top = name.partition(".")[0]
            if top != "egraph_opt":
                outside.add(top)
            elif name not in seen and name in SOURCE:
                seen.add(name)
                pending.append(name)
    ours = {name for name in seen if not name.startswith(CHECK)}
    assert "egraph_opt" not in ours, "the package itself imports everything"
    assert {name for name in ours if name not in SHARED and not name.startswith("egraph_opt.linear_layout.")} == set()
    assert {"egraph_opt.ir.module", "egraph_opt.linear_layout"} <= ours
    assert outside - set(sys.stdlib_module_names) == set(OUTSIDE)
    assert not outside & {"importlib", "runpy", "pkgutil"}


def test_it_loads_nothing_else_when_it_runs() -> None:
    """The package itself, which loads what it offers, is left out by giving it an empty body."""
    program = f"""if True:
        import sys, types
        package = types.ModuleType("egraph_opt")
        package.__path__ = [{str(ROOT / "egraph_opt")!r}]
        sys.modules["egraph_opt"] = package
        from egraph_opt.text import read
        already = set(sys.modules)
        from egraph_opt.checker import check, same_values
        text = open("tests/cases/layout/fan_out.mlir").read()
        assert check(read(text), read(text), once=True, no_alias=True).equal
        assert not check(read(text), read("module {{ }}"), strict=False).equal
        print(*sorted(name for name in set(sys.modules) - already if name.startswith("egraph_opt")))"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert f"{CHECK}.access.onchip_memory" in loaded
    assert {
        n for n in loaded if not n.startswith(CHECK) and n not in SHARED and not n.startswith("egraph_opt.linear_layout.")
    } == set()


def test_the_optimiser_takes_nothing_from_the_checker_but_verdicts() -> None:
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        where = str(path.relative_to(ROOT / "egraph_opt")) if path.is_relative_to(ROOT / "egraph_opt") else path.name
        inside = {name for name in imports(path) if name.startswith(f"{CHECK}.") and name not in API}
        if inside and not where.startswith("checker/"):
            found[where] = {module_of(name).removeprefix(CHECK).removeprefix(".") for name in inside}
    assert found and all(parts <= PARTS.get(where, set()) for where, parts in found.items()), found
