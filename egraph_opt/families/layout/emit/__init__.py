"""The function that was chosen, as operations in order."""
