% proves: 2.2.3, LANGUAGE: 'sat and 'unchecked belong to the parameter or variable; without one, kernels wrap while checks are off
% expect: ok
function [] = __kernel__ plain(a : vec[uint8], pos : int)
    a[pos] = 200 + pos*100
endfunction
function [] = __kernel__ clip(a : vec[uint8'sat], pos : int)
    a[pos] = 200 + pos*100
endfunction
function [] = __kernel__ wrap(a : vec[uint8'unchecked], pos : int)
    a[pos] = 200 + pos*100
endfunction
function [] = host_clip(a : vec[uint8'sat])
    a[0] = 300
endfunction
function r = fails(a)
    r = false
    try
        a[0] = 300
    catch
        r = true
    endtry
endfunction
a = vec[uint8](3)
parallel_do(3, a, plain)
assert(a[0] == 200 && a[1] == 44 && a[2] == 144, "no modifier")
parallel_do(3, a, clip)
assert(a[0] == 200 && a[1] == 255 && a[2] == 255, "'sat")
assert(fails(a), "the kernel's modifier stays in the kernel")
parallel_do(3, a, wrap)
assert(a[0] == 200 && a[1] == 44 && a[2] == 144, "'unchecked")
assert(fails(a))
host_clip(a)
assert(a[0] == 255, "'sat of a host function")
assert(fails(a), "a function's modifier stays in the function")
b = vec[uint8'sat](3)
parallel_do(3, b, plain)
assert(b[1] == 255, "an array made with a rule keeps it where the parameter has none")
parallel_do(3, b, wrap)
assert(b[1] == 44)
assert(!fails(b) && b[0] == 255)
print "ok"
