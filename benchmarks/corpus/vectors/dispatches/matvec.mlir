func.func @mv_dispatch_0_matvec_like_4096x4096_f16xf16xf32() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64, {gpu_pipeline_options = #iree_gpu.pipeline_options<no_reduce_shared_memory_bank_conflicts = false, use_igemm_convolution = false>}>} {
  %0 = ub.poison : f16
  %cst = arith.constant dense<0.000000e+00> : vector<8x64xf32>
  %cst_0 = arith.constant dense<0.000000e+00> : vector<8xf32>
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %c0 = arith.constant 0 : index
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<4096x4096xf16, #hal.descriptor_type<storage_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %1 resetOffset : memref<4096x4096xf16, #hal.descriptor_type<storage_buffer>> to memref<4096x4096xf16, #amdgpu.address_space<fat_raw_buffer>>
  %3 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<4096xf16, #hal.descriptor_type<storage_buffer>>
  %4 = amdgpu.fat_raw_buffer_cast %3 resetOffset : memref<4096xf16, #hal.descriptor_type<storage_buffer>> to memref<4096xf16, #amdgpu.address_space<fat_raw_buffer>>
  %5 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(2) alignment(64) offset(%c0) flags(Indirect) : memref<4096xf32, #hal.descriptor_type<storage_buffer>>
  %6 = amdgpu.fat_raw_buffer_cast %5 resetOffset : memref<4096xf32, #hal.descriptor_type<storage_buffer>> to memref<4096xf32, #amdgpu.address_space<fat_raw_buffer>>
  %7 = iree_codegen.load_from_buffer %2 : memref<4096x4096xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<4096x4096xf16>
  %8 = iree_codegen.load_from_buffer %4 : memref<4096xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<4096xf16>
  %9 = tensor.empty() : tensor<4096xf32>
  %10 = scf.forall (%arg0) = (0) to (4096) step (8) shared_outs(%arg1 = %9) -> (tensor<4096xf32>) {
    %11 = tensor.empty() : tensor<8xf32>
    %12 = scf.for %arg2 = %c0 to %c512 step %c64 iter_args(%arg3 = %cst) -> (vector<8x64xf32>) {
      %15 = affine.apply affine_map<(d0) -> (d0 * 8)>(%arg2)
      %16 = vector.transfer_read %7[%arg0, %15], %0 {in_bounds = [true, true]} : tensor<4096x4096xf16>, vector<8x512xf16>
      %17 = vector.shape_cast %16 : vector<8x512xf16> to vector<8x64x8xf16>
      %18 = vector.transfer_read %8[%15], %0 {in_bounds = [true]} : tensor<4096xf16>, vector<512xf16>
      %19 = vector.shape_cast %18 : vector<512xf16> to vector<64x8xf16>
      %20 = iree_vector_ext.to_layout %17 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [8, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 64, 1], element_tile = [1, 1, 8], subgroup_strides = [0, 0, 0], thread_strides = [0, 1, 0]>) : vector<8x64x8xf16>
      %21 = iree_vector_ext.to_layout %19 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [64, 1], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [1, 0]>) : vector<64x8xf16>
      %22 = iree_vector_ext.to_layout %arg3 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [8, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>) : vector<8x64xf32>
      %23 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %20, %21, %22 : vector<8x64x8xf16>, vector<64x8xf16> into vector<8x64xf32>
      %24 = iree_vector_ext.to_layout %23 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [8, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>) : vector<8x64xf32>
      scf.yield %24 : vector<8x64xf32>
    }
    %13 = vector.multi_reduction <add>, %12, %cst_0 [1] : vector<8x64xf32> to vector<8xf32>
    %14 = vector.transfer_write %13, %11[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %14 into %arg1[%arg0] [8] [1] : tensor<8xf32> into tensor<4096xf32>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  iree_codegen.store_to_buffer %10, %6 : tensor<4096xf32> into memref<4096xf32, #amdgpu.address_space<fat_raw_buffer>>
  return
}

