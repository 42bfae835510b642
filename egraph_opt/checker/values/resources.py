"""Resource constants: `dense_resource<weights>` refers to the contents of `weights` in `{-# ... #-}`.

Resource keys are file-local names, so the checker compares contents instead of keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from egraph_opt.checker.values.value_graph import Unmodelled
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.rewriting.rewrite import map_ops
from egraph_opt.text.syntax.lexer import mask_of

_WORD = "dense_resource"
_MENTION = re.compile(rf'\b{_WORD}\s*<\s*([\w$.-]+|"_*")\s*>')


def with_contents(module: Module) -> Module:
    """Return a module in which the contents of each builtin resource replace its key.

    Raises:
        Unmodelled: a resource has no contents in the text, or a type refers to a resource.
    """
    if not any(_mentions(op) for op in module.op.walk()):
        return module
    held = {
        path[2]: text
        for path, text in module.resources.items()
        if path[:2] == ("dialect_resources", "builtin") and len(path) == 3
    }
    return replace(module, op=_resolve_op(module.op, held))


def others(module: Module) -> dict[tuple[str, ...], str]:
    """Return the resources of dialects other than builtin, whose semantics are not known."""
    return {path: text for path, text in module.resources.items() if path[0] == "dialect_resources" and path[1:2] != ("builtin",)}


def _mentions(op: Op) -> bool:
    return any(_WORD in text for texts in (op.attributes, op.shadowed) for text in texts.values()) or any(
        _WORD in value.type for value in op.results
    )


def _resolve_op(op: Op, held: Mapping[str, str]) -> Op:
    if any(_WORD in value.type for value in op.results):
        raise Unmodelled(op, "a type mentions a resource")
    attributes, shadowed = (
        {name: _contents(op, text, held) if _WORD in text else text for name, text in texts.items()}
        for texts in (op.attributes, op.shadowed)
    )
    return replace(map_ops(op, lambda inner: _resolve_op(inner, held)), attributes=attributes, shadowed=shadowed)


def _contents(op: Op, text: str, held: Mapping[str, str]) -> str:
    from hashlib import sha256

    parts: list[str] = []
    last = 0
    for found in _MENTION.finditer(mask_of(text)):
        key = text[slice(*found.span(1))].strip('"')
        if key not in held:
            raise Unmodelled(op, f"the text does not say what the resource {key} holds")
        blob = held[key]
        blob = blob.lower() if blob[:3].lower() == '"0x' else blob  # hexadecimal digits are case-insensitive
        parts += (text[last : found.start()], f"contents<{sha256(blob.encode()).hexdigest()}>")
        last = found.end()
    return "".join([*parts, text[last:]])
