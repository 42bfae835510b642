"""Where the plug-in sits in Triton's pipeline: stages of a compilation, and the first launch of a kernel."""
