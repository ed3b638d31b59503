% proves: 6.1 a generic function that is called with a value of a type class: run time says what T and N are
% expect: ok
function y = total[T](x : mat[T])
    y = sum(x)
endfunction
function y = channels[N](x : cube(:,:,N))
    y = N
endfunction
function y = count[T](x : T)
    y = numel(x)
endfunction
function y = either(x : [mat|cmat])
    y = total(x)
endfunction
function y = both(x : [mat|cube])
    y = 10*channels(x) + count(x)
endfunction
assert(either(eye(2)) == 2 && either(complex(eye(2), ones(2,2))) == 2+4i)
assert(both(ones(2,2,3)) == 42 && both(ones(2,2)) == 14)
assert(count[cube](ones(2,2)) == 4)
imwrite("choice-arguments.png", ones(4,5,3))
image = imread("choice-arguments.png")
assert(channels(image) == 3 && both(image) == 90)
print "ok"
