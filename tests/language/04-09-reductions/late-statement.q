% proves: 4.9.4 a reduction that run time decides on may stand for a call without a result
% expect: stdout
%> scalar 3
%> text a
%> none
%> neg
%> pos
%> pos
%> scalar 2
%> text b
%> 5
%> made 1
%> made 7
function [] = show(kind, s)
    print kind, " ", s
endfunction
reduction (x : scalar) -> tell(x) = show("scalar", x)
reduction (x : string) -> tell(x) = show("text", x)
reduction (x : mat) -> tell(x) = print("none")
c = {3, "a", [[1, 2], [3, 4]]}
for k=0..2
    tell(c[k])
endfor

reduction (x : scalar) -> act(x) = print("neg") where x < 0
reduction (x : scalar) -> act(x) = print("pos") where x >= 0
for i=-1..1
    act(i)
endfor

function [] = run(w)
    tell(w)
endfunction
run(2)
run("b")

type number : mutable class
    re : scalar
endtype
reduction (a : number) -> print(a) = print(a.re)
n = {number(5)}
print(n[0])

% one that is made for a type parameter, too
reduction (T, x : vec[T]) -> made(x) = show("made", x[0])
reduction (x : scalar) -> made(x) = show("made", x)
function [] = make(x)
    made(x)
endfunction
make([1, 2])
make(7)
