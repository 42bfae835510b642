"""Verification of two kernels that were written apart: do they compute the same from the same arrays?"""
