"""Times of the computations of a user's programs, measured on this machine for the cost model `time`."""
