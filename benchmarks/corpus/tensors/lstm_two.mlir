func.func @main(%a0: tensor<4x1x32xf32>, %a1: tensor<1x32xf32>, %a2: tensor<1x32xf32>, %a3: tensor<64x128xf32>) -> (tensor<4x1x32xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.extract_slice %a0[0, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<4x1x32xf32> to tensor<1x1x32xf32>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
  %v3 = tensor.concat dim(1) %v2, %a1 : (tensor<1x32xf32>, tensor<1x32xf32>) -> tensor<1x64xf32>
  %v4 = tensor.empty() : tensor<1x128xf32>
  %v5 = linalg.fill ins(%z : f32) outs(%v4 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v6 = linalg.matmul ins(%v3, %a3 : tensor<1x64xf32>, tensor<64x128xf32>) outs(%v5 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v7 = tensor.extract_slice %v6[0, 0] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v8 = tensor.extract_slice %v6[0, 32] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v9 = tensor.extract_slice %v6[0, 64] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v10 = tensor.extract_slice %v6[0, 96] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v11 = tensor.empty() : tensor<1x32xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v8 : tensor<1x32xf32>) outs(%v11 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v13 = tensor.empty() : tensor<1x32xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v12, %a2 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v13 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v15 = tensor.empty() : tensor<1x32xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v7 : tensor<1x32xf32>) outs(%v15 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v17 = tensor.empty() : tensor<1x32xf32>
  %v18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v9 : tensor<1x32xf32>) outs(%v17 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v19 = tensor.empty() : tensor<1x32xf32>
  %v20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v16, %v18 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v19 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v21 = tensor.empty() : tensor<1x32xf32>
  %v22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v14, %v20 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v21 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v23 = tensor.empty() : tensor<1x32xf32>
  %v24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v10 : tensor<1x32xf32>) outs(%v23 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v25 = tensor.empty() : tensor<1x32xf32>
  %v26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v22 : tensor<1x32xf32>) outs(%v25 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v27 = tensor.empty() : tensor<1x32xf32>
  %v28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v24, %v26 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v27 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v29 = tensor.expand_shape %v28 [[0, 1], [2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
  %v30 = tensor.extract_slice %a0[1, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<4x1x32xf32> to tensor<1x1x32xf32>
  %v31 = tensor.collapse_shape %v30 [[0, 1], [2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
  %v32 = tensor.concat dim(1) %v31, %v28 : (tensor<1x32xf32>, tensor<1x32xf32>) -> tensor<1x64xf32>
  %v33 = tensor.empty() : tensor<1x128xf32>
  %v34 = linalg.fill ins(%z : f32) outs(%v33 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v35 = linalg.matmul ins(%v32, %a3 : tensor<1x64xf32>, tensor<64x128xf32>) outs(%v34 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v36 = tensor.extract_slice %v35[0, 0] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v37 = tensor.extract_slice %v35[0, 32] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v38 = tensor.extract_slice %v35[0, 64] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v39 = tensor.extract_slice %v35[0, 96] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v40 = tensor.empty() : tensor<1x32xf32>
  %v41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v37 : tensor<1x32xf32>) outs(%v40 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v42 = tensor.empty() : tensor<1x32xf32>
  %v43 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v41, %v22 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v42 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v44 = tensor.empty() : tensor<1x32xf32>
  %v45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v36 : tensor<1x32xf32>) outs(%v44 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v46 = tensor.empty() : tensor<1x32xf32>
  %v47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v38 : tensor<1x32xf32>) outs(%v46 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v48 = tensor.empty() : tensor<1x32xf32>
  %v49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v45, %v47 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v48 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v50 = tensor.empty() : tensor<1x32xf32>
  %v51 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v43, %v49 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v50 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v52 = tensor.empty() : tensor<1x32xf32>
  %v53 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v39 : tensor<1x32xf32>) outs(%v52 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v54 = tensor.empty() : tensor<1x32xf32>
  %v55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v51 : tensor<1x32xf32>) outs(%v54 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v56 = tensor.empty() : tensor<1x32xf32>
  %v57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v53, %v55 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v56 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v58 = tensor.expand_shape %v57 [[0, 1], [2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
  %v59 = tensor.extract_slice %a0[2, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<4x1x32xf32> to tensor<1x1x32xf32>
  %v60 = tensor.collapse_shape %v59 [[0, 1], [2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
  %v61 = tensor.concat dim(1) %v60, %v57 : (tensor<1x32xf32>, tensor<1x32xf32>) -> tensor<1x64xf32>
  %v62 = tensor.empty() : tensor<1x128xf32>
  %v63 = linalg.fill ins(%z : f32) outs(%v62 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v64 = linalg.matmul ins(%v61, %a3 : tensor<1x64xf32>, tensor<64x128xf32>) outs(%v63 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v65 = tensor.extract_slice %v64[0, 0] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v66 = tensor.extract_slice %v64[0, 32] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v67 = tensor.extract_slice %v64[0, 64] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v68 = tensor.extract_slice %v64[0, 96] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v69 = tensor.empty() : tensor<1x32xf32>
  %v70 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v66 : tensor<1x32xf32>) outs(%v69 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v71 = tensor.empty() : tensor<1x32xf32>
  %v72 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v70, %v51 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v71 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v73 = tensor.empty() : tensor<1x32xf32>
  %v74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v65 : tensor<1x32xf32>) outs(%v73 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v75 = tensor.empty() : tensor<1x32xf32>
  %v76 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v67 : tensor<1x32xf32>) outs(%v75 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v77 = tensor.empty() : tensor<1x32xf32>
  %v78 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v74, %v76 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v77 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v79 = tensor.empty() : tensor<1x32xf32>
  %v80 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v72, %v78 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v79 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v81 = tensor.empty() : tensor<1x32xf32>
  %v82 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v68 : tensor<1x32xf32>) outs(%v81 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v83 = tensor.empty() : tensor<1x32xf32>
  %v84 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v80 : tensor<1x32xf32>) outs(%v83 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v85 = tensor.empty() : tensor<1x32xf32>
  %v86 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v82, %v84 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v85 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v87 = tensor.expand_shape %v86 [[0, 1], [2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
  %v88 = tensor.extract_slice %a0[3, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<4x1x32xf32> to tensor<1x1x32xf32>
  %v89 = tensor.collapse_shape %v88 [[0, 1], [2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
  %v90 = tensor.concat dim(1) %v89, %v86 : (tensor<1x32xf32>, tensor<1x32xf32>) -> tensor<1x64xf32>
  %v91 = tensor.empty() : tensor<1x128xf32>
  %v92 = linalg.fill ins(%z : f32) outs(%v91 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v93 = linalg.matmul ins(%v90, %a3 : tensor<1x64xf32>, tensor<64x128xf32>) outs(%v92 : tensor<1x128xf32>) -> tensor<1x128xf32>
  %v94 = tensor.extract_slice %v93[0, 0] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v95 = tensor.extract_slice %v93[0, 32] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v96 = tensor.extract_slice %v93[0, 64] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v97 = tensor.extract_slice %v93[0, 96] [1, 32] [1, 1] : tensor<1x128xf32> to tensor<1x32xf32>
  %v98 = tensor.empty() : tensor<1x32xf32>
  %v99 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v95 : tensor<1x32xf32>) outs(%v98 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v100 = tensor.empty() : tensor<1x32xf32>
  %v101 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v99, %v80 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v100 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v102 = tensor.empty() : tensor<1x32xf32>
  %v103 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v94 : tensor<1x32xf32>) outs(%v102 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v104 = tensor.empty() : tensor<1x32xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v96 : tensor<1x32xf32>) outs(%v104 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v106 = tensor.empty() : tensor<1x32xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v103, %v105 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v106 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v108 = tensor.empty() : tensor<1x32xf32>
  %v109 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v101, %v107 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v108 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v110 = tensor.empty() : tensor<1x32xf32>
  %v111 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v97 : tensor<1x32xf32>) outs(%v110 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v112 = tensor.empty() : tensor<1x32xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v109 : tensor<1x32xf32>) outs(%v112 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v114 = tensor.empty() : tensor<1x32xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v111, %v113 : tensor<1x32xf32>, tensor<1x32xf32>) outs(%v114 : tensor<1x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x32xf32>
  %v116 = tensor.expand_shape %v115 [[0, 1], [2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
  %v117 = tensor.concat dim(0) %v29, %v58, %v87, %v116 : (tensor<1x1x32xf32>, tensor<1x1x32xf32>, tensor<1x1x32xf32>, tensor<1x1x32xf32>) -> tensor<4x1x32xf32>
  return %v117 : tensor<4x1x32xf32>
}
