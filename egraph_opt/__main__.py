"""Entry point of `python -m egraph_opt`: the command `egraph-opt`."""

from egraph_opt.command.start import main

main()
