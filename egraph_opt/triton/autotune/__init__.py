"""Tuning by model: Triton's autotuner times only the configurations that their machine code says are the fastest.

launch (what a configuration would launch) -> build (all of them, compiled) -> count (what one program instance does) -> rank (which are
timed) -> tuner (Triton's `Autotuner`, asking)
"""
