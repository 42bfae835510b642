"""Calibration of the cost model `time`, with times of the computations in a user's programs on this machine."""
