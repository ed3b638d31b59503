% proves: 8.2, 17.1.1 {!parallel for} on a loop that changes fields of an object of a dynamic class is an error
% expect: check-error 11.*the loop changes a field of an object
type box : dynamic class
    v : scalar
endtype

function [] = main()
    b = box(v:=2)
    {!parallel for}
    for i=0..9
        b.v += i
    endfor
    print b.v
endfunction
