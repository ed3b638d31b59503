% proves: 8.2 a loop that `break` leaves and that uses nothing from outside may be met while something else is compiled
% expect: ok
function [] = __kernel__ fill(y : mat, pos : ivec2)
    y[pos] = pos[0]*2 + pos[1]
endfunction
y = zeros(300, 300)
parallel_do(size(y), y, fill)
for k=0..100000
    if k*k > 500
        break
    endif
endfor
assert(y[3,4] == 10)
print "ok"
