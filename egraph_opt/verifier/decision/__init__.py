"""`verify` and its verdict: two kernels are first run to find a difference, then a proof of equality is tried."""
