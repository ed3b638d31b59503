% proves: 17.2 what has nothing to do on the CPU, and a kernel that goes across memory, are notes of `check`
% expect: ok
%! 7: note: this kernel goes across memory: line 8: .* elements of `x` .* in dimension 0 neighbouring ones: exchange .* pos.0. and pos.1.
%! 11: note: {!kernel_transform} has nothing to do on the CPU: the processor's caches keep what neighbouring work items read
%! 12: note: {!kernel_transform} has nothing to do on the CPU: arrays that work items only add to have copies
%! 15: note: this kernel goes across memory: line 16: .* elements of `y`
function [] = __kernel__ across(x : mat, s : vec, pos : ivec2)
    s[0] += x[pos[1],pos[0]]
endfunction
function [] = __kernel__ fine(x : mat, s : vec, pos : ivec2)
    {!kernel_transform enable="localwindow"}
    {!kernel_transform enable="sharedmemcaching"; target="cpu gpu"}
    s[0] += x[pos]
endfunction
function [] = __kernel__ powers(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = x[pos[1],pos[0]]^2.5
endfunction
function [] = __kernel__ transposed(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = x[pos]
endfunction
function [] = __kernel__ for_others(x : mat, y : mat, pos : ivec2)
    {!kernel_transform enable="localwindow"; target="gpu"}
    y[pos] = x[pos]
endfunction
x = mod(reshape(0..199,[10,20]), 7)
s = zeros(1)
parallel_do([20,10], x, s, across)
assert(s[0] == sum(x), "across")
parallel_do(size(x), x, s, fine)
assert(s[0] == 2*sum(x), "fine")
y = zeros(10,20)
parallel_do([20,10], x, y, powers)
assert(abs(y[9,19] - x[9,19]^2.5) < 1e-3, "powers")
z = zeros(20,10)
parallel_do(size(x), x, z, transposed)
assert(z[19,9] == x[9,19], "transposed")
print "ok"
