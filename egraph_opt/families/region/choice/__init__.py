"""Saturation, and a choice of one node per class by what the schedule of the whole costs."""
