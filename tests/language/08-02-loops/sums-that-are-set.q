% proves: 8.2 a variable that a loop inside of a loop adds to, and sets afterwards, has what it was set to
% expect: ok
function [] = last(a : mat'unchecked, x : vec'unchecked, y : vec'unchecked)
    for i=0..size(a,0)-1
        s = 5.0
        for j=0..size(a,1)-1
            s += a[i,j]
            s = 2*x[j]
        endfor
        y[i] = s
    endfor
endfunction

y = zeros(100)
last(rand(100,64), 0..63, y)
assert(max(abs(y - 126)) == 0)
print "ok"
