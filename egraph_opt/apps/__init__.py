"""Applications of the engine. They use its public interface, and no other module imports them; `egraph_opt.applications` lists them."""
