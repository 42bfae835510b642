"""Which of several candidate programs becomes the result: their order, and the proof of each."""
