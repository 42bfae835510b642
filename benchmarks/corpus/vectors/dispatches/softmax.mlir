func.func @softmax_dispatch_0_softmax_64x4096xf16_dispatch_tensor_store() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [512, 1, 1] subgroup_size = 64, {gpu_pipeline_options = #iree_gpu.pipeline_options<no_reduce_shared_memory_bank_conflicts = false, use_igemm_convolution = false>}>} {
  %cst = arith.constant dense<0.000000e+00> : vector<1x512xf16>
  %cst_0 = arith.constant dense<0.000000e+00> : vector<1xf16>
  %cst_1 = arith.constant dense<0xFE00> : vector<1x512xf16>
  %cst_2 = arith.constant dense<0xFE00> : vector<1xf16>
  %0 = ub.poison : f16
  %c0 = arith.constant 0 : index
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<64x4096xf16, #hal.descriptor_type<storage_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %1 resetOffset : memref<64x4096xf16, #hal.descriptor_type<storage_buffer>> to memref<64x4096xf16, #amdgpu.address_space<fat_raw_buffer>>
  %3 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) flags(Indirect) : memref<64x4096xf16, #hal.descriptor_type<storage_buffer>>
  %4 = amdgpu.fat_raw_buffer_cast %3 resetOffset : memref<64x4096xf16, #hal.descriptor_type<storage_buffer>> to memref<64x4096xf16, #amdgpu.address_space<fat_raw_buffer>>
  %5 = iree_codegen.load_from_buffer %2 : memref<64x4096xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<64x4096xf16>
  %6 = tensor.empty() : tensor<64x4096xf16>
  %7 = scf.forall (%arg0) in (64) shared_outs(%arg1 = %6) -> (tensor<64x4096xf16>) {
    %extracted_slice = tensor.extract_slice %arg1[%arg0, 0] [1, 4096] [1, 1] : tensor<64x4096xf16> to tensor<1x4096xf16>
    %8 = vector.transfer_read %5[%arg0, %c0], %0 {in_bounds = [true, true]} : tensor<64x4096xf16>, vector<1x4096xf16>
    %9 = vector.shape_cast %8 : vector<1x4096xf16> to vector<1x512x8xf16>
    %10 = iree_vector_ext.to_layout %9 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 64, 1], element_tile = [1, 1, 8], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 0]>) : vector<1x512x8xf16>
    %11 = iree_vector_ext.to_layout %cst_1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x512xf16>
    %12 = vector.multi_reduction <maxnumf>, %10, %11 [2] : vector<1x512x8xf16> to vector<1x512xf16>
    %13 = iree_vector_ext.to_layout %12 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x512xf16>
    %14 = vector.multi_reduction <maxnumf>, %13, %cst_2 [1] : vector<1x512xf16> to vector<1xf16>
    %15 = iree_vector_ext.to_layout %14 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1], subgroup_strides = [0], thread_strides = [0]>) : vector<1xf16>
    %16 = iree_vector_ext.to_layout %cst to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x512xf16>
    %17 = vector.broadcast %15 : vector<1xf16> to vector<1x512x8xf16>
    %18 = arith.subf %10, %17 : vector<1x512x8xf16>
    %19 = math.exp %18 : vector<1x512x8xf16>
    %20 = vector.multi_reduction <add>, %19, %16 [2] : vector<1x512x8xf16> to vector<1x512xf16>
    %21 = iree_vector_ext.to_layout %20 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x512xf16>
    %22 = vector.multi_reduction <add>, %21, %cst_0 [1] : vector<1x512xf16> to vector<1xf16>
    %23 = iree_vector_ext.to_layout %8 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 8], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x4096xf16>
    %24 = iree_vector_ext.to_layout %22 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1], subgroup_strides = [0], thread_strides = [0]>) : vector<1xf16>
    %25 = vector.broadcast %15 : vector<1xf16> to vector<1x4096xf16>
    %26 = vector.broadcast %24 : vector<1xf16> to vector<1x4096xf16>
    %27 = arith.subf %23, %25 : vector<1x4096xf16>
    %28 = math.exp %27 : vector<1x4096xf16>
    %29 = arith.divf %28, %26 : vector<1x4096xf16>
    %30 = iree_vector_ext.to_layout %29 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 8], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 8], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x4096xf16>
    %31 = vector.transfer_write %30, %extracted_slice[%c0, %c0] {in_bounds = [true, true]} : vector<1x4096xf16>, tensor<1x4096xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %31 into %arg1[%arg0, 0] [1, 4096] [1, 1] : tensor<1x4096xf16> into tensor<64x4096xf16>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  iree_codegen.store_to_buffer %7, %4 : tensor<64x4096xf16> into memref<64x4096xf16, #amdgpu.address_space<fat_raw_buffer>>
  return
}

