% proves: LANGUAGE "Bounds": in loop bodies an access is 'safe, interpreted or not
% expect: ok
%! 7: this index goes from -3 to 8, but dimension 0 of x has the indices 0 to 4
x = ones(5)
s = 0.0
for i=-3..8
    s += x[i]
    x[i+100] = 4
endfor
assert(s == 5, "outside reads are 0, outside writes are dropped")
print "ok"
