% proves: 4.11, 8.2 {!parallel for} counts when other attributes stand next to it
% expect: check-error `break` is not possible in a parallel loop
x = zeros(4)
{!parallel for}
{!unroll times=4}
for i=0..3
  if x[i] > 3
    break
  endif
endfor
