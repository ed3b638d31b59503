% proves: 2.1 (17) eval may be called inside the text, and by functions that the text calls
% expect: ok
function y = factorial(n)
  y = n <= 1 ? 1 : eval("n*factorial(n-1)")
endfunction
assert(factorial(6) == 720, "through a function")
a = 7
sum_text = "a + b"
assert(eval("b = 2; eval(sum_text)") == 9, "eval in eval")
assert(eval("a = 1; b = 2; eval(sum_text)") == 3 && a == 7, "it sees the variables of the text around it")
self = "depth < 5 ? again(depth + 1) : depth"
function y = again(depth)
  y = eval(self)
endfunction
assert(again(0) == 5, "one text inside itself")
print "ok"
