% proves: 8.2 a range counts up unless it has a step; who writes n-1..0 is told in the run
% expect: ok
function [] = down(n)
    for j=n-1..0
        error("never")
    endfor
    k = 0
    for j=n-1..-1..0
        k += 1
    endfor
    assert(k == n)
endfunction
down(5)
down(6)
print "ok"
