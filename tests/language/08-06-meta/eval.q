% proves: 8.6 $eval computes at compile time, with constants of the program
% expect: ok
n = 5
square = x -> x^2
function y = twice(a)
  y = 2 * a
endfunction
assert($eval(2 + 3 * 4) == 14)
assert(abs($eval(log(pi/2)) - log(pi/2)) < 1e-6)
assert($eval(n * n) == 25)
assert($eval(square(3)) == 9)
assert($eval(twice(n) + 1) == 11)
assert($eval(n > 3) == true)
assert($eval([1 + 1, n])[1] == 5)
assert($eval("text") == "text")
assert($eval(mod(17, n)) == 2 && $eval(max(n, 9)) == 9)
print "ok"
