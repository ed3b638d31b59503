% Imported by uses.q.
type shape : mutable class
    width : scalar
    height : scalar = 1
endtype
type box : shape
    depth : scalar
endtype
unit = 2
function y = area(s : shape)
    y = s.width * s.height * unit
endfunction
function y = area(width : scalar, height : scalar)
    y = width * height
endfunction
