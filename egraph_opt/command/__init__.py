"""`egraph-opt`: what its commands read, run and print."""
