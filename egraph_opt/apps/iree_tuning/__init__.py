"""Selection of programs and flags for IREE's compiler by measured time, and calibration of the cost model `time` for a machine."""
