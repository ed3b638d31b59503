% proves: 6.5 a constraint that is about no parameter is an error
% expect: check-error `factor==2` says nothing about the parameters of `scale`
function y = scale(x, f)
  y = x * f
endfunction
twice = $specialize(scale, factor==2)
