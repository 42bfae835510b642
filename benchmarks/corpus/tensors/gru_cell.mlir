func.func @main(%a0: tensor<6x1x24xf32>, %a1: tensor<1x48xf32>, %a2: tensor<24x144xf32>, %a3: tensor<48x144xf32>) -> (tensor<6x1x48xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.extract_slice %a0[0, 0, 0] [1, 1, 24] [1, 1, 1] : tensor<6x1x24xf32> to tensor<1x1x24xf32>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
  %v3 = tensor.empty() : tensor<1x144xf32>
  %v4 = linalg.fill ins(%z : f32) outs(%v3 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v5 = linalg.matmul ins(%v2, %a2 : tensor<1x24xf32>, tensor<24x144xf32>) outs(%v4 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v6 = tensor.empty() : tensor<1x144xf32>
  %v7 = linalg.fill ins(%z : f32) outs(%v6 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v8 = linalg.matmul ins(%a1, %a3 : tensor<1x48xf32>, tensor<48x144xf32>) outs(%v7 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v9 = tensor.extract_slice %v5[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v10 = tensor.extract_slice %v8[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v11 = tensor.empty() : tensor<1x48xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v9, %v10 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v11 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v13 = tensor.empty() : tensor<1x48xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v12 : tensor<1x48xf32>) outs(%v13 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v15 = tensor.extract_slice %v5[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v16 = tensor.extract_slice %v8[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v17 = tensor.empty() : tensor<1x48xf32>
  %v18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v15, %v16 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v17 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v19 = tensor.empty() : tensor<1x48xf32>
  %v20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v18 : tensor<1x48xf32>) outs(%v19 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v21 = tensor.extract_slice %v5[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v22 = tensor.extract_slice %v8[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v23 = tensor.empty() : tensor<1x48xf32>
  %v24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v14, %v22 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v23 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v25 = tensor.empty() : tensor<1x48xf32>
  %v26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v21, %v24 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v25 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v27 = tensor.empty() : tensor<1x48xf32>
  %v28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v26 : tensor<1x48xf32>) outs(%v27 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v29 = tensor.empty() : tensor<1x48xf32>
  %v30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v20, %v28, %a1 : tensor<1x48xf32>, tensor<1x48xf32>, tensor<1x48xf32>) outs(%v29 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %out: f32):
    %d = arith.subf %x2, %x1 : f32
    %m = arith.mulf %x0, %d : f32
    %q = arith.addf %x1, %m : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v31 = tensor.expand_shape %v30 [[0, 1], [2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
  %v32 = tensor.extract_slice %a0[1, 0, 0] [1, 1, 24] [1, 1, 1] : tensor<6x1x24xf32> to tensor<1x1x24xf32>
  %v33 = tensor.collapse_shape %v32 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
  %v34 = tensor.empty() : tensor<1x144xf32>
  %v35 = linalg.fill ins(%z : f32) outs(%v34 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v36 = linalg.matmul ins(%v33, %a2 : tensor<1x24xf32>, tensor<24x144xf32>) outs(%v35 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v37 = tensor.empty() : tensor<1x144xf32>
  %v38 = linalg.fill ins(%z : f32) outs(%v37 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v39 = linalg.matmul ins(%v30, %a3 : tensor<1x48xf32>, tensor<48x144xf32>) outs(%v38 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v40 = tensor.extract_slice %v36[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v41 = tensor.extract_slice %v39[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v42 = tensor.empty() : tensor<1x48xf32>
  %v43 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v40, %v41 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v42 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v44 = tensor.empty() : tensor<1x48xf32>
  %v45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v43 : tensor<1x48xf32>) outs(%v44 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v46 = tensor.extract_slice %v36[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v47 = tensor.extract_slice %v39[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v48 = tensor.empty() : tensor<1x48xf32>
  %v49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v46, %v47 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v48 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v50 = tensor.empty() : tensor<1x48xf32>
  %v51 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v49 : tensor<1x48xf32>) outs(%v50 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v52 = tensor.extract_slice %v36[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v53 = tensor.extract_slice %v39[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v54 = tensor.empty() : tensor<1x48xf32>
  %v55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v45, %v53 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v54 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v56 = tensor.empty() : tensor<1x48xf32>
  %v57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v52, %v55 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v56 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v58 = tensor.empty() : tensor<1x48xf32>
  %v59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v57 : tensor<1x48xf32>) outs(%v58 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v60 = tensor.empty() : tensor<1x48xf32>
  %v61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v51, %v59, %v30 : tensor<1x48xf32>, tensor<1x48xf32>, tensor<1x48xf32>) outs(%v60 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %out: f32):
    %d = arith.subf %x2, %x1 : f32
    %m = arith.mulf %x0, %d : f32
    %q = arith.addf %x1, %m : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v62 = tensor.expand_shape %v61 [[0, 1], [2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
  %v63 = tensor.extract_slice %a0[2, 0, 0] [1, 1, 24] [1, 1, 1] : tensor<6x1x24xf32> to tensor<1x1x24xf32>
  %v64 = tensor.collapse_shape %v63 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
  %v65 = tensor.empty() : tensor<1x144xf32>
  %v66 = linalg.fill ins(%z : f32) outs(%v65 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v67 = linalg.matmul ins(%v64, %a2 : tensor<1x24xf32>, tensor<24x144xf32>) outs(%v66 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v68 = tensor.empty() : tensor<1x144xf32>
  %v69 = linalg.fill ins(%z : f32) outs(%v68 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v70 = linalg.matmul ins(%v61, %a3 : tensor<1x48xf32>, tensor<48x144xf32>) outs(%v69 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v71 = tensor.extract_slice %v67[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v72 = tensor.extract_slice %v70[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v73 = tensor.empty() : tensor<1x48xf32>
  %v74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v71, %v72 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v73 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v75 = tensor.empty() : tensor<1x48xf32>
  %v76 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v74 : tensor<1x48xf32>) outs(%v75 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v77 = tensor.extract_slice %v67[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v78 = tensor.extract_slice %v70[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v79 = tensor.empty() : tensor<1x48xf32>
  %v80 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v77, %v78 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v79 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v81 = tensor.empty() : tensor<1x48xf32>
  %v82 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v80 : tensor<1x48xf32>) outs(%v81 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v83 = tensor.extract_slice %v67[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v84 = tensor.extract_slice %v70[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v85 = tensor.empty() : tensor<1x48xf32>
  %v86 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v76, %v84 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v85 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v87 = tensor.empty() : tensor<1x48xf32>
  %v88 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v83, %v86 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v87 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v89 = tensor.empty() : tensor<1x48xf32>
  %v90 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v88 : tensor<1x48xf32>) outs(%v89 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v91 = tensor.empty() : tensor<1x48xf32>
  %v92 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v82, %v90, %v61 : tensor<1x48xf32>, tensor<1x48xf32>, tensor<1x48xf32>) outs(%v91 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %out: f32):
    %d = arith.subf %x2, %x1 : f32
    %m = arith.mulf %x0, %d : f32
    %q = arith.addf %x1, %m : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v93 = tensor.expand_shape %v92 [[0, 1], [2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
  %v94 = tensor.extract_slice %a0[3, 0, 0] [1, 1, 24] [1, 1, 1] : tensor<6x1x24xf32> to tensor<1x1x24xf32>
  %v95 = tensor.collapse_shape %v94 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
  %v96 = tensor.empty() : tensor<1x144xf32>
  %v97 = linalg.fill ins(%z : f32) outs(%v96 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v98 = linalg.matmul ins(%v95, %a2 : tensor<1x24xf32>, tensor<24x144xf32>) outs(%v97 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v99 = tensor.empty() : tensor<1x144xf32>
  %v100 = linalg.fill ins(%z : f32) outs(%v99 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v101 = linalg.matmul ins(%v92, %a3 : tensor<1x48xf32>, tensor<48x144xf32>) outs(%v100 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v102 = tensor.extract_slice %v98[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v103 = tensor.extract_slice %v101[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v104 = tensor.empty() : tensor<1x48xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v102, %v103 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v104 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v106 = tensor.empty() : tensor<1x48xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v105 : tensor<1x48xf32>) outs(%v106 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v108 = tensor.extract_slice %v98[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v109 = tensor.extract_slice %v101[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v110 = tensor.empty() : tensor<1x48xf32>
  %v111 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v108, %v109 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v110 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v112 = tensor.empty() : tensor<1x48xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v111 : tensor<1x48xf32>) outs(%v112 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v114 = tensor.extract_slice %v98[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v115 = tensor.extract_slice %v101[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v116 = tensor.empty() : tensor<1x48xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v107, %v115 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v116 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v118 = tensor.empty() : tensor<1x48xf32>
  %v119 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v114, %v117 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v118 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v120 = tensor.empty() : tensor<1x48xf32>
  %v121 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v119 : tensor<1x48xf32>) outs(%v120 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v122 = tensor.empty() : tensor<1x48xf32>
  %v123 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v113, %v121, %v92 : tensor<1x48xf32>, tensor<1x48xf32>, tensor<1x48xf32>) outs(%v122 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %out: f32):
    %d = arith.subf %x2, %x1 : f32
    %m = arith.mulf %x0, %d : f32
    %q = arith.addf %x1, %m : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v124 = tensor.expand_shape %v123 [[0, 1], [2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
  %v125 = tensor.extract_slice %a0[4, 0, 0] [1, 1, 24] [1, 1, 1] : tensor<6x1x24xf32> to tensor<1x1x24xf32>
  %v126 = tensor.collapse_shape %v125 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
  %v127 = tensor.empty() : tensor<1x144xf32>
  %v128 = linalg.fill ins(%z : f32) outs(%v127 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v129 = linalg.matmul ins(%v126, %a2 : tensor<1x24xf32>, tensor<24x144xf32>) outs(%v128 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v130 = tensor.empty() : tensor<1x144xf32>
  %v131 = linalg.fill ins(%z : f32) outs(%v130 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v132 = linalg.matmul ins(%v123, %a3 : tensor<1x48xf32>, tensor<48x144xf32>) outs(%v131 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v133 = tensor.extract_slice %v129[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v134 = tensor.extract_slice %v132[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v135 = tensor.empty() : tensor<1x48xf32>
  %v136 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v133, %v134 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v135 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v137 = tensor.empty() : tensor<1x48xf32>
  %v138 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v136 : tensor<1x48xf32>) outs(%v137 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v139 = tensor.extract_slice %v129[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v140 = tensor.extract_slice %v132[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v141 = tensor.empty() : tensor<1x48xf32>
  %v142 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v139, %v140 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v141 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v143 = tensor.empty() : tensor<1x48xf32>
  %v144 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v142 : tensor<1x48xf32>) outs(%v143 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v145 = tensor.extract_slice %v129[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v146 = tensor.extract_slice %v132[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v147 = tensor.empty() : tensor<1x48xf32>
  %v148 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v138, %v146 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v147 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v149 = tensor.empty() : tensor<1x48xf32>
  %v150 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v145, %v148 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v149 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v151 = tensor.empty() : tensor<1x48xf32>
  %v152 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v150 : tensor<1x48xf32>) outs(%v151 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v153 = tensor.empty() : tensor<1x48xf32>
  %v154 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v144, %v152, %v123 : tensor<1x48xf32>, tensor<1x48xf32>, tensor<1x48xf32>) outs(%v153 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %out: f32):
    %d = arith.subf %x2, %x1 : f32
    %m = arith.mulf %x0, %d : f32
    %q = arith.addf %x1, %m : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v155 = tensor.expand_shape %v154 [[0, 1], [2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
  %v156 = tensor.extract_slice %a0[5, 0, 0] [1, 1, 24] [1, 1, 1] : tensor<6x1x24xf32> to tensor<1x1x24xf32>
  %v157 = tensor.collapse_shape %v156 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
  %v158 = tensor.empty() : tensor<1x144xf32>
  %v159 = linalg.fill ins(%z : f32) outs(%v158 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v160 = linalg.matmul ins(%v157, %a2 : tensor<1x24xf32>, tensor<24x144xf32>) outs(%v159 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v161 = tensor.empty() : tensor<1x144xf32>
  %v162 = linalg.fill ins(%z : f32) outs(%v161 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v163 = linalg.matmul ins(%v154, %a3 : tensor<1x48xf32>, tensor<48x144xf32>) outs(%v162 : tensor<1x144xf32>) -> tensor<1x144xf32>
  %v164 = tensor.extract_slice %v160[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v165 = tensor.extract_slice %v163[0, 0] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v166 = tensor.empty() : tensor<1x48xf32>
  %v167 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v164, %v165 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v166 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v168 = tensor.empty() : tensor<1x48xf32>
  %v169 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v167 : tensor<1x48xf32>) outs(%v168 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v170 = tensor.extract_slice %v160[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v171 = tensor.extract_slice %v163[0, 48] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v172 = tensor.empty() : tensor<1x48xf32>
  %v173 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v170, %v171 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v172 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v174 = tensor.empty() : tensor<1x48xf32>
  %v175 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v173 : tensor<1x48xf32>) outs(%v174 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v176 = tensor.extract_slice %v160[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v177 = tensor.extract_slice %v163[0, 96] [1, 48] [1, 1] : tensor<1x144xf32> to tensor<1x48xf32>
  %v178 = tensor.empty() : tensor<1x48xf32>
  %v179 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v169, %v177 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v178 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v180 = tensor.empty() : tensor<1x48xf32>
  %v181 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v176, %v179 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%v180 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v182 = tensor.empty() : tensor<1x48xf32>
  %v183 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v181 : tensor<1x48xf32>) outs(%v182 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = math.tanh %x0 : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v184 = tensor.empty() : tensor<1x48xf32>
  %v185 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v175, %v183, %v154 : tensor<1x48xf32>, tensor<1x48xf32>, tensor<1x48xf32>) outs(%v184 : tensor<1x48xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %out: f32):
    %d = arith.subf %x2, %x1 : f32
    %m = arith.mulf %x0, %d : f32
    %q = arith.addf %x1, %m : f32
    linalg.yield %q : f32
  } -> tensor<1x48xf32>
  %v186 = tensor.expand_shape %v185 [[0, 1], [2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
  %v187 = tensor.concat dim(0) %v31, %v62, %v93, %v124, %v155, %v186 : (tensor<1x1x48xf32>, tensor<1x1x48xf32>, tensor<1x1x48xf32>, tensor<1x1x48xf32>, tensor<1x1x48xf32>, tensor<1x1x48xf32>) -> tensor<6x1x48xf32>
  return %v187 : tensor<6x1x48xf32>
}
