"""Base of families whose terms are operations of straight-line code: encoding, elaboration and validation by operation name."""
