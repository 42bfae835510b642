"""Families whose terms are operations of straight-line code: encoded, elaborated and validated by operation name."""
