% proves: 2.2 type(x, "T") knows the types of the program, also inside others
% expect: stdout
%> 001
%> 10
%> [ 1, 2, 3]
%> [ 1, 1, 1]
type pair : class
  a : vec
endtype
function h : vec = first(w, r : int)
  if type(w, "pair")
    h = w.a
  else
    h = w[r,:]
  endif
endfunction
print type(ones(2,3), "pair"), type("text", "pair"), type(pair(a:=[1]), "pair")
print type(ones(2,3), "[pair|mat]"), type(3, "[pair|mat]")
print first(pair(a:=[1,2,3]), 0)
print first(ones(2,3), 0)
