% proves: 13.4, 4.8.3 the outputs of a function as the arguments of another one
% expect: ok
function [a, b] = bands(x)
  a = x + 1
  b = x - 1
endfunction
function [p, q] = process(a, b)
  p = a * 10
  q = b * 10
endfunction
[p, q] = process(...bands(5))
assert(p == 60 && q == 40, "chained")
[p, q] = process(...process(...bands(5)))
assert(p == 600 && q == 400, "twice")
g = (a, b) -> a - b
assert(g(...bands(3)) == 2, "lambda")
function y = vector()
  y = [8, 3]
endfunction
assert(g(...vector()) == 5, "one output, a vector, is spread itself")
[band1, _] = bands(1)
assert(band1 == 2, "placeholder")
function y = count(...args)
  y = numel(args)
endfunction
assert(count(0, ...bands(1), ...bands(2)) == 5, "among others")
print "ok"
