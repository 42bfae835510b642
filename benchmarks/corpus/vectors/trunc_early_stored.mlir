func.func @trunc_early(%in: memref<64x64xf32>, %out: memref<64x64xf8E4M3FNUZ>) attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %in[%c0, %c0], %z {in_bounds=[true,true]} : memref<64x64xf32>, vector<64x64xf32>
  %a = iree_vector_ext.to_layout %x to layout(#iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,4], thread_tile=[32,2], element_tile=[1,4], subgroup_strides=[0,0], thread_strides=[2,1]>) : vector<64x64xf32>
  %e0 = math.exp %a : vector<64x64xf32>
  %e1 = iree_vector_ext.to_layout %e0 to layout(#iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[4,2], outer_tile=[1,1], thread_tile=[16,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>) : vector<64x64xf32>
  %c = arith.truncf %e1 : vector<64x64xf32> to vector<64x64xf8E4M3FNUZ>
  vector.transfer_write %c, %out[%c0, %c0] {in_bounds=[true,true]} : vector<64x64xf8E4M3FNUZ>, memref<64x64xf8E4M3FNUZ>
  func.return
}
