func.func @mm_dispatch_0_matmul_1024x1024x512_f16xf16xf32() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [256, 1, 1] subgroup_size = 64, {gpu_pipeline_options = #iree_gpu.pipeline_options<no_reduce_shared_memory_bank_conflicts = false, use_igemm_convolution = false>}>} {
  %0 = ub.poison : f16
  %cst = arith.constant dense<0.000000e+00> : vector<64x128xf32>
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %c0 = arith.constant 0 : index
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<1024x512xf16, #hal.descriptor_type<storage_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %1 resetOffset : memref<1024x512xf16, #hal.descriptor_type<storage_buffer>> to memref<1024x512xf16, #amdgpu.address_space<fat_raw_buffer>>
  %3 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<512x1024xf16, #hal.descriptor_type<storage_buffer>>
  %4 = amdgpu.fat_raw_buffer_cast %3 resetOffset : memref<512x1024xf16, #hal.descriptor_type<storage_buffer>> to memref<512x1024xf16, #amdgpu.address_space<fat_raw_buffer>>
  %5 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(2) alignment(64) offset(%c0) flags(Indirect) : memref<1024x1024xf16, #hal.descriptor_type<storage_buffer>>
  %6 = amdgpu.fat_raw_buffer_cast %5 resetOffset : memref<1024x1024xf16, #hal.descriptor_type<storage_buffer>> to memref<1024x1024xf16, #amdgpu.address_space<fat_raw_buffer>>
  %7 = iree_codegen.load_from_buffer %2 : memref<1024x512xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<1024x512xf16>
  %8 = iree_codegen.load_from_buffer %4 : memref<512x1024xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<512x1024xf16>
  %9 = tensor.empty() : tensor<1024x1024xf16>
  %10 = scf.forall (%arg0, %arg1) = (0, 0) to (1024, 1024) step (64, 128) shared_outs(%arg2 = %9) -> (tensor<1024x1024xf16>) {
    %extracted_slice = tensor.extract_slice %arg2[%arg0, %arg1] [64, 128] [1, 1] : tensor<1024x1024xf16> to tensor<64x128xf16>
    %11 = scf.for %arg3 = %c0 to %c512 step %c64 iter_args(%arg4 = %cst) -> (vector<64x128xf32>) {
      %14 = vector.transfer_read %7[%arg0, %arg3], %0 {in_bounds = [true, true]} : tensor<1024x512xf16>, vector<64x64xf16>
      %15 = iree_vector_ext.to_layout %14 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 4], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [2, 0], thread_strides = [1, 16]>) <shared_memory_conversion = #iree_gpu.derived_thread_config> : vector<64x64xf16>
      %16 = vector.transfer_read %8[%arg3, %arg1], %0 {in_bounds = [true, true]} : tensor<512x1024xf16>, vector<64x128xf16>
      %17 = iree_vector_ext.to_layout %16 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [4, 4], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 1], thread_strides = [16, 1]>) <shared_memory_conversion = #iree_gpu.derived_thread_config> : vector<64x128xf16>
      %18 = iree_vector_ext.to_layout %arg4 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 2], batch_tile = [2, 4], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [2, 1], thread_strides = [16, 1]>) : vector<64x128xf32>
      %19 = vector.shape_cast %15 : vector<64x64xf16> to vector<4x16x4x16xf16>
      %20 = vector.transpose %19, [0, 2, 1, 3] : vector<4x16x4x16xf16> to vector<4x4x16x16xf16>
      %21 = vector.shape_cast %17 : vector<64x128xf16> to vector<4x16x8x16xf16>
      %22 = vector.transpose %21, [0, 2, 3, 1] : vector<4x16x8x16xf16> to vector<4x8x16x16xf16>
      %23 = vector.shape_cast %18 : vector<64x128xf32> to vector<4x16x8x16xf32>
      %24 = vector.transpose %23, [0, 2, 1, 3] : vector<4x16x8x16xf32> to vector<4x8x16x16xf32>
      %25 = iree_codegen.inner_tiled ins(%20, %22) outs(%24) <indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>> : vector<4x4x16x16xf16>, vector<4x8x16x16xf16> into vector<4x8x16x16xf32>
      %26 = vector.transpose %25, [0, 2, 1, 3] : vector<4x8x16x16xf32> to vector<4x16x8x16xf32>
      %27 = vector.shape_cast %26 : vector<4x16x8x16xf32> to vector<64x128xf32>
      %28 = iree_vector_ext.to_layout %27 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 2], batch_tile = [2, 4], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [2, 1], thread_strides = [16, 1]>) : vector<64x128xf32>
      scf.yield %28 : vector<64x128xf32>
    }
    %12 = arith.truncf %11 : vector<64x128xf32> to vector<64x128xf16>
    %13 = vector.transfer_write %12, %extracted_slice[%c0, %c0] {in_bounds = [true, true]} : vector<64x128xf16>, tensor<64x128xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %13 into %arg2[%arg0, %arg1] [64, 128] [1, 1] : tensor<64x128xf16> into tensor<1024x1024xf16>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<y>, #iree_codegen.workgroup_mapping<x>]}
  iree_codegen.store_to_buffer %10, %6 : tensor<1024x1024xf16> into memref<1024x1024xf16, #amdgpu.address_space<fat_raw_buffer>>
  return
}

