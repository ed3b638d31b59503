% proves: 17.1.6 an error in a fused kernel is told with its line, and can be caught
% expect: ok
function [] = __kernel__ checked(x : mat'checked, y : mat, k : int, pos : ivec2)
    y[pos] = x[pos[0]+k,pos[1]]
endfunction
function y = f(x : mat, k : int)
    {!kernel_fusion strategy="smart"}
    y = zeros(size(x))
    z = zeros(size(x))
    parallel_do(size(x), x, y, k, checked)
    parallel_do(size(x), x, z, 0, checked)
    y = y + z
endfunction
x = ones(50,50)
assert(sum(f(x, 0)) == 5000)
told = ""
try
    y = f(x, 1)
    print sum(y)
catch ex
    told = ex.message
endtry
assert(strfind(told, "index 50") >= 0)
assert(sum(f(x, 0)) == 5000)
print "ok"
