"""Construction of the output function from the selection, and schedules of its loads."""
