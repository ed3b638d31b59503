% proves: 2.4 an array of integers for a kernel's parameter of other integers is taken as it is, in compiled code, too
% expect: ok
function [] = __kernel__ wide(x : vec[int64], y : vec[int64], pos : int)
    y[pos] = x[pos] + 1
endfunction
function [] = __kernel__ plain(x : vec[int], y : vec[int], pos : int)
    y[pos] = x[pos] + 1
endfunction
function [] = __kernel__ narrow(x : vec[int16], y : vec[int16], pos : int)
    y[pos] = x[pos] + 1
endfunction
function [] = __kernel__ added(y : mat[int64], pos : ivec2)
    y[pos] += pos[0] + 2*pos[1]
endfunction
kernels = {wide, plain, narrow}
for k = 0..2
    x = int([1, 2, 3])
    for y = {int([0, 0, 0]), int64([0, 0, 0]), int16([0, 0, 0])}
        parallel_do(3, x, y, kernels[k])
        assert(y[0] == 2 && y[1] == 3 && y[2] == 4)
    endfor
endfor
y = int(zeros(2, 2))
parallel_do([2, 2], y, added)
assert(y[1, 1] == 3 && y[0, 1] == 2)
print "ok"
