% proves: 8.2 host functions called in loops keep what kernels would do otherwise: types of parameters, unset variables
% expect: ok
function y = wide(x : scalar'double)
    y = (x + 1e9) - 1e9
endfunction
function y = unset(x)
    if mod(x, 3) == 0
        r = x + 1
    endif
    y = r
endfunction
function y = chosen(x)
    if mod(x, 3) == 0
        r = x + 1
    else
        r = x - 1
    endif
    y = r
endfunction
function y = counted(x)
    r = x
    if x > 10
        r += 1
    endif
    y = r
endfunction
n = 3000
a = zeros(n)
for i=0..n-1
    a[i] = wide(i)
endfor
assert(a[1] == 1 && a[n-1] == n - 1, "'double of a parameter")
failed = false
try
    for i=0..n-1
        a[i] = unset(i)
    endfor
catch ex
    failed = true
endtry
assert(failed, "a variable without a value")
for i=0..n-1
    a[i] = chosen(i) + counted(i)
endfor
assert(a[0] == 1 && a[1] == 1 && a[12] == 26, "branches")
print "ok"
