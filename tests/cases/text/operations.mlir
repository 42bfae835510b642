#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
#shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @tcgen5(%a: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %b: !ttg.memdesc<128x128xf8E5M2, #shared1, #smem>,
                  %c: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %accUse: i1, %pred: i1,
                  %barrier: !ttg.memdesc<1xi64, #shared2, #smem, mutable>, %barrierPred: i1, %t: !ttg.async.token, %x: tensor<128x128xf32, #blocked>) {
    ttng.tc_gen5_mma %a, %b, %c, %accUse, %pred, %barrier[%barrierPred] {is_async} :
       !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared1, #smem>,
       !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.tc_gen5_mma %a, %b, %c, %accUse, %pred: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %tok = ttng.tc_gen5_mma %a, %b, %c[%t], %accUse, %pred: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %r, %tok2 = ttng.tmem_alloc %x : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %v, %tok3 = ttng.tmem_load %r[%tok2] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
    %v2 = ttng.tmem_load %r : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
    %tok4 = ttng.tmem_store %v, %r[%tok3], %pred : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %v, %r, %pred : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_commit %barrier : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.tc_gen5_commit %barrier, %pred : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    tt.return
  }
}
// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @bars(%alloc: !ttg.memdesc<1xi64, #shared2, #ttg.shared_memory, mutable>, %phase: i32, %pred: i1, %dep2: !ttg.memdesc<128x128xf8E5M2, #shared, #ttg.shared_memory, mutable>) {
    ttng.init_barrier %alloc, 1 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.wait_barrier %alloc, %phase : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.wait_barrier %alloc, %phase, %pred : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.wait_barrier %alloc, %phase deps %alloc, %dep2 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem, mutable>
    ttng.wait_barrier %alloc, %phase, %pred deps %alloc : !ttg.memdesc<1xi64, #shared2, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.arrive_barrier %alloc, 2 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.arrive_barrier %alloc, 2, %pred : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.barrier_expect %alloc, 16384, %pred : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    ttng.inval_barrier %alloc : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    tt.return
  }
}
// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @tma(%desc: !tt.tensordesc<tensor<128x64xf16, #shared>>, %gdesc: !tt.tensordesc<tensor<1x128xbf16, #shared>>, %i: i32, %xo: tensor<32xi32, #blocked>, %bar: !ttg.memdesc<1xi64, #shared2, #smem, mutable>, %buf: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %gbuf: !ttg.memdesc<32x128xbf16, #shared, #smem, mutable>, %pred: i1) {
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %buf, %bar, %pred : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ttng.async_tma_copy_local_to_global %desc[%i, %i] %buf : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ttng.async_tma_reduce add, %desc[%i, %i] %buf : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ttng.async_tma_gather %gdesc[%xo, %i] %gbuf, %bar, %pred : !tt.tensordesc<tensor<1x128xbf16, #shared>>, tensor<32xi32, #blocked>, i32, !ttg.memdesc<1xi64, #shared2, #smem, mutable>, !ttg.memdesc<32x128xbf16, #shared, #smem, mutable>, i1
    ttng.async_tma_scatter %gdesc[%xo, %i] %gbuf : !tt.tensordesc<tensor<1x128xbf16, #shared>>, tensor<32xi32, #blocked>, i32, !ttg.memdesc<32x128xbf16, #shared, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.fence_async_shared {bCluster = false}
    tt.return
  }
}
// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @warp_specialize(%arg0: i32, %arg1: tensor<128xf32, #blocked>) -> i32 {
    %0:2 = ttg.warp_specialize(%arg0)
    default {
      %c = arith.constant 3 : i32
      ttg.warp_yield %c, %arg0 : i32, i32
    }
    partition0(%a: i32) num_warps(4) {
      %c = arith.addi %a, %a : i32
      ttg.warp_return
    }
    partition1(%a: i32) num_warps(1) {
      ttg.warp_return
    } : (i32) -> (i32, i32)
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    } : () -> ()
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(1) {
      ttg.warp_return
    } : () -> ()
    tt.return %0#0 : i32
  }
  tt.func @mem(%x: tensor<128xf32, #blocked>, %p: !tt.ptr<f32>) {
    %0 = ttg.local_alloc %x : (tensor<128xf32, #blocked>) -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttg.local_store %x, %0 : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %1 = ttg.memdesc_subslice %0[32] : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> !ttg.memdesc<32xf32, #shared, #smem, mutable, 128>
    %2 = ttg.memdesc_reinterpret %0 : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
    %3 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 512 : i32} : !tt.ptr<i8>
    %5 = ttg.local_load %0 : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #blocked>
    ttg.local_dealloc %0 : !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttng.cluster_arrive {relaxed = false}
    ttng.cluster_wait
    tt.return
  }
}
// -----
module {
  tt.func private @g(%arg0: i32) -> (i32, f32)
  tt.func private @h(i32 {tt.divisibility = 16 : i32}) -> i32
  tt.func public @ops(%i: i32, %j: i64, %f: f32, %p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %t: tensor<16x16xf32>, %ti: tensor<16xi32>, %tp: tensor<16x!tt.ptr<f32>>, %tf: tensor<16xf32>, %c: i1, %tc: tensor<16xi1>, %d: f64, %idx: index) -> (i32, f32) attributes {noinline = true} {
    %0:2 = tt.call @g(%i) : (i32) -> (i32, f32)
    %1 = arith.addi %i, %i overflow<nsw> : i32
    %2 = arith.muli %i, %i overflow<nsw, nuw> : i32
    %3 = arith.addf %f, %f fastmath<fast> : f32
    %4 = arith.mulf %f, %f fastmath<nnan,contract> : f32
    %5 = arith.cmpf ult, %f, %f fastmath<fast> : f32
    %6 = arith.divsi %i, %i : i32
    %7 = arith.extui %c : i1 to i32
    %8 = arith.uitofp %i : i32 to f32
    %9 = arith.truncf %d : f64 to f32
    %10 = arith.extf %f : f32 to f64
    %11 = arith.select %tc, %tf, %tf : tensor<16xi1>, tensor<16xf32>
    %12 = arith.select %c, %tf, %tf : tensor<16xf32>
    %13 = arith.negf %f : f32
    %14 = arith.bitcast %f : f32 to i32
    %15, %16 = arith.mulsi_extended %i, %i : i32
    %17, %18 = arith.addui_extended %i, %i : i32, i1
    %19 = arith.remf %f, %f : f32
    %20 = arith.index_cast %idx : index to i32
    %21 = math.absf %f : f32
    %22 = math.absi %i : i32
    %23 = math.erf %f fastmath<fast> : f32
    %24 = math.floor %f : f32
    %25 = math.rsqrt %f : f32
    %26 = tt.clampf %f, %f, %f, propagateNan = all : f32
    %27 = tt.precise_sqrt %f : f32
    %28 = tt.precise_divf %f, %f : f32
    %29 = tt.mulhiui %i, %i : i32
    %30 = tt.histogram %ti : tensor<16xi32> -> tensor<16xi32>
    %31 = tt.histogram %ti, %tc : tensor<16xi32> -> tensor<16xi32>
    %32 = tt.gather %tf[%ti] {axis = 0 : i32} : (tensor<16xf32>, tensor<16xi32>) -> tensor<16xf32>
    tt.print " x: " {hex = false, isSigned = array<i32: 1, 0>} : %i, %f : i32, f32
    tt.print "hello" {hex = false, isSigned = array<i32>}
    tt.assert %tc, "% x : { " : tensor<16xi1>
    %33 = tt.atomic_cas acq_rel, gpu, %tp, %tf, %tf : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %34 = tt.atomic_rmw fadd, relaxed, sys, %p, %f : (!tt.ptr<f32>, f32) -> f32
    %35:2 = tt.elementwise_inline_asm "mov %0, $1; { }" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %ti : tensor<16xi32> -> tensor<16xi32>, tensor<16xi32>
    %36 = tt.elementwise_inline_asm "mov" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %37 = tt.fp_to_fp %tf, rounding = rtz : tensor<16xf32> -> tensor<16xf8E5M2>
    %38 = tt.load %tp, %tc, %tf cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : tensor<16x!tt.ptr<f32>>
    %39 = tt.load %tp, %tc : tensor<16x!tt.ptr<f32>>
    tt.store %tp, %tf, %tc cacheModifier = wb evictionPolicy = evict_first : tensor<16x!tt.ptr<f32>>
    %40 = tt.dot %t, %t, %t, inputPrecision = tf32x3 {maxNumImpreciseAcc = 4 : i32} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %41 = tt.cat %tf, %tf : tensor<16xf32> -> tensor<32xf32>
    %42 = tt.join %tf, %tf : tensor<16xf32> -> tensor<16x2xf32>
    %outLHS, %outRHS = tt.split %42 : tensor<16x2xf32> -> tensor<16xf32>
    %43:2 = "tt.scan"(%tf, %ti) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%x: f32, %y: i32, %z: f32, %w: i32):
      tt.scan.return %x, %w : f32, i32
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %44 = ub.poison : i32
    llvm.intr.assume %c : i1
    %45 = tt.get_num_programs y : i32
    %46 = arith.constant true
    %cst = arith.constant {tt.foo = 1 : i32} dense<[1.0, 2.5]> : tensor<2xf32>
    %47 = arith.constant 0xFF800000 : f32
    %48 = arith.constant 1.5 : f64
    gpu.barrier
    %c0 = arith.constant 0 : index
    %49 = scf.for %q = %c0 to %idx step %c0 iter_args(%acc = %i) -> (i32) {
      %50 = scf.if %c -> i32 {
        scf.yield %acc : i32
      } else {
        %51 = scf.if %c -> (i32) { scf.yield %acc : i32 } else { scf.yield %i : i32 }
        scf.yield %51 : i32
      }
      scf.yield %50 : i32
    } {tt.num_stages = 3 : i32, tt.warp_specialize}
    scf.if %c {
    } {tt.flatten}
    scf.for %q = %i to %i step %i : i32 {
      scf.if %c {
        tt.store %p, %f : !tt.ptr<f32>
      }
    }
    %52:2 = scf.while (%u = %i, %v = %f) : (i32, f32) -> (i32, f32) {
      %53 = arith.cmpi slt, %u, %i : i32
      scf.condition(%53) %u, %v : i32, f32
    } do {
    ^bb0(%u: i32, %v: f32):
      scf.yield %u, %v : i32, f32
    } attributes {tt.foo = 1 : i32}
    %54 = scf.index_switch %idx -> i32
    case 0 {
      scf.yield %i : i32
    }
    default {
      scf.yield %i : i32
    }
    tt.return %i, %f : i32, f32
  }
  tt.func @cfg(%a: i32, %c: i1) -> i32 {
    cf.cond_br %c, ^bb1(%a : i32), ^bb2
  ^bb1(%b: i32):  // 2 preds: ^bb0, ^bb2
    cf.br ^bb3(%b, %a : i32, i32)
  ^bb2:  // pred: ^bb0
    %0 = arith.addi %a, %a : i32
    cf.cond_br %c, ^bb1(%0 : i32), ^bb3(%a, %0 : i32, i32) {tt.foo}
  ^bb3(%x: i32, %y: i32):  // 2 preds: ^bb1, ^bb2
    %5 = arith.addi %x, %y : i32
    tt.return %5 : i32
  }
  tt.func @ptrs(%p: !tt.ptr<f16>, %i: i32, %j: i64, %d: !tt.tensordesc<tensor<1x64xf16>>, %xs: tensor<8xi32>, %v: tensor<8x64xf16>) {
    %0 = tt.make_tensor_ptr %p, [%j, %j], [%j, %j], [%i, %i] {order = array<i32: 1, 0>} : <tensor<64x64xf16>>
    %1 = tt.advance %0, [%i, %i] : <tensor<64x64xf16>>
    %2 = tt.load %1 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64x64xf16>>
    %3 = tt.make_tensor_descriptor %p, [%i, %i], [%j, %j] : <f16>, <tensor<64x64xf16>>
    %4 = tt.descriptor_load %3[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    tt.descriptor_store %3[%i, %i], %4 : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
    tt.descriptor_reduce add, %3[%i, %i], %4 : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
    %5 = tt.descriptor_gather %d[%xs, %i] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<8xi32>, i32) -> tensor<8x64xf16>
    tt.descriptor_scatter %d[%xs, %i], %v : !tt.tensordesc<tensor<1x64xf16>>, tensor<8xi32>, i32, tensor<8x64xf16>
    tt.return
  }
  tt.func @scaled(%a: tensor<128x32xi8>, %sa: tensor<128x2xi8>, %b: tensor<32x128xi8>, %sb: tensor<128x2xi8>, %c: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %a scale %sa, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<32x128xi8> -> tensor<128x128xf32>
    tt.return
  }
}
// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8}>
#shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @tcgen5_scaled(%a: !ttg.memdesc<128x64xi8, #shared, #smem>, %b: !ttg.memdesc<64x128xi8, #shared1, #smem>,
                  %c: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %e: !ttg.memdesc<128x128xf8E4M3FN, #shared, #smem>,
                  %sa: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>,
                  %accUse: i1, %pred: i1, %barrier: !ttg.memdesc<1xi64, #shared2, #smem, mutable>, %barrierPred: i1, %t: !ttg.async.token) {
    ttng.tc_gen5_mma_scaled %a, %b, %c, %sa, %sb, %accUse, %pred lhs = e2m1 rhs = e2m1, %barrier[%barrierPred] {is_async} : !ttg.memdesc<128x64xi8, #shared, #smem>, !ttg.memdesc<64x128xi8, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
    %tok = ttng.tc_gen5_mma_scaled %e, %b, %c[%t], %sa, %sb, %accUse, %pred lhs = e4m3 rhs = e2m1 : !ttg.memdesc<128x128xf8E4M3FN, #shared, #smem>, !ttg.memdesc<64x128xi8, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
    ttng.tc_gen5_mma_scaled %a, %b, %c, %sa, %sb, %accUse, %pred lhs = e2m1 rhs = e2m1 : !ttg.memdesc<128x64xi8, #shared, #smem>, !ttg.memdesc<64x128xi8, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
    tt.return
  }
}
