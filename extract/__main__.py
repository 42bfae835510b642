"""`python -m` with the name of this package is the command of `cli`."""

import sys

from egraph_opt.extract.cli import main

sys.exit(main())
