% proves: 12.5 one index vector into a vector is a list of indices, also when it is computed from pos
% expect: ok
function [] = __kernel__ fours(a : vec, b : vec, pos : int)
    b[4*pos+(0..3)] = a[4*pos+(0..3)] * 2
endfunction
function [] = __kernel__ shifted(a : vec, b : vec, pos : int)
    b[pos] = sum(a[pos*4+(0..3)+1])
endfunction
function [] = __kernel__ bytes(a : vec[uint8], b : vec[uint8'sat], pos : int)
    p = a[8*pos+(0..7)]
    b[8*pos+(0..7)] = p*3 - 100
endfunction
function [] = __kernel__ two(a : vec, b : vec, pos : ivec2)
    b[pos[0]*8+pos[1]] = a[pos+pos[0]*7][0] + sum(a[pos])
endfunction

a = linspace(0,63,64)
b = zeros(64)
parallel_do(16, a, b, fours)
assert(b[5] == 10 && sum(b) == 2*sum(a))
parallel_do(16, a, b, shifted)
assert(b[0] == 10 && b[3] == 13+14+15+16 && b[15] == 61+62+63)
x = vec[uint8](64)
for k=0..63
    x[k] = 4*k
endfor
y = vec[uint8](64)
parallel_do(8, x, y, bytes)
for k=0..63
    assert(y[k] == min(max(12*k-100,0),255))
endfor
parallel_do([8,8], a, b, two)
for m=0..7
    for n=0..7
        assert(b[8*m+n] == 8*m + m + n)
    endfor
endfor
print "ok"
