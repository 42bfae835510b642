func.func @ln_dispatch_1_reduction_128x768_f32() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [192, 1, 1] subgroup_size = 64, {gpu_pipeline_options = #iree_gpu.pipeline_options<no_reduce_shared_memory_bank_conflicts = false, use_igemm_convolution = false>}>} {
  %cst = arith.constant dense<9.99999974E-6> : vector<1xf32>
  %cst_0 = arith.constant dense<7.680000e+02> : vector<1xf32>
  %cst_1 = arith.constant dense<0.000000e+00> : vector<1x192xf32>
  %cst_2 = arith.constant dense<0.000000e+00> : vector<1xf32>
  %0 = ub.poison : f32
  %c0 = arith.constant 0 : index
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<128x768xf32, #hal.descriptor_type<storage_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %1 resetOffset : memref<128x768xf32, #hal.descriptor_type<storage_buffer>> to memref<128x768xf32, #amdgpu.address_space<fat_raw_buffer>>
  %3 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<128xf32, #hal.descriptor_type<storage_buffer>>
  %4 = amdgpu.fat_raw_buffer_cast %3 resetOffset : memref<128xf32, #hal.descriptor_type<storage_buffer>> to memref<128xf32, #amdgpu.address_space<fat_raw_buffer>>
  %5 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(2) alignment(64) offset(%c0) flags(Indirect) : memref<128x768xf32, #hal.descriptor_type<storage_buffer>>
  %6 = amdgpu.fat_raw_buffer_cast %5 resetOffset : memref<128x768xf32, #hal.descriptor_type<storage_buffer>> to memref<128x768xf32, #amdgpu.address_space<fat_raw_buffer>>
  %7 = iree_codegen.load_from_buffer %2 : memref<128x768xf32, #amdgpu.address_space<fat_raw_buffer>> -> tensor<128x768xf32>
  %8 = iree_codegen.load_from_buffer %4 : memref<128xf32, #amdgpu.address_space<fat_raw_buffer>> -> tensor<128xf32>
  %9 = tensor.empty() : tensor<128x768xf32>
  %10 = scf.forall (%arg0) in (128) shared_outs(%arg1 = %9) -> (tensor<128x768xf32>) {
    %extracted_slice = tensor.extract_slice %arg1[%arg0, 0] [1, 768] [1, 1] : tensor<128x768xf32> to tensor<1x768xf32>
    %11 = vector.transfer_read %8[%arg0], %0 {in_bounds = [true]} : tensor<128xf32>, vector<1xf32>
    %12 = vector.transfer_read %7[%arg0, %c0], %0 {in_bounds = [true, true]} : tensor<128x768xf32>, vector<1x768xf32>
    %13 = vector.shape_cast %12 : vector<1x768xf32> to vector<1x192x4xf32>
    %14 = iree_vector_ext.to_layout %13 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 3, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 64, 1], element_tile = [1, 1, 4], subgroup_strides = [0, 1, 0], thread_strides = [0, 1, 0]>) : vector<1x192x4xf32>
    %15 = iree_vector_ext.to_layout %11 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1], subgroup_strides = [0], thread_strides = [0]>) : vector<1xf32>
    %16 = iree_vector_ext.to_layout %cst_1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x192xf32>
    %17 = arith.divf %15, %cst_0 : vector<1xf32>
    %18 = vector.broadcast %17 : vector<1xf32> to vector<1x192x4xf32>
    %19 = arith.subf %14, %18 : vector<1x192x4xf32>
    %20 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %19, %19, %16 : vector<1x192x4xf32>, vector<1x192x4xf32> into vector<1x192xf32>
    %21 = iree_vector_ext.to_layout %20 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x192xf32>
    %22 = vector.multi_reduction <add>, %21, %cst_2 [1] : vector<1x192xf32> to vector<1xf32>
    %23 = iree_vector_ext.to_layout %12 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x768xf32>
    %24 = iree_vector_ext.to_layout %22 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1], subgroup_strides = [0], thread_strides = [0]>) : vector<1xf32>
    %25 = vector.broadcast %17 : vector<1xf32> to vector<1x768xf32>
    %26 = arith.divf %24, %cst_0 : vector<1xf32>
    %27 = arith.addf %26, %cst : vector<1xf32>
    %28 = math.rsqrt %27 : vector<1xf32>
    %29 = vector.broadcast %28 : vector<1xf32> to vector<1x768xf32>
    %30 = arith.subf %23, %25 : vector<1x768xf32>
    %31 = arith.mulf %30, %29 : vector<1x768xf32>
    %32 = iree_vector_ext.to_layout %31 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [0, 1]>) : vector<1x768xf32>
    %33 = vector.transfer_write %32, %extracted_slice[%c0, %c0] {in_bounds = [true, true]} : vector<1x768xf32>, tensor<1x768xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %33 into %arg1[%arg0, 0] [1, 768] [1, 1] : tensor<1x768xf32> into tensor<128x768xf32>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  iree_codegen.store_to_buffer %10, %6 : tensor<128x768xf32> into memref<128x768xf32, #amdgpu.address_space<fat_raw_buffer>>
  return
}

