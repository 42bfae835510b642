"""Where problems come from: egglog, JSON, plain Python."""
