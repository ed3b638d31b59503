% proves: 3.4 cube{n}
% expect: ok
function y = f1(x : cube{1})
    y = ndims(x)
endfunction
function y = f2(x : cube{2})
    y = ndims(x)
endfunction
function y = f3(x : cube{3})
    y = ndims(x)
endfunction
function y = f4(x : cube{4})
    y = ndims(x)
endfunction
function y = fn(x : cube{:})
    y = ndims(x)
endfunction
assert(f1([1,2]) == 1 && f2(eye(2)) == 2 && f3(zeros(2,2,2)) == 3 && f4(zeros(2,2,2,2)) == 4)
assert(fn([1,2]) == 1 && fn(eye(2)) == 2 && fn(zeros(2,2,2)) == 3 && fn(zeros(2,2,2,2,2)) == 5)
function r = fails(f)
    r = 0
    try
        f()
    catch ex
        r = 1
    endtry
endfunction
n = int(2)
assert(fails(() -> f1(zeros(n,n))) == 1)
assert(fails(() -> f2(zeros(n,n,n))) == 1)
assert(fails(() -> f3(zeros(n,n,n,n))) == 1)
assert(fails(() -> f4(zeros(n,n,n,n,n))) == 1)
N : 'const = 4
function y = fN(x : cube{N})
    y = sum(x)
endfunction
assert(fN(ones(2,2,2,2)) == 16)
assert(fails(() -> fN(zeros(n,n,n,n,n))) == 1)
x : cube{4} = zeros(2,2,2,2)
x[1,1,1,1] = 3
assert(sum(x) == 3)
c : ccube{4} = complex(x)
assert(real(c[1,1,1,1]) == 3)
ic : icube{:} = zeros(2,2)
assert(type(ic, "imat"))
print "ok"
