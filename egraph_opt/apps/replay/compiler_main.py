"""Compiler under another version of Triton. The file is run by its path, with that version's Python, and imports nothing of this package.

Requests and answers are lines of JSON. A request has `kind` (`ttir`, `ttgir`, `ptx`, or `source`: a Python file), `text`,
`target` (for example `cuda:90`), `options`, and `until` (`parse`, `ttgir` or the end). With `passes` the answer contains MLIR's
dump before each pass of the stage `ttgir`. A request for `ptx` also has `metadata`; a request for `source` has `name`,
`signature`, `constants` and `attributes`. Triton aborts the process on some inputs.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import resource
import runpy
import shutil
import sys
import tempfile
import traceback
from typing import Any

DUMP = "MLIR_ENABLE_DUMP"
BACKEND_OPTIONS = ("extern_libs", "backend_name", "arch", "ptx_version", "ir_override", "debug", "instrumentation_mode")
"""Compile options that are not replayed, since they do not come from the user, or depend on the installation."""
COMPUTED_PREFIXES = ("supported_", "deprecated_", "default_", "allowed_")
"""Prefixes of further options that are not replayed, since the backend computes them."""


def target_of(name: str) -> Any:
    from triton.backends.compiler import GPUTarget

    kind, _, arch = name.partition(":")
    return GPUTarget("cuda", int(arch), 32) if kind == "cuda" else GPUTarget(kind, arch, 64 if arch.startswith("gfx9") else 32)


def choose_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return those captured options that another version of Triton accepts."""
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in options.items()
        if name not in BACKEND_OPTIONS and not name.startswith(COMPUTED_PREFIXES) and value is not None
    }


def parse_module(request: dict[str, Any], backend: Any, folder: str) -> Any:
    from triton._C.libtriton import ir

    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    path = os.path.join(folder, f"program.{request['kind']}")
    with open(path, "w") as file:
        file.write(request["text"])
    module = ir.parse_mlir_module(path, context)
    module.context = context
    if not module.verify():
        raise RuntimeError("the module does not verify")
    return module


def compile_program(request: dict[str, Any], folder: str) -> dict[str, Any]:
    """Compile a program; return its TTGIR at the end of the stage `ttgir`, machine code and metadata."""
    from triton.backends.compiler import Language
    from triton.compiler.compiler import make_backend

    target, kind = target_of(request["target"]), request["kind"]
    backend = make_backend(target)
    module = request["text"] if kind == "ptx" else parse_module(request, backend, folder)
    if request.get("until") == "parse":
        return {}
    options = choose_options(request["options"])
    if kind == "ttgir":
        options["num_warps"] = module.get_int_attr("ttg.num-warps")
        if module.get_int_attr("ttg.sched4reg") is not None:
            options["sched4reg"] = True
    given = backend.parse_options(options)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, given, Language.TRITON)
    metadata: dict[str, Any] = {**vars(given), **request.get("metadata", {})}
    names = list(stages) if kind == "ttir" else list(stages)[list(stages).index(kind) + 1 :]
    answer: dict[str, Any] = {"ttgir": request["text"]}
    for name in names:
        if name == "ttgir" and request.get("passes"):
            os.environ[DUMP] = "1"
        try:
            module = stages[name](module, metadata)
        finally:
            os.environ.pop(DUMP, None)
        if name in ("ptx", "amdgcn"):
            answer["assembly"] = module
        if name == "ttgir":
            answer["ttgir"] = module.str_nodebug()
            if request.get("until") == "ttgir":
                return answer
    return {**answer, **finish_stage(names[-1], module, metadata)}


def finish_stage(stage: str, made: Any, metadata: dict[str, Any]) -> dict[str, Any]:
    kept = {name: metadata.get(name) for name in LAUNCH_METADATA if isinstance(metadata.get(name), bool | int | str | type(None))}
    return {"stage": stage, "binary": base64.b64encode(made).decode(), "metadata": kept}


LAUNCH_METADATA = (
    "name", "shared", "num_warps", "num_ctas", "num_stages", "global_scratch_size", "global_scratch_align", "profile_scratch_size",
    "profile_scratch_align", "launch_cooperative_grid", "launch_pdl", "tmem_size", "maxnreg", "enable_fp_fusion",
    "sched4reg",
)  # fmt: skip
"""Names of the metadata that a launch needs."""


def constant(value: Any) -> Any:
    """Return a compile-time constant, decoded from JSON data."""
    if isinstance(value, dict) and "dtype" in value:
        from triton.language import dtype

        return dtype(value["dtype"])
    return tuple(map(constant, value)) if isinstance(value, list) else value


def from_source(request: dict[str, Any], folder: str) -> dict[str, Any]:
    """Return the result of `compile_program` for a Python file that defines the kernel."""
    import triton
    from triton.compiler import ASTSource

    path = os.path.join(folder, "source.py")
    with open(path, "w") as file:
        file.write(request["text"])
    spec = importlib.util.spec_from_file_location("captured_source", path)
    assert spec is not None and spec.loader is not None
    sys.dont_write_bytecode = True  # otherwise a source of equal length within the same second would run the old bytecode
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = getattr(module, request["name"])
    constants = {tuple(place): constant(value) for place, value in request["constants"]}
    attributes = {tuple(place): value for place, value in request["attributes"]}
    source = ASTSource(function, request["signature"], constants, attributes)
    os.environ["TRITON_CACHE_DIR"] = os.path.join(folder, "cache")
    made = triton.compile(source, target=target_of(request["target"]), options=choose_options(request["options"]))
    assembly, stage = ("ptx", "cubin") if "cubin" in made.asm else ("amdgcn", "hsaco")
    texts = {"ttgir": made.asm["ttgir"], "assembly": made.asm[assembly]}
    return {**texts, **finish_stage(stage, made.asm[stage], made.metadata._asdict())}


PLACELESS_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RecursionError,
    StopIteration,
    TypeError,
)
"""Errors whose messages are useless without a location."""


def reason_of(error: Exception, folder: str) -> str:
    """Return an error as one line, with the class name only if the kernel's source raised it."""
    lines = str(error).strip().splitlines() or [""]
    said = " ".join(dict.fromkeys((lines[0], lines[-1].strip())))
    last = traceback.extract_tb(error.__traceback__)[-1]
    if last.filename.startswith(folder):
        return f"{type(error).__name__}: {said}"
    if isinstance(error, MemoryError):
        return "out of memory"
    place = f"Triton failed at {os.path.basename(last.filename)}:{last.lineno}"
    return f"{place}: {said}" if said and isinstance(error, PLACELESS_ERRORS) else said or place


def answer_request(request: dict[str, Any], folder: str, said: Any) -> dict[str, Any]:
    """Return the answer to a request, with everything that the compiler printed into the file `said`."""
    said.seek(0)
    said.truncate()
    try:
        answer = (from_source if request["kind"] == "source" else compile_program)(request, folder)
    except Exception as error:
        answer = {"error": reason_of(error, folder)}
    sys.stdout.flush()
    sys.stderr.flush()
    said.seek(0)
    text = said.read()
    errors = [line.strip() for line in text.splitlines() if "error:" in line]
    if "error" in answer and errors:
        answer["error"] = errors[0].partition("error:")[2].strip()
    return {**answer, "said": text}


def serve(watch: str, parent: int, memory: int, folder: str) -> None:
    """Answer requests until the input ends.

    Args:
        watch: the file of `egraph_opt.process.parent_death`.
        parent: process id of the caller; this process ends with it.
        memory: limit of the address space in bytes.
        folder: folder for temporary files, which the caller removes, or this process if the caller dies.
    """
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.environ["TRITON_DUMP_PTXAS_LOG"] = "1"  # it lists registers and spills
    answers = os.fdopen(os.dup(1), "w")
    runpy.run_path(watch)["end_with"](parent, lambda: shutil.rmtree(folder, ignore_errors=True))
    tempfile.tempdir = folder
    with tempfile.TemporaryFile("w+", errors="replace", dir=folder) as said:
        for number in (1, 2):
            os.dup2(said.fileno(), number)
        try:
            import triton

            print(json.dumps({"version": triton.__version__}), file=answers, flush=True)
            for line in sys.stdin:
                print(json.dumps(answer_request(json.loads(line), folder, said)), file=answers, flush=True)
        except ImportError as error:
            print(json.dumps({"error": f"it has no Triton that can be imported: {error}"}), file=answers, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
