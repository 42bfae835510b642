"""`python -m egraph_opt` is `egraph-opt`."""

from egraph_opt.command.cli import main

main()
