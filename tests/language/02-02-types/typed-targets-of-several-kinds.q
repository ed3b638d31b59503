% manual: 2.2 [A : ccube, B : vec] = load(...) with strings and numbers among the variables
% expect: ok
save("kinds.dat", complex(ones(2,2,2)), [1,2,3], "text", 4.5)
[a : ccube, b : vec, c : string, d : scalar] = load("kinds.dat")
assert(numel(a) == 8 && b[2] == 3 && c == "text" && d == 4.5, "each has its type")
[label : string, weight : scalar] = {"w", 0.5}
assert(label == "w" && weight == 0.5, "from a cell")
print "ok"
