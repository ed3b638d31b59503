% proves: 9.11 gpu_feature of all names
% expect: ok
names = {"num_sm","cuda_arch","max_reg_per_block","max_shared_mem_per_block","max_shared_mem_per_sm","max_constant_memory","warp_size","max_threads_per_block","max_warps_per_sm","max_blocks_per_sm"}
for i=0..numel(names)-1
    f = gpu_feature(names[i])
    assert(f >= 0, names[i])
endfor
assert(gpu_feature("warp_size") >= 1 && gpu_feature("max_threads_per_block") >= 1, "at least one")
print "ok"
