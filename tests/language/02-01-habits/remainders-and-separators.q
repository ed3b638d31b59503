% proves: 2.1 what reads as a remainder, or as two elements, to people from other languages is told
% expect: ok
%! 11: `% b` is a comment: everything behind % is; the remainder of a and b is mod\(a, b\)
%! 12: `% 2` is a comment: everything behind % is; the remainder of a and b is mod\(a, b\)
%! 13: `% 2` is a comment: everything behind % is; the remainder of a and b is mod\(a, b\)
%! 16: one element, a difference.*\[1, -2\]
%! 17: one element, a sum
%! 19: `% 2` is a comment: everything behind % is; the remainder of a and b is mod\(a, b\)
a = 5
b = 3
x = a % b
y = a + 1 % 2
if a % 2 == 0
  x = x + 0
endif
v = [1 -2]
w = {a, a +b}
function z = half(n)
  z = n % 2
endfunction
% These are comments, and differences:
c = a % b is not used here
d = 7 % 7
e = [a - b, a-b, -b, a -
     b, (a) - b]
f = numel(e) % 4
g = [1, 2] % 2
h = "a" % b
i = a %
assert(x == 5 && y == 6 && v[0] == -1 && numel(v) == 1 && w[1] == 8 && half(7) == 7 && i == 5)
print "ok"
