#L = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[16,4], element_tile=[1,4], subgroup_strides=[0,0], thread_strides=[1,16]>
#Rr = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[4,1], element_tile=[4,16], subgroup_strides=[0,0], thread_strides=[16,0]>
#Acc = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[16,1], element_tile=[1,16], subgroup_strides=[0,0], thread_strides=[1,0]>
#G = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[8,8], element_tile=[2,2], subgroup_strides=[0,0], thread_strides=[8,1]>
func.func @mm(%m: tensor<16x16xf16>, %k: memref<16x16xf16>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %m[%c0, %c0], %z {in_bounds=[true,true]} : tensor<16x16xf16>, vector<16x16xf16>
  %xg = iree_vector_ext.to_layout %x to layout(#G) : vector<16x16xf16>
  %y = vector.transfer_read %k[%c0, %c0], %z {in_bounds=[true,true]} : memref<16x16xf16>, vector<16x16xf16>
  %xe = arith.extf %xg : vector<16x16xf16> to vector<16x16xf32>
  %xe2 = math.exp %xe : vector<16x16xf32>
  %xsh = iree_vector_ext.to_layout %xe2 to layout(#L) <shared_memory_conversion = #iree_gpu.derived_thread_config> : vector<16x16xf32>
  %xl = arith.truncf %xsh : vector<16x16xf32> to vector<16x16xf16>
  %yl = iree_vector_ext.to_layout %y to layout(#Rr) : vector<16x16xf16>
  %acc = arith.constant dense<0.0> : vector<16x16xf32>
  %accl = iree_vector_ext.to_layout %acc to layout(#Acc) : vector<16x16xf32>
  %d = vector.contract {indexing_maps=[affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>], iterator_types=["parallel","parallel","reduction"], kind=#vector.kind<add>} %xl, %yl, %accl : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  %dl = iree_vector_ext.to_layout %d to layout(#Acc) : vector<16x16xf32>
  %w = vector.transfer_write %dl, %o[%c0, %c0] {in_bounds=[true,true]} : vector<16x16xf32>, tensor<16x16xf32>
  return %w : tensor<16x16xf32>
}
