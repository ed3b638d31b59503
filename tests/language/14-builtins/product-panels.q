% proves: products so large that they are made in panels are those of the whole
% expect: stdout
%> 1 [ 1750, 1750]
%> 0
a = complex(rand(1750,1750), rand(1750,1750))
b = complex(rand(1750,1750), rand(1750,1750))
v = rand(1750,1)
w = a*b*v - a*(b*v)
print max(abs(w)) < 1, " ", size(a*b)
m = int32(floor(10*rand(1100,1000)))
n = int32(floor(10*rand(1000,1100)))
one = int32(ones(1100,1))
print max(abs((m*n)*one - m*(n*one)))
