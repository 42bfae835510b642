"""The kernels that a script launches, and with what, where there is no GPU."""
