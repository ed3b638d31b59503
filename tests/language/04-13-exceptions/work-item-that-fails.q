% proves: 4.13 a work item whose check fails ends there: the statement that reads what is not there has no effect
% expect: ok
function [] = __kernel__ stores(x : vec'checked, at : vec, y : vec, z : vec, pos : int)
    y[pos] = x[at[pos]] + 1
    z[pos] += 1
endfunction
function [] = __kernel__ adds(x : vec'checked, at : vec, y : vec, z : vec, pos : int)
    z[0] += x[at[pos]] + 1
    if x[at[pos]] > 0
        y[pos] = 1
    else
        y[pos] = 2
    endif
endfunction
function [] = __kernel__ counts(x : vec'checked, at : vec, y : vec, z : vec, pos : int)
    for i = 0..x[at[pos]]
        z[pos] += 1
    endfor
    y[pos] = 1
endfunction
function [] = __kernel__ goes_on(x : vec'checked, at : vec, y : vec, z : vec, pos : int)
    repeat
        z[pos] += 1
    until z[pos] > x[at[pos]]
    y[pos] = 1
endfunction
function [] = __kernel__ scatters(x : vec'checked, at : vec, y : vec, z : vec, pos : int)
    y[x[at[pos]]] = 3
    z[pos] = 1
endfunction
function [] = __kernel__ asserts(x : vec'checked, at : vec, y : vec, z : vec, pos : int)
    assert(x[at[pos]] >= 0)
    y[pos] = 4
endfunction
function [] = __kernel__ all_of_a_block(x : vec'checked, at : vec, y : vec, z : vec, pos : int, blkpos : int)
    s = shared(4)
    for i = 0..x[at[3]]
        s[blkpos] = x[blkpos]
        syncthreads
        z[pos] += s[3 - blkpos]
        syncthreads
    endfor
endfunction
x = [0.0, 1, 2, 3]
at = [1.0, 2, 3, 9]
kernels = {stores, adds, counts, goes_on, scatters, asserts, all_of_a_block}
wanted_y = {[2.0, 3, 4, 0], [1.0, 1, 1, 0], [1.0, 1, 1, 0], [1.0, 1, 1, 0], [0.0, 3, 3, 3], [4.0, 4, 4, 0], zeros(4)}
wanted_z = {[1.0, 1, 1, 0], [9.0, 0, 0, 0], [2.0, 3, 4, 0], [2.0, 3, 4, 1], [1.0, 1, 1, 0], zeros(4), zeros(4)}
for k = 0..6
    y = zeros(4)
    z = zeros(4)
    has_failed = false
    try
        parallel_do(4, x, at, y, z, kernels[k])
    catch e
        has_failed = e.message == "index 9 is outside x, a vector of 4 elements: its indices are 0 to 3"
    endtry
    assert(has_failed)
    assert(sum(abs(y - wanted_y[k])) == 0)
    assert(sum(abs(z - wanted_z[k])) == 0)
endfor
print "ok"
