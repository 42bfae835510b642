"""Calibration of the cost model `time`: times of the computations of a user's programs on this machine."""
