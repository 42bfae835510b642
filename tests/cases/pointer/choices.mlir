// Offsets and pointers that a condition chooses, and indices that are clamped.
module {
  // One of two rows, as lanes of offsets.
  tt.func public @if_offsets(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %y = tt.get_program_id y : i32
    %z = tt.get_program_id z : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %some = arith.cmpi sgt, %n, %zero : i32
    %place = scf.if %some -> (tensor<16xi32>) {
      %eight = arith.constant 8 : i32
      %row = arith.muli %y, %eight : i32
      %rows = tt.splat %row : i32 -> tensor<16xi32>
      %a = arith.addi %rows, %range : tensor<16xi32>
      scf.yield %a : tensor<16xi32>
    } else {
      %rows = tt.splat %z : i32 -> tensor<16xi32>
      %b = arith.addi %rows, %range : tensor<16xi32>
      scf.yield %b : tensor<16xi32>
    }
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Pointers with strides that the condition chooses too; used in a loop, and by a select of a scalar.
  tt.func public @if_pointers(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %which: i1, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %two = arith.constant dense<2> : tensor<16xi32>
    %none = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %step = arith.constant dense<16> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %start = scf.if %which -> (tensor<16x!tt.ptr<f32>>) {
      %a = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %a : tensor<16x!tt.ptr<f32>>
    } else {
      %twice = arith.muli %range, %two : tensor<16xi32>
      %b = tt.addptr %source, %twice : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %b : tensor<16x!tt.ptr<f32>>
    }
    %sum:2 = scf.for %i = %zero to %three step %one iter_args(%p = %start, %s = %none) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      %more = arith.addf %s, %x : tensor<16xf32>
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %more : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %far = arith.addi %range, %step : tensor<16xi32>
    %place = arith.select %which, %far, %range : tensor<16xi32>
    %to = tt.addptr %target, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %sum#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Accesses in a branch, in a loop in it; and a branch in a loop.
  tt.func public @if_and_for(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %none = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %step = arith.constant dense<16> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %some = arith.cmpi sgt, %n, %zero : i32
    scf.if %some {
      %sum:2 = scf.for %i = %zero to %three step %one iter_args(%p = %from, %s = %none) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
        %x = tt.load %p : tensor<16x!tt.ptr<f32>>
        %more = arith.addf %s, %x : tensor<16xf32>
        %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %next, %more : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
      }
      tt.store %to, %sum#1 : tensor<16x!tt.ptr<f32>>
    }
    %end = scf.for %i = %zero to %three step %one iter_args(%p = %to) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
      %odd = arith.cmpi eq, %i, %one : i32
      scf.if %odd {
        %x = tt.load %from : tensor<16x!tt.ptr<f32>>
        tt.store %p, %x : tensor<16x!tt.ptr<f32>>
      }
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }

  // Advanced in some iterations and not in others.
  tt.func public @if_advances(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %step = arith.constant dense<16> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = scf.for %i = %zero to %three step %one iter_args(%p = %from) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %odd = arith.cmpi eq, %i, %one : i32
      %next = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %more = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %more : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }

  // Clamped by a minimum and a maximum, and by a select: under a guard that clamps nothing.
  tt.func public @clamps(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %y = tt.get_program_id y : i32
    %zeros = arith.constant dense<0> : tensor<16xi32>
    %ones = arith.constant dense<1> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %row = tt.splat %y : i32 -> tensor<16xi32>
    %index = arith.addi %row, %range : tensor<16xi32>
    %limit = tt.splat %n : i32 -> tensor<16xi32>
    %last = arith.subi %limit, %ones : tensor<16xi32>
    %low = arith.minsi %index, %last : tensor<16xi32>
    %place = arith.maxsi %zeros, %low : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %fits = arith.cmpi slt, %range, %limit : tensor<16xi32>
    %kept = arith.select %fits, %range, %zeros : tensor<16xi1>, tensor<16xi32>
    %others = tt.addptr %source, %kept : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %z = tt.load %others : tensor<16x!tt.ptr<f32>>
    %sum = arith.addf %x, %z : tensor<16xf32>
    %same = arith.maxsi %zeros, %range : tensor<16xi32>
    %sixteen = arith.constant dense<16> : tensor<16xi32>
    %none = arith.divsi %range, %sixteen : tensor<16xi32>
    %put = arith.addi %same, %none : tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %put : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %sum : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A remainder without sign, which leaves indices below its divisor.
  tt.func public @unsigned_remainder(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %size = tt.splat %n : i32 -> tensor<16xi32>
    %place = arith.remui %range, %size : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %sixteen = arith.constant dense<16> : tensor<16xi32>
    %same = arith.remui %range, %sixteen : tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %same : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
