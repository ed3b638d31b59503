% proves: 17.2.5 the multi-target sum with schedule
% expect: ok
function y = manual_map_sum(x : vec, map : [__device__ (scalar)->scalar])
    function y = __kernel__ gpu_kernel(x : vec'unchecked, nblocks : int,
        map : [__device__ (scalar) -> scalar], blkdim : int, blkpos : int)
        {!kernel name="gpu_kernel"; target="gpu"}
        bins = shared(blkdim)
        val = 0.0
        for n=0..nblocks-1
            if blkpos + n * blkdim < numel(x)
                val += map(x[blkpos + n * blkdim])
            endif
        endfor
        bins[blkpos] = val
        syncthreads
        bit = 1
        while bit<blkdim
            index = 2*bit*blkpos
            if index+bit<blkdim
                t = bins[index] + bins[index+bit]
                bins[index] = t
                syncthreads
            endif
            bit *= 2
        endwhile
        if blkpos==0
            y = bins[0]
        endif
    endfunction
    function y = __kernel__ cpu_kernel(x : vec'unchecked,
        map : [__device__ (scalar) -> scalar])
        {!kernel name="cpu_kernel"; target="cpu"}
        val = 0.0
        {!parallel for; reduction={val,"+="}}
        for n=0..numel(x)-1
            val += map(x[n])
        endfor
        y = val
    endfunction
    match schedule(numel(x), x, map, {gpu_kernel, cpu_kernel}) with
    | 0 ->
        N = numel(x)
        BLOCK_SIZE = prod(max_block_size(gpu_kernel, N))
        nblocks = int((N + BLOCK_SIZE-1) / BLOCK_SIZE)
        y = parallel_do([[1,BLOCK_SIZE], [1,BLOCK_SIZE]], x, nblocks, map, gpu_kernel)
    | 1 ->
        y = serial_do(1, x, map, cpu_kernel)
    endmatch
endfunction
f = __device__ (x : scalar) -> 2*x + 1
x = linspace(1,100,100)
assert(abs(manual_map_sum(x, f) - (2*5050 + 100)) < 1e-2, "sum of the mapped values")
print "ok"
