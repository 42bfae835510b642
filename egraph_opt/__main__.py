"""`python -m egraph_opt` is `egraph-opt`."""

from egraph_opt.cli import main

main()
