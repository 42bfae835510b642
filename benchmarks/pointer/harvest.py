"""TTIR of the kernels in a package's sources, without the package, PyTorch or a GPU: `python -m benchmarks.pointer.harvest FOLDER OUT`.

Each function under `triton.jit` is cut out of its file with those that it may call, and compiled to TTIR with a signature that is guessed:
what `tl.load`, `tl.store` and atomics start from is a pointer, by its name to 16-bit floats or to integers; constants get their
default, or a value by their name; all else is an integer of 32 bits. As of tensors that PyTorch makes, addresses are
multiples of 16 bytes; so are strides, except those that all launches in the package pass as one. Several guesses are
tried. A kernel that compiles with none of them is counted and left out.

Sources of others are read where they lie, and nothing of them is kept but OUT.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.pointer.launches import unit_parameters

HEAD = """import math
import operator
import triton
import triton.language as tl
from triton.language.extra import libdevice
tldevice = libdevice
"""
INTEGERS = tuple("idx index indices ids loc len table start offs cu_ req num count topk_id cnt map slot".split())
FLOATS = tuple("eps scale alpha beta gamma prob lr cap scaling theta decay _p limit factor temperature lambda momentum".split())
MEMORY = (
    "load",
    "store",
    "atomic_add",
    "atomic_max",
    "atomic_min",
    "atomic_cas",
    "atomic_xchg",
    "make_block_ptr",
    "make_tensor_descriptor",
    "atomic_or",
)
SIZES = ("block", "dim", "size", "tile", "width", "head", "bm", "bn", "bk", "chunk")
SIZES_TRIED = (64, 32, 128, 16)
TRIES = (
    *product((False, True), ("*fp16", "*fp32", "*bf16"), SIZES_TRIED),
    *product((False, True), ("*i32",), SIZES_TRIED),
)
"""Guesses: of flags, of elements, of sizes. Integers come last, for packed weights and lists of indices."""


def is_kernel(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any("jit" in ast.unparse(d) for d in node.decorator_list)


def functions(files: list[Path]) -> tuple[dict[Path, dict[str, ast.FunctionDef]], dict[Path, list[str]]]:
    """Return the functions under `triton.jit` of each file, and the constants that its top level sets."""
    found: dict[Path, dict[str, ast.FunctionDef]] = {}
    constants: dict[Path, list[str]] = {}
    for file in files:
        try:
            tree = ast.parse(file.read_text())
        except (SyntaxError, UnicodeDecodeError):
            continue
        here = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and is_kernel(n)}
        if here:
            found[file] = here
            plain = [n for n in tree.body if isinstance(n, (ast.Assign, ast.AnnAssign))]
            imports = [
                ast.unparse(n) for n in tree.body if isinstance(n, ast.ImportFrom) and (n.module or "").startswith("triton")
            ]
            constants[file] = [*imports, *(ast.unparse(n) for n in plain if "torch" not in names_in(n))]
    return found, constants


def names_in(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def starts(node: ast.expr) -> str:
    """Return the name that a sum of addresses starts from."""
    while True:
        if isinstance(node, ast.BinOp):
            node = node.left
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            node = node.value
        elif isinstance(node, ast.Call):
            node = (
                node.func.value
                if isinstance(node.func, ast.Attribute) and not names_in(node.func) & {"tl"}
                else (node.args or [ast.Name("")])[0]
            )
        else:
            return node.id if isinstance(node, ast.Name) else ""


def pointers(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef], depth: int = 0) -> set[str]:
    """Return the parameters that are pointers: addresses of accesses start from them, here or in what is called."""
    made: dict[str, set[str]] = {}
    for n in ast.walk(function):
        pairs = [(t, n.value) for t in n.targets] if isinstance(n, ast.Assign) else []
        for target, value in pairs:
            if isinstance(target, ast.Name):
                for part in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
                    made.setdefault(target.id, set()).add(starts(part))
    todo: list[str] = []
    for call in (n for n in ast.walk(function) if isinstance(n, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in MEMORY:
            todo += [starts(x) for x in (*call.args[:1], *(k.value for k in call.keywords if k.arg in ("base", "pointer")))]
        elif name in known and depth < 4:
            inner = known[name]
            theirs = pointers(inner, known, depth + 1)
            given = dict(zip((a.arg for a in inner.args.args), call.args, strict=False)) | {k.arg: k.value for k in call.keywords}
            todo += [starts(x) for parameter, x in given.items() if parameter in theirs]
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        if name and name not in seen:
            seen.add(name)
            todo += made.get(name, ())
    return seen & {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}


def guessed(
    function: ast.FunctionDef,
    known: Mapping[str, ast.FunctionDef],
    flag: bool,
    element: str,
    size: int,
    units: frozenset[str] = frozenset(),
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the types of parameters, and the values of constants. Parameters in `units` are 1 at each launch."""
    types: dict[str, str] = {}
    constants: dict[str, Any] = {}
    given = function.args
    defaults = dict(zip([a.arg for a in given.args][len(given.args) - len(given.defaults) :], given.defaults, strict=True))
    memory = pointers(function, known)
    for a in (*given.args, *given.kwonlyargs):
        name, low = a.arg, a.arg.lower()
        if a.annotation is not None and "constexpr" in ast.unparse(a.annotation):
            types[name] = "constexpr"
            constants[name] = constant(name, defaults.get(name), flag, size)
        elif name in memory:
            types[name] = (
                "*i1" if low.startswith("mask") and "i" not in element else "*i32" if any(w in low for w in INTEGERS) else element
            )
        elif name in units:
            types[name], constants[name] = "constexpr", 1
        elif low.startswith("stride") or "stride" in low:
            types[name] = "i32"
        else:
            types[name] = (
                "fp32"
                if any(w in low for w in FLOATS) and not low.isupper() and "group" not in low and "stride" not in low
                else "i32"
            )
    return types, constants


def constant(name: str, default: ast.expr | None, flag: bool, size: int) -> Any:
    """Return a value for a constant."""
    import triton.language as tl

    low = name.lower()
    if default is not None:
        try:
            value = ast.literal_eval(default)
            if value is not None:
                return value
        except ValueError:
            pass
    if "dtype" in low or low.endswith("type"):
        return tl.float16
    if (
        low.startswith(
            ("is_", "use_", "has_", "enable", "need", "do_", "with_", "even", "causal", "apply", "return", "store", "save")
        )
        or "even_" in low
    ):
        return flag
    if low.startswith("group") or "num_stages" in low or "split" in low or "stage" in low:
        return 8 if low.startswith("group_size_m") or low == "group_m" else 1 if "stage" in low or "split" in low else 64
    if "log" in low:
        return 5
    if any(w in low for w in SIZES) or len(name) <= 3:
        return size
    return 4 if low.startswith(("num", "n_", "top")) else size if low.isupper() or name.isupper() else flag


def compiled(function: Any, types: Mapping[str, str], constants: Mapping[str, Any]) -> str:
    """Return a kernel's TTIR as Triton hands it to its TTGIR stage."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend

    names = list(types)
    aligned = [i for i, n in enumerate(names) if types[n].startswith("*") or ("stride" in n.lower() and types[n] == "i32")]
    source = ASTSource(function, dict(types), dict(constants), {(i,): [["tt.divisibility", 16]] for i in aligned})
    target = GPUTarget("cuda", 90, 32)
    backend = make_backend(target)
    options = backend.parse_options({})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    return str(backend.make_ttir(module, {}, options, 90))


def harvested(folder: Path, out: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each kernel, its TTIR, and the error where it has none."""
    files = sorted(p for p in folder.rglob("*.py") if "jit" in p.read_text(errors="replace"))
    found, constants = functions(files)
    everywhere = {name: node for here in found.values() for name, node in here.items()}
    units = unit_parameters(sorted(folder.rglob("*.py")), everywhere)
    for file, here in found.items():
        known = everywhere | here
        called = {
            n.func.id for f in here.values() for n in ast.walk(f) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }
        for name, node in here.items():
            if name in called:
                continue
            text = module_of(node, known, constants[file])
            error = "no guess"
            for number, guess in enumerate(TRIES):
                try:
                    types, values = guessed(node, known, *guess, units.get(name, frozenset()))
                    kernel = loaded_from(out / "sources", f"{file.stem}_{name}", text, name)
                    yield f"{file.stem}.{name}", compiled(kernel, types, values), ""
                    break
                except Exception as failed:
                    error = error if number else f"{type(failed).__name__}: {failed}".strip().splitlines()[-1]
            else:
                yield f"{file.stem}.{name}", "", error


def loaded_from(folder: Path, module: str, text: str, function: str) -> Any:
    """Return a function of a module with this text, which is written to a folder, since Triton reads sources from files."""
    path = folder / f"{module}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(module, path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[module] = made
    spec.loader.exec_module(made)
    return getattr(made, function)


def module_of(function: ast.FunctionDef, known: Mapping[str, ast.FunctionDef], constants: list[str]) -> str:
    """Return the text of a module with a kernel, and all that it calls before it."""
    needed: dict[str, ast.FunctionDef] = {}
    todo = [function]
    while todo:
        node = todo.pop()
        if needed.get(node.name) is node:
            continue
        needed[node.name] = node
        todo += [known[n] for n in names_in(node) if n in known and n not in needed]
    used = {n for node in needed.values() for n in names_in(node)}
    lines = [HEAD]
    for line in constants:
        if line.startswith("from") or names_in(ast.parse(line)) & used:
            lines += ["try:", *(f"    {part}" for part in line.splitlines()), "except Exception:", "    pass"]
    for node in reversed(needed.values()):
        plain = ast.FunctionDef(**{f: getattr(node, f) for f in node._fields})
        plain.decorator_list = [ast.parse("triton.jit", mode="eval").body]
        lines.append(ast.unparse(ast.fix_missing_locations(plain)))
    return "\n".join(lines) + "\n"


def main(folder: Path, out: Path) -> None:
    (out / "sources").mkdir(parents=True, exist_ok=True)
    (out / "ttir").mkdir(exist_ok=True)
    good = bad = 0
    for name, text, error in harvested(folder, out):
        good, bad = good + bool(text), bad + (not text)
        if text:
            (out / "ttir" / f"{name}.ttir").write_text(text)
        else:
            print(f"{name}: {error}")
    print(f"{good} kernels, {bad} that compile with no guess")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:3]))
