"""Applications of the optimiser, which use its public interface and are listed in `egraph_opt.applications`."""
