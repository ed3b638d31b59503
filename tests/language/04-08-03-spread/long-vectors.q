% proves: 4.8.3 `...` in a matrix takes vectors of any length, and gives the type that their elements have
% expect: ok
v = ones(100000)
w = [...v, 2, ...v]
assert(numel(w) == 200001 && w[100000] == 2 && sum(w) == 200002)
c = {...v, "end"}
assert(size(c, 1) == 100001 && c[100000] == "end")

b = uint8([250, 7])
assert(type([...b, 1], "ivec") && all([...b, 1000] == [250, 7, 1000]))
assert(type([...b, 0.5], "vec") && [...b, 0.5][2] == 0.5)
assert(type([...[1,2], 1i], "cvec") && [...[1,2], 1i][2] == 1i)
assert(sum([...(v == 2), v[0] == 1]) == 1)
z = zeros(0)
assert(numel([...z]) == 0 && all([...z, 4] == 4) && all([4, ...z, ...z] == [4]))
assert(all([...transpose([1,2,3]), 4] == [1,2,3,4]))

message = ""
try
    w = [...ones(2,2), 1]
catch ex
    message = sprintf("%s", ex)
end
assert(numel(strfind(message, "one dimension")) > 0, message)

% One by one
s = zeros(0)
for i = 0..20000-1
    s = [...s, i]
end
assert(numel(s) == 20000 && s[19999] == 19999)
print "ok"
