% proves: 4.9 the manual's condition on sizes, decided at run time; a comparison of vectors asks for all elements
% expect: ok
function y = fused(a, b, c)
  y = a + b*c + 1000
endfunction
reduction (a : cube, b : cube, c : scalar) -> a + b*c = fused(a, b, c) _
  where size(a) == size(b)
p = ones(2, 2, 3)
q = 2*ones(2, 2, 3)
r = p + q*3
assert(r[0,0,0] == 1007)
function y = late(a, b, c)
  y = a + b*c
endfunction
assert(late(p, q, 3)[1,1,2] == 1007)
assert(late(1, 2, 3) == 7)
print "ok"
