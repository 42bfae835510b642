"""`python -m egraph_opt.triton SCRIPT [ARGUMENTS]`: run a script with the optimiser in Triton's pipeline."""

import os
import runpy
import sys

from egraph_opt.triton import enable, report

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m egraph_opt.triton SCRIPT [ARGUMENTS]")
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    enable(tune=os.environ.get("EGRAPH_OPT") == "tune")
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    finally:
        print(f"egraph_opt: {report()}", file=sys.stderr)
