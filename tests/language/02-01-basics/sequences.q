% proves: 2.1(9) sequences, with and without step, as values, loops and indices
% expect: ok
%! 13: this loop never runs
a = 0..9
assert(numel(a) == 10 && a[0] == 0 && a[9] == 9 && sum(a) == 45, "0..9")
b = 0..2..6
assert(numel(b) == 4 && b[3] == 6, "0..2..6")
assert(numel(0..2..3) == 2 && numel(0..100..10) == 1, "the bound is not reached")
assert(numel(5..4) == 0 && numel(0..-1) == 0, "empty")
c = 3..-1..0
assert(numel(c) == 4 && c[0] == 3 && c[3] == 0, "downwards")
n = 0
for i=5..4
    n += 1
endfor
assert(n == 0, "a loop over an empty range does nothing")
s = 0
for i=10..-3..0
    s += i
endfor
assert(s == 22, "10+7+4+1")
for v=[1,2,4,8]
    s = v
endfor
assert(s == 8, "values of a vector")
x = [10,20,30,40,50]
assert(sum(x[1..3]) == 90 && sum(x[0..2..4]) == 90, "as an index")
print "ok"
