% proves: 3.12 a 'const array can't be handed to a function that changes its elements
% expect: check-error 13.*`A` is declared 'const, but `through` changes elements of `B`
function [] = fill(B : mat)
    B[0, 0] = 1
endfunction
function [] = through(B : mat)
    fill(B)
endfunction
function [] = f(A : mat'const)
    own = copy(A)
    fill(own)
    read_only(A)
    through(A)
endfunction
function [] = read_only(B : mat)
    B = 2 * B
    B[0, 0] = 1
endfunction
f(zeros(2, 2))
