% proves: 4.9 a chain of reductions; 4.9.2 the deeper application first
% expect: stdout
%> [ 1, 2]
%> [ 3, 4]
%> mine
%> mine
%> 10
reduction (x:mat) -> real(x) = x
reduction (x:mat) -> transpose(transpose(x)) = x
reduction (x:mat) -> back2(fft2(x)) = x
reduction (x:mat) -> real(transpose(x)) = transpose(real(x))
f = (x : mat) -> transpose(real(back2(fft2(transpose(x)))))
print f([[1,2],[3,4]])
function y : scalar = my_sum(x)
    print "mine"
    y = sum(x)
endfunction
reduction x -> sum(x) = my_sum(x)
g = x -> sum(sum(x))
print g([[1,2],[3,4]])
