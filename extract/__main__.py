"""Entry point of `python -m` with the name of this package: the command of `cli`."""

import sys

from egraph_opt.extract.cli import main

sys.exit(main())
