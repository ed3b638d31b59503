% proves: 2.2 the type of imread(file, "rgb") is cube(:,:,3), known before the run
% expect: check-error parameter x of opaque has type cube\(:,:,4\), but the value is a `cube\(:,:,3\)`
function [] = opaque(x : cube(:,:,4))
    print size(x)
endfunction
opaque(imread("any.png", "rgb"))
