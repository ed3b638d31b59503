% proves: rand and randn give the numbers of a seed that they have always given
% expect: stdout
%> [ 0.52233493, 0.29653543, 0.34886247, 0.81833786, 0.7194192]
%> [ 0.3253017, -0.24136712, 0.8160105, 1.7493069, 2.0664744]
%> [ -0.28667784, -0.9782586, -0.22565868, -0.30984223, -0.13940701, -0.52386475, -0.3558184, -0.39734274]
%> 0.8946847 -0.288595635188980
%> [ 0.9539093, -0.51208633]
%> 836967121942 65100551
%> 0
seed(2026)
print rand(5)
print randn(5)
seed(2^40)
x = randn(200)
print x[[0,1,63,64,127,128,198,199]] % at the ends of the blocks that are computed together
seed(1)
printf("%.7f %.15f", rand(), randn())
print randn(2)
x = rand(100000)
y = randn(100001)
print sum(int(x * 16777216)), " ", sum(int(y * 1048576)) % every bit of each number

% one number at a time, and one kind after the other
seed(5)
z = [rand(), randn(), rand()]
seed(5)
a = rand(2)
b = randn(2)
c = rand(2)
print max(abs(z - [a[0], b[0], c[0]]))
