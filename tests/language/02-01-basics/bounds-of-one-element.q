% proves: 2.1(9) an array of one element counts as a number in the bounds of a range, also of one that is kept
% expect: ok
function [] = check(one)
    r = 0..one..3
    assert(numel(r) == 4 && r[3] == 3)
    s = one..3
    assert(numel(s) == 3 && one[0] == 1)
    n = 0
    for i = one..one..3
        n += i
    endfor
    assert(n == 6 && one[0] == 1)
    failed = 0
    try
        t = 0..zeros(1)..3
    catch ex
        failed = 1
    endtry
    assert(failed == 1)
endfunction
for k = 1..50
    check([1])
    check(ones(1,1))
endfor
print "ok"
