"""libtriton in a child process, since it aborts the whole process on some inputs: texts in, canonical or generic texts out.

`canonical(texts)` and `generic(texts)` answer None for a text that Triton refuses. One child handles all the texts of a call;
if it dies, the text that killed it gets None and a new child goes on with the rest.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile

_MARK = "egraph_opt_generic"


def canonical(texts: list[str]) -> list[str | None]:
    """Each text as Triton prints it, without locations."""
    return _ask("canonical", texts)


def generic(texts: list[str]) -> list[str | None]:
    """Each text in generic form, with locations."""
    return _ask("generic", texts)


def available() -> bool:
    """Return whether libtriton can be loaded."""
    try:
        import triton  # noqa: F401
    except ImportError:
        return False
    return True


def _ask(what: str, texts: list[str]) -> list[str | None]:
    answers: list[str | None] = []
    while len(answers) < len(texts):
        request = json.dumps({"what": what, "texts": texts[len(answers) :]})
        child = subprocess.run([sys.executable, __file__], input=request, capture_output=True, text=True, timeout=300)
        lines = child.stdout.splitlines()
        answers += [json.loads(line) for line in lines]
        if len(answers) < len(texts):
            answers.append(None)  # the child died on this one
    return answers


def _serve() -> None:
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend

    request = json.loads(sys.stdin.read())
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libtriton prints to stdout too
    context = ir.context()
    ir.load_dialects(context)
    make_backend(GPUTarget("cuda", 90, 32)).load_dialects(context)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        for text in request["texts"]:
            with open(path, "w") as file:
                file.write(text)
            answer = None
            try:
                module = ir.parse_mlir_module(path, context)
                module.context = context
                if request["what"] == "canonical":
                    answer = module.str_nodebug()
                else:
                    # An attribute without a dialect makes the module invalid, and invalid IR is printed in generic form.
                    module.set_attr(_MARK, ir.builder(context).get_int32_attr(1))
                    answer = re.sub(rf"(\}}\) \{{){_MARK} = 1 : i32(, )?", r"\1", str(module)).replace(
                        "}) {} : () -> ()", "}) : () -> ()"
                    )
            except RuntimeError:
                pass
            out.write(json.dumps(answer) + "\n")
            out.flush()


if __name__ == "__main__":
    _serve()
