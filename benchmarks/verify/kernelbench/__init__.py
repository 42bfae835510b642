"""Tasks of KernelBench, levels 1 and 2, at small sizes: a reference, a right Triton kernel, and wrong ones as models write them."""
