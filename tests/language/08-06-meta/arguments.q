% proves: 8.6 $args[in] and $args[out] are the parameters of a function
% expect: stdout
%> (first, second)
%> (s, d)
%> 2
%> second
%> (x)
function [s, d] = both(first, second)
  s = first + second
  d = first - second
endfunction
f = x -> 2*x
print $str($args[in](both))
print $str($args[out](both))
print $nops($args[in](both))
print $str($op($args[in](both), 1))
print $str($args[in](f))
