"""Whole processes from their start to step N, with the plug-in's two lines and without."""
