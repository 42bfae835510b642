func.func @att_dispatch_0_attention_4x1024x64x64x1024() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [256, 1, 1] subgroup_size = 64, {iree_codegen.denormal_fp_math_f32 = #iree_codegen.denormal_fp_math<"preserve-sign">}>} {
  %cst = arith.constant dense<1.000000e+00> : vector<1x64xf32>
  %cst_0 = arith.constant dense<1.802980e-01> : vector<1x64x64xf16>
  %0 = ub.poison : f16
  %cst_1 = arith.constant dense<0.000000e+00> : vector<1x64xf32>
  %cst_2 = arith.constant dense<-3.40282347E+38> : vector<1x64xf32>
  %cst_3 = arith.constant dense<0.000000e+00> : vector<1x64x64xf32>
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %c0 = arith.constant 0 : index
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %1 resetOffset : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>> to memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>>
  %3 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>>
  %4 = amdgpu.fat_raw_buffer_cast %3 resetOffset : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>> to memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>>
  %5 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(2) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>>
  %6 = amdgpu.fat_raw_buffer_cast %5 resetOffset : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>> to memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>>
  %7 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(3) alignment(64) offset(%c0) flags(Indirect) : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>>
  %8 = amdgpu.fat_raw_buffer_cast %7 resetOffset : memref<4x1024x64xf16, #hal.descriptor_type<storage_buffer>> to memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>>
  %9 = iree_codegen.load_from_buffer %2 : memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<4x1024x64xf16>
  %10 = iree_codegen.load_from_buffer %4 : memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<4x1024x64xf16>
  %11 = iree_codegen.load_from_buffer %6 : memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<4x1024x64xf16>
  %12 = tensor.empty() : tensor<4x1024x64xf16>
  %13 = scf.forall (%arg0, %arg1) = (0, 0) to (4, 1024) step (1, 64) shared_outs(%arg2 = %12) -> (tensor<4x1024x64xf16>) {
    %extracted_slice = tensor.extract_slice %arg2[%arg0, %arg1, 0] [1, 64, 64] [1, 1, 1] : tensor<4x1024x64xf16> to tensor<1x64x64xf16>
    %14 = vector.transfer_read %9[%arg0, %arg1, %c0], %0 {in_bounds = [true, true, true]} : tensor<4x1024x64xf16>, vector<1x64x64xf16>
    %15 = arith.mulf %14, %cst_0 : vector<1x64x64xf16>
    %16 = iree_vector_ext.to_layout %15 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 2], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 8], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 16]>) <shared_memory_conversion = #iree_gpu.derived_thread_config> : vector<1x64x64xf16>
    %17 = iree_vector_ext.to_layout %cst_3 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 4], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 16]>) : vector<1x64x64xf32>
    %18 = vector.shape_cast %16 : vector<1x64x64xf16> to vector<1x4x16x2x32xf16>
    %19 = vector.transpose %18, [0, 1, 3, 2, 4] : vector<1x4x16x2x32xf16> to vector<1x4x2x16x32xf16>
    %20 = vector.shape_cast %17 : vector<1x64x64xf32> to vector<1x4x16x4x16xf32>
    %21 = vector.transpose %20, [0, 1, 3, 2, 4] : vector<1x4x16x4x16xf32> to vector<1x4x4x16x16xf32>
    %22:3 = scf.for %arg3 = %c0 to %c1024 step %c64 iter_args(%arg4 = %cst_3, %arg5 = %cst_1, %arg6 = %cst_2) -> (vector<1x64x64xf32>, vector<1x64xf32>, vector<1x64xf32>) {
      %29 = vector.transfer_read %10[%arg0, %arg3, %c0], %0 {in_bounds = [true, true, true]} : tensor<4x1024x64xf16>, vector<1x64x64xf16>
      %30 = iree_vector_ext.to_layout %29 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 4, 2], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 8], subgroup_strides = [0, 0, 0], thread_strides = [0, 1, 16]>) <shared_memory_conversion = #iree_gpu.derived_thread_config> : vector<1x64x64xf16>
      %31 = vector.shape_cast %30 : vector<1x64x64xf16> to vector<1x4x16x2x32xf16>
      %32 = vector.transpose %31, [0, 1, 3, 4, 2] : vector<1x4x16x2x32xf16> to vector<1x4x2x32x16xf16>
      %33 = iree_codegen.inner_tiled ins(%19, %32) outs(%21) <indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>, #linalg.iterator_type<parallel>], kind = #iree_gpu.virtual_mma_layout<VMFMA_F32_16x16x32_F16, col_major = true>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>> : vector<1x4x2x16x32xf16>, vector<1x4x2x32x16xf16> into vector<1x4x4x16x16xf32>
      %34 = vector.transpose %33, [0, 1, 3, 2, 4] : vector<1x4x4x16x16xf32> to vector<1x4x16x4x16xf32>
      %35 = vector.shape_cast %34 : vector<1x4x16x4x16xf32> to vector<1x64x64xf32>
      %36 = iree_vector_ext.to_layout %35 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 4], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 16]>) : vector<1x64x64xf32>
      %37 = vector.multi_reduction <maximumf>, %36, %arg6 [2] : vector<1x64x64xf32> to vector<1x64xf32>
      %38 = arith.subf %arg6, %37 : vector<1x64xf32>
      %39 = math.exp2 %38 : vector<1x64xf32>
      %40 = arith.mulf %39, %arg5 : vector<1x64xf32>
      %41 = vector.broadcast %37 : vector<1x64xf32> to vector<64x1x64xf32>
      %42 = vector.transpose %41, [1, 2, 0] : vector<64x1x64xf32> to vector<1x64x64xf32>
      %43 = arith.subf %36, %42 : vector<1x64x64xf32>
      %44 = math.exp2 %43 : vector<1x64x64xf32>
      %45 = vector.multi_reduction <add>, %44, %40 [2] : vector<1x64x64xf32> to vector<1x64xf32>
      %46 = arith.truncf %44 : vector<1x64x64xf32> to vector<1x64x64xf16>
      %47 = vector.broadcast %39 : vector<1x64xf32> to vector<64x1x64xf32>
      %48 = vector.transpose %47, [1, 2, 0] : vector<64x1x64xf32> to vector<1x64x64xf32>
      %49 = arith.mulf %48, %arg4 : vector<1x64x64xf32>
      %50 = iree_vector_ext.to_layout %46 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 4], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 16]>) : vector<1x64x64xf16>
      %51 = vector.transfer_read %11[%arg0, %arg3, %c0], %0 {in_bounds = [true, true, true]} : tensor<4x1024x64xf16>, vector<1x64x64xf16>
      %52 = iree_vector_ext.to_layout %51 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 4, 4], outer_tile = [1, 1, 1], thread_tile = [1, 4, 16], element_tile = [1, 4, 1], subgroup_strides = [0, 0, 0], thread_strides = [0, 16, 1]>) <shared_memory_conversion = #iree_gpu.derived_thread_config> : vector<1x64x64xf16>
      %53 = iree_vector_ext.to_layout %49 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 4], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 16]>) : vector<1x64x64xf32>
      %54 = vector.shape_cast %50 : vector<1x64x64xf16> to vector<1x4x16x4x16xf16>
      %55 = vector.transpose %54, [0, 1, 3, 2, 4] : vector<1x4x16x4x16xf16> to vector<1x4x4x16x16xf16>
      %56 = vector.shape_cast %52 : vector<1x64x64xf16> to vector<1x4x16x4x16xf16>
      %57 = vector.transpose %56, [0, 1, 3, 4, 2] : vector<1x4x16x4x16xf16> to vector<1x4x4x16x16xf16>
      %58 = vector.shape_cast %53 : vector<1x64x64xf32> to vector<1x4x16x4x16xf32>
      %59 = vector.transpose %58, [0, 1, 3, 2, 4] : vector<1x4x16x4x16xf32> to vector<1x4x4x16x16xf32>
      %60 = iree_codegen.inner_tiled ins(%55, %57) outs(%59) <indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16, col_major = true>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>> : vector<1x4x4x16x16xf16>, vector<1x4x4x16x16xf16> into vector<1x4x4x16x16xf32>
      %61 = vector.transpose %60, [0, 1, 3, 2, 4] : vector<1x4x4x16x16xf32> to vector<1x4x16x4x16xf32>
      %62 = vector.shape_cast %61 : vector<1x4x16x4x16xf32> to vector<1x64x64xf32>
      %63 = iree_vector_ext.to_layout %62 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 4], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 16]>) : vector<1x64x64xf32>
      scf.yield %63, %45, %37 : vector<1x64x64xf32>, vector<1x64xf32>, vector<1x64xf32>
    }
    %23 = arith.divf %cst, %22#1 : vector<1x64xf32>
    %24 = vector.broadcast %23 : vector<1x64xf32> to vector<64x1x64xf32>
    %25 = vector.transpose %24, [1, 2, 0] : vector<64x1x64xf32> to vector<1x64x64xf32>
    %26 = arith.mulf %25, %22#0 : vector<1x64x64xf32>
    %27 = arith.truncf %26 : vector<1x64x64xf32> to vector<1x64x64xf16>
    %28 = vector.transfer_write %27, %extracted_slice[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x64x64xf16>, tensor<1x64x64xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %28 into %arg2[%arg0, %arg1, 0] [1, 64, 64] [1, 1, 1] : tensor<1x64x64xf16> into tensor<4x1024x64xf16>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<y>, #iree_codegen.workgroup_mapping<x>]}
  iree_codegen.store_to_buffer %13, %8 : tensor<4x1024x64xf16> into memref<4x1024x64xf16, #amdgpu.address_space<fat_raw_buffer>>
  return
}

