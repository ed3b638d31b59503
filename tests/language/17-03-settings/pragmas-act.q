% proves: 8.2 #pragma loop_parallelizer and expression_optimizer hold from their line on; an attribute asks for itself
% expect: stdout
%> 499500 499500 499500 499500
#pragma loop_parallelizer (off)
x = zeros(1000)
for i=0..999
    x[i] = i
endfor
{!parallel for}
for i=0..999
    x[i] = i
endfor
#pragma expression_optimizer (off)
y = x .* 2 - x
#pragma loop_parallelizer (on)
z = zeros(1000)
for i=0..999
    z[i] = i
endfor
#pragma expression_optimizer (on)
w = x .* 2 - x
print sum(x), " ", sum(y), " ", sum(z), " ", sum(w)
