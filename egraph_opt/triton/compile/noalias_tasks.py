"""Tasks of child processes: compilation of a kernel's no-alias versions."""

from __future__ import annotations

from typing import Any

from egraph_opt.triton.choice.noalias_version import Earlier, earlier, without_single_loops
from egraph_opt.triton.choice.parser_process import Accepts
from egraph_opt.triton.compile.child_tasks import compiled_as
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.compile.ttgir_stage import context_for, parse

Seen = tuple[str, Earlier]
"""TTGIR as Triton prints it, and its no-alias version with loads pipelined or moved above stores (`noalias_version.earlier`)."""


def foresee(recipe: Recipe, text: str) -> Seen:
    """Compile a program's no-alias version (valid if arrays do not overlap), if any, into Triton's cache before a launch needs it."""
    backend, _ = compiled_as(recipe)
    return _keep(recipe, str(parse(text, context_for(backend))))  # the text is a cache key


def foresee_single(recipe: Recipe, text: str) -> Seen | None:
    """Give loops with trip count 1 constant bounds in a TTIR program, compile it to TTGIR, and run `foresee` on the TTGIR.

    Return None if no loop has trip count 1.
    """
    compiled_as(recipe)
    if (found := without_single_loops(text)) is not None:
        return _keep(recipe, compile_text(found.text, "ttir", recipe.target, recipe.options).asm["ttgir"])
    return None


def keep(recipe: Recipe, backend: Any, text: str, accepts: Accepts) -> Seen:
    """Run `foresee` in the launching process.

    First, `accepts` checks the no-alias version with Triton's parser in a child process, since libtriton aborts on some texts.
    """
    return _keep(recipe, str(parse(text, context_for(backend))), accepts)


def _keep(recipe: Recipe, text: str, accepts: Accepts | None = None) -> Seen:
    found = earlier(text)
    if found.made is not None and (accepts is None or not accepts.refusal(found.made.text)):
        compile_text(found.made.text, "ttgir", recipe.target, recipe.options)
    return text, found
