func.func @rms_dispatch_0_reduction_128x2048_f16xf32() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [256, 1, 1] subgroup_size = 64, {gpu_pipeline_options = #iree_gpu.pipeline_options<no_reduce_shared_memory_bank_conflicts = false, use_igemm_convolution = false>}>} {
  %cst = arith.constant dense<9.99999974E-6> : vector<1xf32>
  %cst_0 = arith.constant dense<2.048000e+03> : vector<1xf32>
  %0 = ub.poison : f16
  %cst_1 = arith.constant dense<0.000000e+00> : vector<1x256xf32>
  %cst_2 = arith.constant dense<0.000000e+00> : vector<1xf32>
  %c0 = arith.constant 0 : index
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<128x2048xf16, #hal.descriptor_type<storage_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %1 resetOffset : memref<128x2048xf16, #hal.descriptor_type<storage_buffer>> to memref<128x2048xf16, #amdgpu.address_space<fat_raw_buffer>>
  %3 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<2048xf16, #hal.descriptor_type<storage_buffer>>
  %4 = amdgpu.fat_raw_buffer_cast %3 resetOffset : memref<2048xf16, #hal.descriptor_type<storage_buffer>> to memref<2048xf16, #amdgpu.address_space<fat_raw_buffer>>
  %5 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(2) alignment(64) offset(%c0) flags(Indirect) : memref<128x2048xf16, #hal.descriptor_type<storage_buffer>>
  %6 = amdgpu.fat_raw_buffer_cast %5 resetOffset : memref<128x2048xf16, #hal.descriptor_type<storage_buffer>> to memref<128x2048xf16, #amdgpu.address_space<fat_raw_buffer>>
  %7 = iree_codegen.load_from_buffer %2 : memref<128x2048xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<128x2048xf16>
  %8 = iree_codegen.load_from_buffer %4 : memref<2048xf16, #amdgpu.address_space<fat_raw_buffer>> -> tensor<2048xf16>
  %9 = tensor.empty() : tensor<128x2048xf16>
  %10 = scf.forall (%arg0) in (128) shared_outs(%arg1 = %9) -> (tensor<128x2048xf16>) {
    %extracted_slice = tensor.extract_slice %arg1[%arg0, 0] [1, 2048] [1, 1] : tensor<128x2048xf16> to tensor<1x2048xf16>
    %11 = vector.transfer_read %7[%arg0, %c0], %0 {in_bounds = [true, true]} : tensor<128x2048xf16>, vector<1x2048xf16>
    %12 = vector.shape_cast %11 : vector<1x2048xf16> to vector<1x256x8xf16>
    %13 = iree_vector_ext.to_layout %12 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 64, 1], element_tile = [1, 1, 8], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 0]>) : vector<1x256x8xf16>
    %14 = iree_vector_ext.to_layout %cst_1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x256xf32>
    %15 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %13, %13, %14 : vector<1x256x8xf16>, vector<1x256x8xf16> into vector<1x256xf32>
    %16 = iree_vector_ext.to_layout %15 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x256xf32>
    %17 = vector.multi_reduction <add>, %16, %cst_2 [1] : vector<1x256xf32> to vector<1xf32>
    %18 = iree_vector_ext.to_layout %11 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 8], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x2048xf16>
    %19 = iree_vector_ext.to_layout %17 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1], subgroup_strides = [0], thread_strides = [0]>) : vector<1xf32>
    %20 = vector.transfer_read %8[%c0], %0 {in_bounds = [true]} : tensor<2048xf16>, vector<2048xf16>
    %21 = iree_vector_ext.to_layout %20 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [4], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [8], subgroup_strides = [1], thread_strides = [1]>) : vector<2048xf16>
    %22 = vector.shape_cast %21 : vector<2048xf16> to vector<1x2048xf16>
    %23 = arith.extf %18 : vector<1x2048xf16> to vector<1x2048xf32>
    %24 = arith.divf %19, %cst_0 : vector<1xf32>
    %25 = arith.addf %24, %cst : vector<1xf32>
    %26 = math.rsqrt %25 : vector<1xf32>
    %27 = vector.broadcast %26 : vector<1xf32> to vector<1x2048xf32>
    %28 = arith.mulf %23, %27 : vector<1x2048xf32>
    %29 = arith.truncf %28 : vector<1x2048xf32> to vector<1x2048xf16>
    %30 = arith.mulf %29, %22 : vector<1x2048xf16>
    %31 = iree_vector_ext.to_layout %30 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 4], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 8], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x2048xf16>
    %32 = vector.transfer_write %31, %extracted_slice[%c0, %c0] {in_bounds = [true, true]} : vector<1x2048xf16>, tensor<1x2048xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %32 into %arg1[%arg0, 0] [1, 2048] [1, 1] : tensor<1x2048xf16> into tensor<128x2048xf16>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  iree_codegen.store_to_buffer %10, %6 : tensor<128x2048xf16> into memref<128x2048xf16, #amdgpu.address_space<fat_raw_buffer>>
  return
}

