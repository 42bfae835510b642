"""`python -m egraph_opt.triton SCRIPT [ARGUMENTS]`: run a script with the optimiser in Triton's pipeline."""

import os
import runpy
import sys
from typing import NoReturn

from egraph_opt.triton import VALUES, enable, report
from egraph_opt.triton.settings import asked

USAGE = "usage: python -m egraph_opt.triton SCRIPT [ARGUMENTS]"


def refuse(message: str) -> NoReturn:
    """End before anything is run: wrong usage."""
    print(message, file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        refuse(USAGE)
    if sys.argv[1] in ("-h", "--help"):
        print(
            f"{USAGE}: every kernel that SCRIPT compiles goes through the optimiser; EGRAPH_OPT=tune times them, EGRAPH_OPT=0: off"
        )
        sys.exit()
    if sys.argv[1].startswith("-"):
        refuse(f"{USAGE}: there is no option {sys.argv[1]}")
    if not os.path.exists(sys.argv[1]):
        refuse(f"{sys.argv[1]}: error: No such file or directory")
    if (said := os.environ.get("EGRAPH_OPT", "")) not in VALUES:
        refuse(f"error: EGRAPH_OPT={said} means nothing: use {', '.join(filter(None, VALUES))}")
    try:
        asked(os.environ.get("EGRAPH_OPT_AUTOTUNE", ""))
    except ValueError as error:
        refuse(f"error: {error}")
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    enable(tune=os.environ.get("EGRAPH_OPT") == "tune")
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    finally:
        off = " (off: EGRAPH_OPT=0)" if said == "0" else ""
        print(f"egraph_opt: {report()}{off}", file=sys.stderr)
