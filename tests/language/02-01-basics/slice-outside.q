% proves: 3.3 an error of a slice names the slice and the first index outside
% expect: stdout
%> the slice 0..5 does not fit: index 3 is outside x, a vector of 3 elements: its indices are 0 to 2
%> the slice 0..2..4 does not fit: index 4 in dimension 1 is outside y, a 4-by-4 matrix: there, indices are 0 to 3
%> the slice 2..6 does not fit: index 4 in dimension 0 is outside y, a 4-by-4 matrix: there, indices are 0 to 3
x = [1,2,3]
y = zeros(4,4)
n = numel(x) - 3
try
    print x[n..5]
catch ex
    print ex
endtry
try
    print y[n,0..2..n+4]
catch ex
    print ex
endtry
try
    y[n+2..6,:] = 1
catch ex
    print ex
endtry
