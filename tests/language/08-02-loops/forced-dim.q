% proves: 8.2 {!parallel for; dim=2} with comments between the loops, and of the outer two of three loops
% expect: ok
y = zeros(5,6)
{!parallel for; dim=2}
for i=0..4
    % a comment
    for j=0..5
        y[i,j] = 2*i + j
    endfor
endfor
assert(y[4,5] == 13, "two loops")
z = zeros(3,4)
{!parallel for; dim=2}
for i=0..2
    for j=0..3
        for k=0..1
            z[i,j] += i + j
        endfor
    endfor
endfor
assert(z[2,3] == 10, "the outer ones")
print "ok"
