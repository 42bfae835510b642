"""Runner of a script or module with the optimiser enabled: `python -m egraph_opt.triton (SCRIPT | -m MODULE) [ARGUMENTS]`."""

import os
import runpy
import sys
from importlib.util import find_spec
from typing import NoReturn

from egraph_opt.triton import VALUES, enable, report
from egraph_opt.triton.state.settings import parse_autotune

USAGE = "usage: python -m egraph_opt.triton (SCRIPT | -m MODULE) [ARGUMENTS]"
HELP = f"""{USAGE}: every kernel that it compiles goes through the optimiser, in the processes that it starts too; \
EGRAPH_OPT=tune times them, EGRAPH_OPT=0: off"""


def refuse(message: str, code: int = 2) -> NoReturn:
    """Print a message about wrong usage or a missing file, and exit."""
    print(message, file=sys.stderr)
    sys.exit(code)


def check_arguments(arguments: list[str]) -> None:
    """Exit with a message if the script or module cannot run, or an environment variable of the plug-in is invalid."""
    match arguments:
        case ["-h" | "--help", *_]:
            print(HELP)
            sys.exit()
        case ["-m", module, *_]:
            if not can_run(module):
                refuse(f"error: No module named {module} that can be run")
        case [] | ["-m"]:
            refuse(USAGE)
        case [option, *_] if option.startswith("-"):
            refuse(f"{USAGE}: there is no option {option}")
        case [script, *_] if not os.path.exists(script):
            refuse(f"{script}: error: No such file or directory", 1)
    if (said := os.environ.get("EGRAPH_OPT", "")) not in VALUES:
        refuse(f"error: EGRAPH_OPT={said} means nothing: use {', '.join(filter(None, VALUES))}")
    try:
        parse_autotune(os.environ.get("EGRAPH_OPT_AUTOTUNE", ""))
    except ValueError as error:
        refuse(f"error: {error}")


def can_run(module: str) -> bool:
    """Return whether `python -m` can run a module or package of this name."""
    try:
        spec = find_spec(module)
        return spec is not None and (spec.submodule_search_locations is None or find_spec(f"{module}.__main__") is not None)
    except (ImportError, ValueError):
        return False


def run(arguments: list[str]) -> None:
    """Run a script or a module as Python would."""
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    sys.argv = arguments
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
    runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    check_arguments(sys.argv[1:])
    said = os.environ["EGRAPH_OPT"] = os.environ.get("EGRAPH_OPT") or "1"  # so that child processes inherit it
    enable(tune=said == "tune")
    try:
        run(sys.argv[1:])
    finally:
        off = " (off: EGRAPH_OPT=0)" if said == "0" else ""
        print(f"egraph_opt: {report()}{off}", file=sys.stderr)
