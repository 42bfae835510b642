// A dispatch that is outlined already.
util.func public @f(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %c1 = arith.constant 1 : index
  %r = flow.dispatch.workgroups[%c1](%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> = (%in: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>, %out: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4x8xf32>>) {
    %l = iree_tensor_ext.dispatch.tensor.load %in, offsets = [0,0], sizes = [4,8], strides = [1,1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>> -> tensor<4x8xf32>
    %e = math.absf %l : tensor<4x8xf32>
    iree_tensor_ext.dispatch.tensor.store %e, %out, offsets = [0,0], sizes = [4,8], strides = [1,1] : tensor<4x8xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4x8xf32>>
    flow.return
  } count(%w: index) -> (index, index, index) {
    %x0, %y0, %z0 = iree_tensor_ext.dispatch.workgroup_count_from_slice(%w)
    flow.return %x0, %y0, %z0 : index, index, index
  }
  %c = tensor.concat dim(0) %r, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  util.return %c : tensor<8x8xf32>
}
