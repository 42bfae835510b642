"""Programs and flags for IREE's compiler, chosen by measured time, and times of computations for the cost model `time`."""
