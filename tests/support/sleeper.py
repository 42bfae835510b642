"""A module that is run as a child, makes a temporary folder, says who it is and its parent, and sleeps."""

from __future__ import annotations

import os
import sys
import tempfile
import time

from egraph_opt.process.module_child import begin

if __name__ == "__main__":
    begin()
    tempfile.mkdtemp()
    # To the output of its caller, which waits for its own.
    with open(f"/proc/{sys.stdin.read()}/fd/1", "w") as out:
        print(os.getppid(), os.getpid(), file=out, flush=True)
    time.sleep(3600)
