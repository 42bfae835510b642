"""Device commands of a selection as IREE orders them: lowering, waves, packed buffers."""
