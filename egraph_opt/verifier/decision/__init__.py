"""The way to an answer: runs first, then a proof; what users call, and how answers are stated."""
