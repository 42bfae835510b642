"""Preparation of a function for the analysis, undone if nothing was raised: block pointers as pointers (`lower`), masks split
(`residual`), lanes dropped that no store keeps (`narrow`).
"""
