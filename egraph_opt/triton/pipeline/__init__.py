"""Entry points of the plug-in in Triton: compilation stages and first launches."""
