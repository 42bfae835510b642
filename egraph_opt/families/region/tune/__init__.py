"""Programs and flags chosen by the time that they take."""
