"""Integer parameters that are one at each launch of a kernel in its package's sources: Triton compiles them as constants.

The innermost stride of a tensor that PyTorch makes is one. It is the stride of dimension -1, or of the largest dimension that a
launcher asks for. A tensor that the launcher transposes itself is left out, as are arguments after unpacked ones.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

TRANSPOSING = frozenset("t T mT transpose permute swapaxes as_strided movedim".split())


def unit_parameters(files: list[Path], kernels: Mapping[str, ast.FunctionDef]) -> dict[str, frozenset[str]]:
    """Return the names of the parameters that all launches of a kernel pass as one, by kernel."""
    found: dict[str, list[frozenset[str]]] = defaultdict(list)
    for file in files:
        try:
            tree = ast.parse(file.read_text())
        except (SyntaxError, UnicodeDecodeError):
            continue
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name not in kernels):
            launcher = Launcher(function)
            for name, call in launches(function):
                if name in kernels:
                    given = bound(kernels[name], call)
                    found[name].append(frozenset(p for p, value in given.items() if launcher.is_one(value)))
    return {name: frozenset.intersection(*each) for name, each in found.items()}


def launches(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    """Yield each `kernel[grid](...)` of a function, with the kernel's name."""
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Subscript):
            kernel = call.func.value
            yield (kernel.id if isinstance(kernel, ast.Name) else kernel.attr if isinstance(kernel, ast.Attribute) else ""), call


def bound(kernel: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr]:
    """Return the arguments of a launch by parameter, without those after an unpacked argument."""
    names = [a.arg for a in kernel.args.args]
    unpacked = next((n for n, argument in enumerate(call.args) if isinstance(argument, ast.Starred)), len(call.args))
    return dict(zip(names, call.args[:unpacked], strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}


class Launcher:
    """What a function that launches kernels passes to them: its assignments, and the strides that it asks for."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.values: dict[str, ast.expr] = {}
        self.transposed: set[str] = set()
        self.asked: dict[str, set[str]] = defaultdict(set)
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.values[name] = value
                    attributes = {n.attr for n in ast.walk(value) if isinstance(n, ast.Attribute)}
                    if attributes & TRANSPOSING:
                        self.transposed.add(name)
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=parts)) if len(names) == len(parts):
                    self.values |= {n.id: v for n, v in zip(names, parts, strict=True) if isinstance(n, ast.Name)}
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=value) if is_stride(value):
                    for number, name in enumerate(names):
                        place = ast.Constant(number - len(names))
                        if isinstance(name, ast.Name):
                            self.values[name.id] = ast.Subscript(value, place)
                case ast.Call(args=[place]) if is_stride(node):
                    self.asked[ast.unparse(node.func)].add(ast.unparse(place))

    def is_one(self, value: ast.expr, depth: int = 0) -> bool:
        """Return whether an argument is one if all tensors are contiguous."""
        match value:
            case ast.Constant(value=one):
                return one is not True and one == 1
            case ast.Name(id=name):
                return depth < 4 and name in self.values and self.is_one(self.values[name], depth + 1)
            case ast.IfExp(body=body):
                return self.is_one(body, depth + 1)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(number))) if isinstance(
                parts := self.values.get(name), ast.Tuple
            ):
                return depth < 4 and number < len(parts.elts) and self.is_one(parts.elts[number], depth + 1)
            case ast.Subscript(value=strides, slice=place) if is_stride(strides):
                return ast.unparse(place) == "-1" and self.is_contiguous(strides)
            case ast.Call(args=[place]) if is_stride(value):
                axis, asked = ast.unparse(place), self.asked[ast.unparse(value.func)]
                last = axis == "-1" or (all(each.isdigit() for each in asked) and 0 < int(axis) == max(map(int, asked)))
                return last and self.is_contiguous(value)
        return False

    def is_contiguous(self, stride: ast.expr) -> bool:
        """Return whether the launcher does not transpose the tensor that a stride belongs to."""
        assert isinstance(stride, ast.Call) and isinstance(stride.func, ast.Attribute)
        tensor = stride.func.value
        attributes = {n.attr for n in ast.walk(tensor) if isinstance(n, ast.Attribute)}
        return not attributes & TRANSPOSING and not {n.id for n in ast.walk(tensor) if isinstance(n, ast.Name)} & self.transposed


def is_stride(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "stride"
