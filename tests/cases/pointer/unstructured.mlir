// Scalars, lists of indices along two dimensions, and other accesses that have an offset for each lane and no more structure; masks and bases
// that a branch chooses; pointers cast to another type.
module {
  tt.func public @scalars(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %program = tt.get_program_id x : i32
    %eight = arith.constant 8 : i32
    %seven = arith.constant 7.0 : f32
    %where = arith.muli %program, %n : i32
    %from = tt.addptr %in, %where : !tt.ptr<f32>, i32
    %next = tt.addptr %from, %eight : !tt.ptr<f32>, i32
    %x = tt.load %next : !tt.ptr<f32>
    %some = arith.cmpi slt, %n, %eight : i32
    %y = tt.load %from, %some, %seven : !tt.ptr<f32>
    %z = tt.load %next, %some : !tt.ptr<f32>
    %sum = arith.addf %x, %y : f32
    %to = tt.addptr %out, %program : !tt.ptr<f32>, i32
    tt.store %to, %sum : !tt.ptr<f32>
    %beside = tt.addptr %to, %eight : !tt.ptr<f32>, i32
    tt.store %beside, %z, %some : !tt.ptr<f32>
    tt.return
  }
  tt.func public @scalars_in_a_loop(%in: !tt.ptr<f32>, %list: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %most = arith.constant 9 : i32
    %end = arith.minsi %n, %most : i32
    %last = scf.for %i = %zero to %end step %one iter_args(%p = %in) -> (!tt.ptr<f32>) : i32 {
      %x = tt.load %p : !tt.ptr<f32>
      %to = tt.addptr %out, %i : !tt.ptr<f32>, i32
      tt.store %to, %x : !tt.ptr<f32>
      %place = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %by = tt.load %place : !tt.ptr<i32>
      %next = tt.addptr %p, %by : !tt.ptr<f32>, i32
      scf.yield %next : !tt.ptr<f32>
    }
    %x = tt.load %last : !tt.ptr<f32>
    tt.store %out, %x : !tt.ptr<f32>
    tt.return
  }
  tt.func public @rows_and_columns(%in: !tt.ptr<f32>, %rows: !tt.ptr<i32>, %columns: !tt.ptr<i32>, %out: !tt.ptr<f32>, %stride: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rowsAt = tt.splat %rows : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %rowAt = tt.addptr %rowsAt, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %row = tt.load %rowAt : tensor<16x!tt.ptr<i32>>
    %columnsAt = tt.splat %columns : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %columnAt = tt.addptr %columnsAt, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %column = tt.load %columnAt : tensor<16x!tt.ptr<i32>>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %across = tt.expand_dims %column {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %step = tt.splat %stride : i32 -> tensor<16x1xi32>
    %lines = arith.muli %down, %step : tensor<16x1xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %line = tt.addptr %source, %lines : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %wide = tt.broadcast %line : tensor<16x1x!tt.ptr<f32>> -> tensor<16x16x!tt.ptr<f32>>
    %places = tt.broadcast %across : tensor<1x16xi32> -> tensor<16x16xi32>
    %from = tt.addptr %wide, %places : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %down16 = tt.broadcast %down : tensor<16x1xi32> -> tensor<16x16xi32>
    %triangle = arith.cmpi sle, %places, %down16 : tensor<16x16xi32>
    %none = arith.constant dense<3.0> : tensor<16x16xf32>
    %other = arith.sitofp %places : tensor<16x16xi32> to tensor<16x16xf32>
    %x = tt.load %from, %triangle, %none : tensor<16x16x!tt.ptr<f32>>
    %y = tt.load %from, %triangle, %other : tensor<16x16x!tt.ptr<f32>>
    %sum = arith.addf %x, %y : tensor<16x16xf32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %at = arith.addi %places, %down16 : tensor<16x16xi32>
    %to = tt.addptr %target, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %to, %sum, %triangle : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @masked_by_branch(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %m: i32) {
    %eight = arith.constant 8 : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %ms = tt.splat %m : i32 -> tensor<16xi32>
    %all = arith.constant dense<true> : tensor<16xi1>
    %which = arith.cmpi slt, %n, %eight : i32
    %mask = scf.if %which -> (tensor<16xi1>) {
      %below = arith.cmpi slt, %range, %ns : tensor<16xi32>
      %beyond = arith.cmpi sge, %range, %ms : tensor<16xi32>
      %both = arith.andi %below, %beyond : tensor<16xi1>
      scf.yield %both : tensor<16xi1>
    } else {
      %below = arith.cmpi slt, %range, %ms : tensor<16xi32>
      %beyond = arith.cmpi sge, %range, %ns : tensor<16xi32>
      %both = arith.andi %below, %beyond : tensor<16xi1>
      scf.yield %both : tensor<16xi1>
    }
    %below = arith.cmpi slt, %range, %ms : tensor<16xi32>
    %chosen = arith.select %which, %below, %all : tensor<16xi1>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %none = arith.constant dense<0.0> : tensor<16xf32>
    %x = tt.load %from, %chosen, %none : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x, %mask : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @either_base(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %eight = arith.constant 8 : i32
    %step = arith.constant dense<16> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %which = arith.cmpi slt, %n, %eight : i32
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %source2 = tt.splat %in2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %from2 = scf.if %which -> (tensor<16x!tt.ptr<f32>>) {
      %next = tt.addptr %from, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    } else {
      %next = tt.addptr %source2, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    %x = tt.load %from2 : tensor<16x!tt.ptr<f32>>
    %start = arith.select %which, %from2, %from : tensor<16x!tt.ptr<f32>>
    %sum, %last = scf.for %i = %zero to %eight step %one iter_args(%total = %x, %p = %start) -> (tensor<16xf32>, tensor<16x!tt.ptr<f32>>) : i32 {
      %y = tt.load %p : tensor<16x!tt.ptr<f32>>
      %more = arith.addf %total, %y : tensor<16xf32>
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %more, %next : tensor<16xf32>, tensor<16x!tt.ptr<f32>>
    }
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %sum : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @cast(%in: !tt.ptr<i1> {tt.divisibility = 16 : i32}, %out: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<i1> -> tensor<16x!tt.ptr<i1>>
    %flags = tt.addptr %source, %range : tensor<16x!tt.ptr<i1>>, tensor<16xi32>
    %from = tt.bitcast %flags : tensor<16x!tt.ptr<i1>> -> tensor<16x!tt.ptr<i8>>
    %x = tt.load %from : tensor<16x!tt.ptr<i8>>
    %target = tt.splat %out : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<i8>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<i8>>
    tt.return
  }
  tt.func public @without_dimensions(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %from = tt.splat %in : !tt.ptr<f32> -> tensor<!tt.ptr<f32>>
    %ns = tt.splat %n : i32 -> tensor<i32>
    %next = tt.addptr %from, %ns : tensor<!tt.ptr<f32>>, tensor<i32>
    %x = tt.load %next : tensor<!tt.ptr<f32>>
    %to = tt.splat %out : !tt.ptr<f32> -> tensor<!tt.ptr<f32>>
    tt.store %to, %x : tensor<!tt.ptr<f32>>
    tt.return
  }
  tt.func public @reordered(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %square = tt.reshape %range allow_reorder : tensor<16xi32> -> tensor<4x4xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %y = tt.reshape %x allow_reorder : tensor<16xf32> -> tensor<4x4xf32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<4x4x!tt.ptr<f32>>
    %to = tt.addptr %target, %square : tensor<4x4x!tt.ptr<f32>>, tensor<4x4xi32>
    tt.store %to, %y : tensor<4x4x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @unused(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %below = arith.cmpi slt, %range, %ns : tensor<16xi32>
    %other = arith.sitofp %range : tensor<16xi32> to tensor<16xf32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from, %below, %other : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %other, %below : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
