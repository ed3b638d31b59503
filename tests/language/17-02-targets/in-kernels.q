% proves: 17.2.6 $target in kernels and device functions
% expect: ok
% It is decided for the device that runs them; what the other branch says
% is not part of the kernel.
function y : int = __device__ place(x : int)
    if !$target("cpu") && $target("gpu")
        y = x + 100
    else
        y = x + 10
    endif
end

function [] = __kernel__ mark(y : vec, is_gpu : vec, pos : int)
    is_gpu[pos] = $target("gpu")
    if $target("cpu")
        y[pos] = place(pos) - 10
    elseif $target("nvidia_cuda") || $target("opencl")
        y[pos] = place(pos) - 100
    else
        y[pos] = -1
    endif
end

% Shared memory in the branch of GPUs: the CPU has none of it.
function [] = __kernel__ sums(x : vec, y : vec, blkdim : int, blkpos : int, pos : int)
    if $target("gpu")
        part = shared(blkdim)
        part[blkpos] = x[pos]
        syncthreads
        y[pos] = part[blkdim - 1 - blkpos] + x[pos] - part[blkdim - 1 - blkpos]
    else
        y[pos] = x[pos]
    endif
end

% Attributes are read for the CPU.
function [] = __kernel__ tiled(y : mat, pos : ivec2)
    if $target("gpu")
        {!kernel_tiling dims=[8,8]; mode="global"}
    else
        y[pos] = 1
    endif
end

y = zeros(64)
is_gpu = zeros(64)
parallel_do(64, y, is_gpu, mark)
for k=0..63
    assert(y[k] == k && is_gpu[k] == is_gpu[0], "the branch of the device")
end
x = 0..63
z = zeros(64)
parallel_do([[64], [16]], x, z, sums)
assert(max(abs(z - x)) == 0, "shared memory for GPUs only")
m = zeros(16, 16)
parallel_do(size(m), m, tiled)
assert(sum(m) == 256, "attributes are read for the CPU")
assert($target("cpu") && !$target("gpu"), "host code")
print "ok"
