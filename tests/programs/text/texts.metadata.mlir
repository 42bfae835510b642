{-#
  dialect_resources: {
    builtin: {
      w: "0x0400000000000080",
      "a b": "0x04000000FF"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      disable_threading: false
    }
  }
#-}
