% proves: 2.2, 3.3, 3.5: declared types are checked and converted, type aliases, type checks
% expect: ok
%! 34: drops the fraction
%! 24: parameter a of takes_vec3 has type
%! 29: parameter a of takes_mat has type
%! 30: parameter a of takes_mat has type
function [] = fails(f, what)
  caught = 0
  try
    f()
  catch ex
    caught = 1
  endtry
  assert(caught == 1, what)
endfunction
x : mat = [1,2,3]
assert(size(x,1) == 3, "a vec is a mat")
v : vec = zeros(1,4)
assert(numel(v) == 4, "1 x N is a vec")
function y = takes_vec3(a : vec3)
  y = sum(a)
endfunction
assert(takes_vec3([1,2,3]) == 6, "vec3")
fails(() -> takes_vec3([1,2]), "another length")
function y = takes_mat(a : mat)
  y = size(a,0)
endfunction
assert(takes_mat([1,2]) == 1, "a vec for a mat")
fails(() -> takes_mat(zeros(2,2,2)), "a cube for a mat")
fails(() -> takes_mat(5), "a number for a mat")
function y = takes_int(n : int)
  y = n
endfunction
assert(takes_int(3.7) == 3 && takes_int(-3.7) == -3, "a scalar for an int")
function y = takes_complex(z : cscalar)
  y = imag(z)
endfunction
assert(takes_complex(2) == 0 && takes_complex(1i) == 1, "a number for a cscalar")
type matrix3 : mat(3,3)
m : matrix3 = eye(3)
assert(sum(m) == 3, "an alias")
type lists : vec[vec]
xs = lists(3)
xs[0] = [1,2]
xs[2] = ones(5)
assert(numel(xs) == 3 && sum(xs[2]) == 5 && xs[0][1] == 2, "arrays of arrays")
w = vec[cube](4)
w[1] = ones(2,2,2)
assert(sum(w[1]) == 8, "vec[cube]")
assert(type(x, "mat") && !type(x, "cube") || type(x, "cube"), "a check")
assert(type(1, "int") && type(1.5, "scalar") && type(1i, "cscalar") && type("a", "string"), "kinds of numbers")
assert((5 : scalar) == 5, "a check in an expression")
assert(isreal([1,2]) && iscomplex(1i) && isscalar(3) && isvector([1,2]) && ismatrix(eye(2)) && iscube(zeros(2,2,2)), "predicates")
assert(!isvector(eye(2)) && !isscalar([1,2]) && !iscomplex(1), "and their opposites")
[a : mat, b : string] = {eye(2), "x"}
assert(a[1,1] == 1 && b == "x", "declarations on the left")
function y = first_of(x : [mat|cmat])
  y = x[0,0]
endfunction
assert(first_of(eye(2)) == 1 && first_of(complex(eye(2))) == 1, "type classes")
print "ok"
