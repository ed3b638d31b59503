% proves: 8.2 {!parallel for; dim=2} needs two loops with nothing between them
% expect: check-error dim
y = zeros(5,6)
{!parallel for; dim=2}
for i=0..4
    t = 2*i
    for j=0..5
        y[i,j] = t + j
    endfor
endfor
