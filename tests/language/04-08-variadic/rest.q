% proves: 4.8 rest parameters, typed and with fixed and optional ones
% expect: ok
function y = total(... args : vec[scalar])
    y = 0.0
    for i = 0..numel(args)-1
        y += args[i]
    endfor
endfunction
assert(total() == 0 && total(1,2,3) == 6)
function y = join(... args : vec[string])
    y = ""
    for i = 0..numel(args)-1
        y = y + args[i]
    endfor
endfunction
assert(join("a","b","c") == "abc")
function r = func(a, b, opt1=1.0, opt2=2.0, ...args)
    r = a + 10*b + 100*opt1 + 1000*opt2 + 10000*numel(args)
endfunction
assert(func(1,2) == 2121)
assert(func(1,2,3) == 2321)
assert(func(1,2,3,4) == 4321)
assert(func(1,2,3,4,5,6,7) == 34321)
assert(func(1,2,opt2 := 5) == 5121)
print "ok"
