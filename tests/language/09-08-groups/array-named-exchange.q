% proves: 9.8 a shared array of the program keeps its elements, whatever its name, while groups exchange values
% expect: ok
function [] = __kernel__ neighbours(x : vec, y : vec, z : vec, pos : int, blkpos : int, this_thread_block : thread_block)
    exchange = shared(1)
    other = shared(64)
    exchange[0] = 7
    other[mod(blkpos,64)] = 9
    syncthreads
    z[pos] = this_thread_block.shfl_xor(x[pos], 1)
    y[pos] = other[5] + exchange[0]*100
endfunction

function [] = main()
    x = (0..127) + 0.5
    y = zeros(128)
    z = zeros(128)
    parallel_do([128,128], x, y, z, neighbours)
    assert(all(y == 709))
    assert(all(z[0..3] == [1.5,0.5,3.5,2.5]))
    print "ok"
endfunction
