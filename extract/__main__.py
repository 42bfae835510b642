"""Entry point of `python -m` for this package: runs `cli.main`."""

import sys

from egraph_opt.extract.cli import main

sys.exit(main())
