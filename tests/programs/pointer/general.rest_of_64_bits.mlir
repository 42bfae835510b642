
module {
  tt.func @ring(%in: !tt.ptr<bf16>, %out: !tt.ptr<bf16>, %at: i64, %back: i32) {
    %sixteen = arith.constant 16 : i64
    %row = arith.constant 32 : i64
    %far = arith.extsi %back : i32 to i64
    %place = arith.subi %at, %far : i64
    %slot = arith.remsi %place, %sixteen : i64
    %start = arith.muli %slot, %row : i64
    %base = tt.addptr %in, %start : !tt.ptr<bf16>, i64
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %source = tt.splat %base : !tt.ptr<bf16> -> tensor<32x!tt.ptr<bf16>>
    %from = tt.addptr %source, %range : tensor<32x!tt.ptr<bf16>>, tensor<32xi32>
    %x = tt.load %from : tensor<32x!tt.ptr<bf16>>
    %target = tt.splat %out : !tt.ptr<bf16> -> tensor<32x!tt.ptr<bf16>>
    %to = tt.addptr %target, %range : tensor<32x!tt.ptr<bf16>>, tensor<32xi32>
    tt.store %to, %x : tensor<32x!tt.ptr<bf16>>
    tt.return
  }
}
