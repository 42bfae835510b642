"""Gain from bounded errors on flash-linear-attention's intra kernels: compiled without a GPU (`prepare`), timed on one (`run`)."""
