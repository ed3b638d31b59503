% Imports, fields, overloads, named arguments.
import "shapes.q"
import "imfilter.q"
function y = area(b : box)
    y = b.width * b.depth
endfunction
function [] = grow(s : ^shape, by : scalar = 2)
    s.width *= by
    s.height += unit
endfunction
s = shape(width:=3, height:=4)
t = box(width:=1, depth:=2)
grow(s, by:=3)
s.grow(5)
print area(s), area(height:=2, width:=unit), area(t), t.width
print gaussian_filter(ones(4,4), s.width)
