"""A function made ready for the analysis, and set back where nothing was raised: block pointers as pointers (`lower`), masks taken
apart (`residual`), lanes left out that no store keeps (`narrow`).
"""
