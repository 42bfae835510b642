"""Programs that are legal, but not as a printer writes them: each must come back byte for byte where nothing changes."""

from __future__ import annotations

from tests.support.kernels import program_text

FUNCTION = """tt.func @f(%p: tensor<128x!tt.ptr<f32>>, %x: tensor<128xf32>) {
    tt.store %p, %x : tensor<128x!tt.ptr<f32>>
    tt.return
  }"""
OTHER = FUNCTION.replace("@f", "@g")
METADATA = program_text("text/texts.metadata")
TEXTS = {
    "comments": f"// lead\n\nmodule {{  // here\n  // before f\n  {FUNCTION} // behind\n\n\n  // last\n}} // end\n// footer\n",
    "no line end": f"module {{\n  {FUNCTION}\n}}",
    "carriage returns": f"module {{\n  {FUNCTION}\n}}\n".replace("\n", "\r\n"),
    "tabs": f"module {{\n\t{FUNCTION}\n}}\n".replace("    ", "\t\t"),
    "no module": FUNCTION + "\n",
    "functions without a module": f'{FUNCTION}\n// between\n#a = loc("x":1:1)\n\n{OTHER}\n',
    "resources between functions": f"{FUNCTION}\n{METADATA}{OTHER}\n",
    "resources behind": f"module {{\n  {FUNCTION}\n}}\n\n{METADATA}// end",
    "a module in a module": f"module {{\n  module @inner {{\n    // c\n    {FUNCTION}\n  }}\n}}\n",
    "two modules": f"module @a {{\n  {FUNCTION}\n}}\nmodule @b {{\n}}\n",
    "empty modules": 'module {}\n// -----\nmodule {\n}\n// -----\n"builtin.module"() ({\n}) : () -> ()\n',
    "unregistered": '"x.y"() <{a = 1}> ({ }) {a = 2, "b\\"c" = "\\22}"} : () -> ()\n',
    "unicode": 'module {\n  "x.y"() {s = "grüße // -----", "ü" = 1 : i32} : () -> () // ünï\n}\n',
    "keywords as names": 'module {\n  "x.y"() {loc = 1 : i32, module = 2 : i32, true, unit, "1a" = 3 : i32} : () -> ()\n}\n',
    "a banner": "// ---------------\n// Banner\n// ---------------\nmodule {\n}\n",
    "comments between modules": "// -----\n\n// only a comment\n// -----  \nmodule {\n}\n\n// ----- \nmodule {\n}",
    "locations": f'#loc = loc("a.py":1:2)\nmodule {{\n  {FUNCTION} loc(fused<"x\\22y">[#loc, callsite("d" at unknown)])\n}} loc(#loc)\n',
    "a separator in a function": f"module {{\n  {FUNCTION}\n}}\n// -----\nmodule {{\n  {FUNCTION}\n}}\n".replace(
        "tt.return", "\n// -----\n    tt.return"
    ),
    "tabs before locations": f"module {{\n  {FUNCTION}\n}}\n".replace("xf32>>\n", "xf32>>\tloc(unknown)\n").replace(
        "return", "return\tloc(unknown)"
    ),
    "a separator in a string": 'module attributes {a = "\\n// -----\\n"} {\n}\n',
    "aliases": "!t = tensor<128xf32>\n\nmodule {\n  tt.func @f(%x: !t) {\n    tt.return\n  }\n}\n!u = i32\n",
}
