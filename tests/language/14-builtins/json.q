% proves: jsonencode and jsondecode of every kind of value
% expect: ok
type point : class
    x : scalar
    y : scalar
end
assert(jsonencode(3) == "3" && jsonencode(2.5) == "2.5" && jsonencode(true) == "true", "numbers")
assert(jsonencode(0.1) == "0.1" && jsonencode(nan) == "null" && jsonencode(nullptr) == "null", "digits")
assert(jsonencode([1,2.5]) == "[1,2.5]" && jsonencode([[1,2],[3,4]]) == "[[1,2],[3,4]]", "arrays")
assert(jsonencode([]) == "[]" && jsonencode({}) == "[]" && jsonencode({1,"a",{2}}) == sprintf("[1,%sa%s,[2]]", toascii([34]), toascii([34])), "cells")
o = object()
o.name = "a b"
o.list = {1,true}
s = jsonencode({o, point(x:=1,y:=2)})
r = jsondecode(s)
assert(r[0].name == "a b" && r[0].list[1] == true && r[1].y == 2, s)

x = jsondecode("[1, 2, null, 4.5e1]")
assert(numel(x) == 4 && isnan(x[2]) && x[3] == 45, "list of numbers")
assert(size(jsondecode("[[1,2,3],[4,5,6]]")) == [2,3], "matrix")
assert(jsondecode("[[[1,2]],[[3,4]]]")[1,0,1] == 4, "cube")
c = jsondecode("[[1,2],[3]]")
assert(numel(c) == 2 && c[1][0] == 3, "lists of different lengths")
c = jsondecode("[true,null]")
assert(numel(c) == 2 && c[0], "no numbers")
assert(type(jsondecode("7")) == "int" && type(jsondecode("7.0")) == "scalar", "numbers")
assert(numel(jsondecode("[]")) == 0 && numel(jsondecode("[[],[]]")) == 0, "empty")

text = strcat("tab", toascii([9]), "quote", toascii([34]), "grün ", tounicode([128512]))
assert(jsondecode(jsonencode(text)) == text, "text")

function [text] = failure(f)
    text = ""
    try
        f()
    catch ex
        text = sprintf("%s", ex)
    end
end
m = failure(() -> jsondecode("[1,"))
assert(m == "jsondecode: the text is not JSON: line 1, column 3: ']' expected near end of file", m)
m = failure(() -> jsonencode({x -> x}))
assert(m == "jsonencode: JSON has nothing for a function lambda", m)
o.self = o
m = failure(() -> jsonencode(o))
assert(m == "jsonencode: the value contains itself, or is nested more than 1000 deep", m)
deep = ""
for k=1..5000
    deep = strcat(deep, "[")
end
m = failure(() -> jsondecode(deep))
assert(m == "jsondecode: the text is not JSON: line 1, column 2049: maximum parsing depth reached near '['", m)
print "ok"
